// The lesson's worked examples as JSON text: its lines, attention by hand, counts of parameters and costs. Numbers are
// written as json.h says.
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace seq2seq::lesson {

std::string to_json(const Line& line);
std::string to_json(const std::vector<Line>& lines);  // an array
std::string to_json(const AttentionInput& input);
std::string to_json(const AttentionSteps& steps);
std::string to_json(const ParameterCounts& counts);
std::string to_json(const ForwardCost& cost);
std::string to_json(const ForcingComparison& means);

// Reads what to_json(AttentionInput) writes; `masked` and `temperature` may be missing. Error(invalid_value) names a
// field that is missing or of another type; whether the numbers can be used is attention_steps' to say.
AttentionInput parse_attention_input(const std::string& json);
AttentionScore parse_attention_score(const std::string& name);  // "bahdanau", "luong_dot", "luong_general"

}  // namespace seq2seq::lesson
