// What padding does to a pair: nothing. Measured, not promised: the pair goes through the model beside a longer one.
#pragma once

namespace seq2seq {

struct PaddedPass {
  int places = 0;     // of padding behind the pair's source, and as many behind its target
  double weight = 0;  // the largest attention weight on padding; 0 without attention
  double loss = 0;    // the largest loss of a padded step
  double change = 0;  // the largest difference of a real step's loss from what it is without padding
};

}  // namespace seq2seq
