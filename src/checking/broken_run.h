// One pass of the engine beside the same pass with one named mistake in it: what the lesson's "something is wrong here"
// shows. The mistake is really made (plain_model.h), so its numbers are as wrong as a reader's own would be.
#pragma once

#include <string>
#include <vector>

#include "checking/reference_tensors.h"
#include "model/parameters.h"

namespace seq2seq {

struct BrokenTensor {
  std::string name;  // of the trace (inference/trace.h), or "loss"
  int step = -1;
  std::vector<int> shape;          // ours
  std::vector<Real> ours, theirs;  // weights over padding are there in both: ours are 0
  bool agrees = true;              // to four digits
};

struct BrokenRun {
  std::vector<BrokenTensor> tensors;  // those that both have, in the order of the computation
  int first = -1;                     // the first that differs, position by position in the encoder; -1: none
  std::vector<TokenId> our_inputs, their_inputs, our_predictions, their_predictions;  // of the target's real steps
};

// What may go wrong: padding_unmasked, padding_in_loss, state_at_padding (these need padding to show), forcing_left_on
// (ours evaluates free-running), gate_order (z, r, n), update_reversed, state_after_step, no_tanh, softmax_axis,
// context_of_keys, target_shift, softmax_twice, first_state_zero, state_not_carried, copies_overwritten, gate_reversed.
std::vector<std::string> mistake_names();

// Ours sees the pair without its padding. Throws Error(invalid_value) for a name that is not among them, and as the
// trace does.
BrokenRun broken_run(const Seq2Seq& model, const Parameters& parameters, const ReferencePair& pair, LossKind kind,
                     TokenId eos, const std::string& mistake);

}  // namespace seq2seq
