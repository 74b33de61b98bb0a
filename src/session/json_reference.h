// Checking an implementation, as JSON: the mapping people hand in, and the reports.
#pragma once

#include <string>

#include "checking/gradient_check.h"
#include "checking/reference_check.h"

namespace seq2seq {

// {"their.name": "our.name", ...}. Error(invalid_value) for anything else.
NameMapping parse_name_mapping(const std::string& json);
// The names that were found, to be completed and handed in again: what is missing stands under "?".
std::string mapping_to_json(const NameMatches& names);

std::string to_json(const ReferenceReport& report);
std::string to_json(const GradientReport& report);

}  // namespace seq2seq
