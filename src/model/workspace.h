// Every activation of one batch, and every gradient that is not a parameter's. Allocated once, grown when a batch is
// larger than any before. Letters: B rows, S source length, T target length, E embedding, H hidden, V vocabulary,
// U distinct tokens, R real target tokens. [a,b] is column-major: b columns of a values; steps lie as columns t*B + b.
#pragma once

#include <cstdint>
#include <vector>

#include "math/gemm.h"
#include "model/batch.h"
#include "model/embedding.h"

namespace seq2seq {

struct Workspace {
  int rows = 0, source_length = 0, target_length = 0;  // B, S, T of the last pass
  // Backward works in place: after it neither a step nor another backward pass can follow without a new forward one.
  enum class Holds { nothing, sources, pass } holds = Holds::nothing;

  // Encoder. Backward needs all of it.
  TokenProjection encoder_tokens;  // source tokens through the embedding and the GRU's input weights
  std::vector<Real> encoder_bias;  // [4H] biases added up: n (input's only), r, z, n_h (state's only)
  // [4H,S*B] n, r, z, n_h = W_hn h + b_hn; zeros where t >= length. Backward leaves their gradients here.
  std::vector<Real> encoder_gates;
  std::vector<Real> encoder_states;  // [H,(S+1)*B] block 0 is zero, block t+1 the state after token t; a finished row
                                     // keeps its state, so the last block is every row's own last state
  // What attention compares with. Bahdanau: exp(2 W_h h), or W_h h where exp_product is false; Luong general: W_a h.
  std::vector<Real> keys;  // [H,S*B]
  bool exp_product = false;

  // Decoder.
  TokenProjection decoder_tokens;  // what was fed, through the embedding and the embedding's part of the input weights
  std::vector<TokenId> fed;        // [T,B] what was fed; -1 where t >= length
  std::vector<Real> decoder_bias;  // [4H]
  // [5H,T*B] n, r, z, n_h and W_s s (exp(2 W_s s) where exp_product), which only Bahdanau has; else [4H,T*B]. Backward
  // leaves their gradients here.
  std::vector<Real> decoder_gates;
  std::vector<Real> head_input;  // [2H,(T+1)*B] state and context; block 0 holds the first state, block t+1 is step t
  std::vector<Real> alpha;       // [S,T*B] attention weights, exactly 0 at padding
  // The R columns that stand for a real target token, in order: head and loss leave the padding out.
  std::vector<std::int32_t> output_columns;  // [R] where in T*B
  std::vector<std::int32_t> output_slots;    // [T*B] which of R, -1 at padding
  std::vector<Real> output_input;            // [2H,R] their part of head_input, where there is padding
  std::vector<Real> logits;                  // [V,R] forward leaves the loss's gradient here
  std::vector<Real> log_alpha;    // [S,T*B] copying: log(alpha); forward leaves the loss's own gradient by the energies
  std::vector<Real> gate_scores;  // [T*B] pointer-generator: g, p_gen = sigmoid(g)
  std::vector<Real> d_gate_scores;  // [T*B] forward leaves it
  std::vector<Real> token_losses;   // [T*B] -log P(label), 0 where t >= length

  // Backward's own.
  std::vector<Real> d_head_input;      // [2H,T*B]
  std::vector<Real> d_output_input;    // [2H,R] where there is padding
  std::vector<Real> d_encoder_states;  // [H,S*B] from attention and contexts; exactly 0 at padding
  std::vector<Real> d_keys;            // [H,S*B]
  std::vector<Real> d_state;           // [H,B] running
  std::vector<Real> d_query;           // [H] what attention gives the query it read
  std::vector<Real> d_score_by_token;  // [U] d_gate_scores added up
  std::vector<Real> d_first_state;     // [H,B] of the decoder's first state, the encoder's last

  // One decoding step of N hypotheses.
  TokenProjection step_tokens;
  std::vector<Real> step_gates;       // [5H,N] or [4H,N]
  std::vector<Real> step_head_input;  // [2H,N]
  std::vector<Real> step_logits;      // [V,N] copying
  std::vector<Real> step_log_alpha;   // [S,N] copying

  // The weights of the layer at work, packed: of encoder, then decoder; in backward transposed, decoder, then encoder.
  PackedMatrix recurrent;  // [3H,H] W_hh, with the decoder's W_s [4H,H]
  PackedMatrix context;    // [3H,H] the context's part of the decoder's input weights
  PackedMatrix head;       // [V,2H] where the head is a product a step: its own predictions are fed

  std::vector<Real> scratch;     // [max(V,S+H)] a column of whatever is at work
  std::vector<Real> prediction;  // [2V+2X] for making one
};

// Room for at least n values; what is in it stays or is undefined.
inline Real* grown(std::vector<Real>& buffer, Index n) {
  if (buffer.size() < static_cast<std::size_t>(n)) buffer.resize(static_cast<std::size_t>(n));
  return buffer.data();
}

}  // namespace seq2seq
