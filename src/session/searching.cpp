#include "session/searching.h"

namespace seq2seq {

SearchOptions search_options(const SpecialIds& specials, const DecodingConfig& decoding) {
  SearchOptions options;
  options.bos = specials.bos;
  options.eos = specials.eos;
  options.max_length = decoding.max_length;
  options.width = decoding.beam;
  options.length_penalty = decoding.length_penalty;
  options.n_best = 1;
  // The lesson's toy has neither padding nor a rule against BOS: its output is that of the lesson's program.
  if (specials.pad >= 0) options.forbidden = {specials.pad, specials.bos};
  return options;
}

Hypothesis search(Scorer& scorer, int row, const SpecialIds& specials, const DecodingConfig& decoding,
                  Context& context) {
  const SearchOptions options = search_options(specials, decoding);
  if (decoding.beam == 1) return greedy_search(scorer, {row}, options, context).front();
  return beam_search(scorer, row, options, context).front();
}

}  // namespace seq2seq
