// The built-in tasks as JSON text.
#pragma once

#include <string>

#include "text/tasks.h"

namespace seq2seq {

std::string to_json(const TaskDescription& task);
std::string tasks_as_json();  // an array of all of them

}  // namespace seq2seq
