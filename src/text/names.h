// The task `names`: short sentences whose names, places, numbers and rare things are made up from syllables anew each
// time. None of them is in the vocabulary, so an answer is possible only by copying from the source.
#pragma once

#include <string>
#include <vector>

#include "text/tasks.h"

namespace seq2seq {

// A sentence pattern, evenly; then its words to copy in the order of the list in names.cpp, all different.
TaskItem draw_sentence(const TaskConfig& config, Generator& generator);
std::vector<std::string> sentence_words();  // the words of the patterns: all that the model may know
int sentence_pattern_count();

}  // namespace seq2seq
