// The names of a dump's forward tensors: the trace's, or what people usually call them.
#pragma once

#include <map>
#include <string>

namespace seq2seq {

// "dec.energy.12" -> "dec.energy"; a name without a step stays as it is.
std::string without_step(const std::string& name);
int step_of(const std::string& name);  // -1 for none

bool is_forward_name(const std::string& name);  // the trace's, without a step; and "loss"

// Our name, with its step, for a tensor of a dump; empty where it is none of the forward pass. `mapping` is by whole
// names or without the step. Guesses are for names with a step, and for the encoder's.
std::string forward_name(const std::string& theirs, const std::map<std::string, std::string>& mapping, bool& guessed);

}  // namespace seq2seq
