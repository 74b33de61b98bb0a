// A scorer made of a function from what was generated so far to probabilities; searches are tested against it.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "inference/scorer.h"

class TableScorer : public seq2seq::Scorer {
 public:
  using TokenId = seq2seq::TokenId;
  using Prefix = std::vector<TokenId>;  // BOS not counted
  using Table = std::function<std::vector<double>(int row, const Prefix&)>;

  TableScorer(int vocabulary_size, Table table) : size_(vocabulary_size), table_(std::move(table)) {}
  int vocabulary_size() const override { return size_; }
  int source_length() const override { return 2; }
  int steps() const { return steps_; }

  void start(const std::vector<int>& rows) override {
    rows_ = rows;
    prefixes_.assign(rows.size(), {});
    started_ = false;
  }
  void step(const std::vector<TokenId>& tokens, seq2seq::Matrix& log_probabilities,
            seq2seq::Matrix& attention) override {
    ++steps_;
    log_probabilities.resize(size_, static_cast<seq2seq::Index>(tokens.size()));
    attention.resize(2, static_cast<seq2seq::Index>(tokens.size()));
    for (std::size_t j = 0; j < tokens.size(); ++j) {
      if (started_) prefixes_[j].push_back(tokens[j]);
      const std::vector<double> probabilities = table_(rows_[j], prefixes_[j]);
      const auto column = static_cast<seq2seq::Index>(j);
      for (int token = 0; token < size_; ++token)
        log_probabilities(token, column) =
            static_cast<seq2seq::Real>(std::log(probabilities[static_cast<std::size_t>(token)]));
      // Something that tells hypotheses apart: the step, and the last token fed.
      attention(0, column) = static_cast<seq2seq::Real>(prefixes_[j].size());
      attention(1, column) = static_cast<seq2seq::Real>(prefixes_[j].empty() ? -1 : prefixes_[j].back());
    }
    started_ = true;
  }
  void select(const std::vector<int>& parents) override {
    std::vector<Prefix> prefixes;
    std::vector<int> rows;
    for (const int parent : parents) {
      prefixes.push_back(prefixes_[static_cast<std::size_t>(parent)]);
      rows.push_back(rows_[static_cast<std::size_t>(parent)]);
    }
    prefixes_ = std::move(prefixes);
    rows_ = std::move(rows);
  }

 private:
  int size_;
  Table table_;
  std::vector<Prefix> prefixes_;
  std::vector<int> rows_;
  bool started_ = false;
  int steps_ = 0;
};
