// Greedy, beam and exhaustive search over a Scorer.
#pragma once

#include <vector>

#include "base/context.h"
#include "inference/scorer.h"

namespace seq2seq {

struct SearchOptions {
  TokenId bos = 1, eos = 2;
  int max_length = 50;             // tokens generated at most, EOS counted; at least 1
  std::vector<TokenId> forbidden;  // never produced (PAD and BOS in the product); the others keep their probability
  int width = 1;                   // W, beam search only; at least 1
  double length_penalty = 0;       // a of ((5+len)/6)^a, Wu et al. 2016, eq. (14); beam and exhaustive search
  int n_best = 0;                  // hypotheses returned at most; 0: all that there are
};

struct Hypothesis {
  std::vector<TokenId> tokens;  // what was generated; EOS last unless cut off
  double log_probability = 0;   // sum of its tokens' log-probabilities
  double score = 0;             // that divided by the length penalty
  bool cut_off = false;         // the length limit came before EOS
  std::vector<Real> attention;  // [tokens, S] row-major: one row a token, EOS included
};

// ((5+len)/6)^a; len counts EOS and not BOS.
double length_penalty(int length, double a);

// The likeliest token at every step, the lowest id on ties. One hypothesis for each entry of `rows`; rows that have
// ended leave the batch. Throws Error(cancelled), or Error(not_finite) where the model's numbers are NaN.
std::vector<Hypothesis> greedy_search(Scorer& scorer, const std::vector<int>& rows, const SearchOptions& options,
                                      Context& context);

// One source row. Each round extends every live hypothesis by every token; candidates stand in the order of their
// log-probability, then of their parent's rank, then of their token. The first 2W are looked at: one ending in EOS is
// finished if it stands among the first W and dropped otherwise; the others live on until W do. It ends when W have
// finished or at max_length. Finished ones are returned by score, equal ones in the order they finished; only where
// none finished the live ones, cut off. A wider beam may miss what a narrower one finds.
std::vector<Hypothesis> beam_search(Scorer& scorer, int row, const SearchOptions& options, Context& context);

// Every sequence of at most max_length tokens that ends in EOS, by score: the truth to hold a search against. Without
// attention. Refuses with Error(invalid_value) what would need more than 200,000 hypotheses at once.
std::vector<Hypothesis> exhaustive_search(Scorer& scorer, int row, const SearchOptions& options, Context& context);

}  // namespace seq2seq
