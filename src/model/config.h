// What the model is, as far as its parameters and equations go.
#pragma once

namespace seq2seq {

enum class AttentionKind {
  bahdanau,       // e_i = v . tanh(W_h h_i + W_s s), Bahdanau et al. 2014, A.1.2
  luong_dot,      // e_i = s . h_i, Luong et al. 2015, eq. (8)
  luong_general,  // e_i = s . (W_a h_i), the same
  none,           // no attention: the context is the encoder's last state (the bottleneck)
};

enum class CopyKind {
  off,
  pointer_generator,  // See et al. 2017, eq. (8)-(9): p_gen P_vocab + (1 - p_gen) attention
  pointer,            // Vinyals et al. 2015: the attention alone is the output distribution
};

// V, E, H of the lesson. One vocabulary serves source and target.
struct ModelConfig {
  int vocabulary_size = 10;  // V
  int embedding_size = 6;    // E
  int hidden_size = 8;       // H
  AttentionKind attention = AttentionKind::bahdanau;
  CopyKind copy = CopyKind::off;
  int unk_id = -1;  // fed in place of a copied token outside the vocabulary; -1: there is none
};

}  // namespace seq2seq
