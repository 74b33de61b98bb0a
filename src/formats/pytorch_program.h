// Writes the model as one PyTorch program: the lesson's classes, a reader for the weights beside it, and the examples,
// so that anyone with torch gets the same losses, tokens and attention without us.
#pragma once

#include <string>
#include <vector>

#include "model/batch.h"
#include "model/config.h"

namespace seq2seq {

// Ids at or above V are words outside the vocabulary (the copy mechanism's), numbered within their own example.
struct ProgramExample {
  std::vector<TokenId> source;  // as the encoder reads it; extended ids where copying is on
  std::vector<TokenId> labels;  // what is expected, EOS included
  std::vector<std::string> source_text, label_text;
};

struct ProgramInput {
  ModelConfig model;
  TokenId bos = 0, eos = 3;
  std::vector<TokenId> forbidden;   // never produced by greedy decoding (PAD, BOS)
  int max_length = 50;              // tokens greedy decoding produces at most, EOS counted
  std::string weights_file;         // name of the safetensors file beside the program
  std::vector<std::string> tokens;  // label of every id below V
  std::vector<ProgramExample> examples;
};

// Python 3 text. Run without arguments it prints each example's teacher-forced loss, greedy output and attention;
// --json prints the same as one object a line, --train N takes N Adam steps first and prints the loss before each.
std::string pytorch_program(const ProgramInput& input);

}  // namespace seq2seq
