#include "inference/evaluation.h"

#include <algorithm>

#include "base/message.h"
#include "inference/edit_distance.h"
#include "inference/model_scorer.h"
#include "inference/search_steps.h"
#include "math/portable.h"
#include "model/output.h"
#include "text/batches.h"

namespace seq2seq {
namespace {

struct Sums {
  double loss = 0, free_loss = 0;
  std::int64_t edits = 0, target_tokens = 0, exact = 0, aligned_right = 0;
  BleuCounts bleu;
};

// One batch: row b is examples[rows[b]].
class BatchEvaluation {
 public:
  BatchEvaluation(Scorer& scorer, const Batch& batch, const std::vector<Example>& examples,
                  const std::vector<std::uint32_t>& rows, const EvaluationOptions& options, Context& context,
                  Evaluation& result, Sums& sums)
      : scorer_(scorer),
        batch_(batch),
        examples_(examples),
        rows_(rows),
        options_(options),
        context_(context),
        result_(result),
        sums_(sums) {}

  // Every target position once, all rows side by side. `own`: inputs are the model's argmax instead of the truth.
  void step_through(bool own) {
    std::vector<int> live(rows_.size());
    std::vector<TokenId> tokens;
    for (std::size_t b = 0; b < live.size(); ++b) live[b] = static_cast<int>(b);
    Matrix log_probabilities, attention;
    scorer_.start(live);
    for (int t = 0; t < batch_.target_length; ++t) {
      stop_if_cancelled(context_);
      leave_finished(t, live, tokens);
      if (live.empty()) break;
      if (t == 0 || !own) {
        tokens.clear();
        for (const int b : live) tokens.push_back(batch_.input[cell(t, b)]);
      }
      scorer_.step(tokens, log_probabilities, attention);
      for (std::size_t j = 0; j < live.size(); ++j) {
        const Real* const column = log_probabilities.col(static_cast<Index>(j)).data();
        const TokenId label = batch_.label[cell(t, live[j])];
        const TokenId said = argmax(column, log_probabilities.rows());
        PositionAccuracy& position = result_.positions[static_cast<std::size_t>(t)];
        (own ? position.free : position.forced) += said == label ? 1 : 0;
        tokens[j] = said;
        if (own) {
          pair(live[j]).free_loss -= static_cast<double>(column[label]);
          continue;
        }
        check_number(column[label], t, label);
        ++position.tokens;
        pair(live[j]).loss -= static_cast<double>(column[label]);
        score_alignment(t, live[j], attention, static_cast<Index>(j));
      }
    }
  }

  void decode() {
    std::vector<int> all(rows_.size());
    for (std::size_t b = 0; b < all.size(); ++b) all[b] = static_cast<int>(b);
    std::vector<Hypothesis> found;
    if (options_.search.width == 1) {
      found = greedy_search(scorer_, all, options_.search, context_);
    } else {
      for (const int row : all) found.push_back(beam_search(scorer_, row, options_.search, context_).front());
    }
    for (std::size_t b = 0; b < found.size(); ++b) {
      EvaluatedPair& evaluated = pair(static_cast<int>(b));
      const std::vector<TokenId>& target = examples_[rows_[b]].target;
      evaluated.output = std::move(found[b].tokens);
      evaluated.cut_off = found[b].cut_off;
      if (!evaluated.cut_off) evaluated.output.pop_back();
      evaluated.exact = evaluated.output == target;
      evaluated.edit_distance = edit_distance(evaluated.output, target);
      result_.cut_off += evaluated.cut_off ? 1 : 0;
      sums_.exact += evaluated.exact ? 1 : 0;
      sums_.edits += evaluated.edit_distance;
      sums_.target_tokens += static_cast<std::int64_t>(target.size());
      const BleuCounts counts = count_ngrams(evaluated.output, {target}, options_.bleu.order);
      BleuOptions sentence = options_.bleu;
      sentence.effective_order = true;
      evaluated.bleu = bleu(counts, sentence).score;
      sums_.bleu.add(counts);
    }
  }

 private:
  std::size_t cell(int t, int b) const {
    return static_cast<std::size_t>(t) * static_cast<std::size_t>(batch_.rows) + static_cast<std::size_t>(b);
  }
  EvaluatedPair& pair(int b) { return result_.pairs[rows_[static_cast<std::size_t>(b)]]; }

  // Rows whose target is over leave the scorer; `tokens` stay beside `live`.
  void leave_finished(int t, std::vector<int>& live, std::vector<TokenId>& tokens) {
    std::vector<int> kept, still_live;
    std::vector<TokenId> still_fed;
    for (std::size_t j = 0; j < live.size(); ++j) {
      if (t >= batch_.target_lengths[static_cast<std::size_t>(live[j])]) continue;
      kept.push_back(static_cast<int>(j));
      still_live.push_back(live[j]);
      if (!tokens.empty()) still_fed.push_back(tokens[j]);
    }
    if (kept.size() == live.size()) return;
    scorer_.select(kept);
    live = std::move(still_live);
    tokens = std::move(still_fed);
  }

  void score_alignment(int t, int b, const Matrix& attention, Index column) {
    const Alignment& alignment = examples_[rows_[static_cast<std::size_t>(b)]].alignment;
    if (static_cast<std::size_t>(t) >= alignment.size() || attention.rows() == 0) return;
    const std::vector<int>& places = alignment[static_cast<std::size_t>(t)];
    if (places.empty()) return;
    const TokenId largest = argmax(attention.col(column).data(), attention.rows());
    ++result_.aligned_tokens;
    if (std::find(places.begin(), places.end(), largest) != places.end()) ++sums_.aligned_right;
  }

  Scorer& scorer_;
  const Batch& batch_;
  const std::vector<Example>& examples_;
  const std::vector<std::uint32_t>& rows_;
  const EvaluationOptions& options_;
  Context& context_;
  Evaluation& result_;
  Sums& sums_;
};

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void finish(const EvaluationOptions& options, const Sums& sums, Evaluation& result) {
  const auto pairs = static_cast<std::int64_t>(result.pairs.size());
  std::int64_t forced = 0, free = 0;
  for (PositionAccuracy& position : result.positions) {
    position.forced_accuracy = share(position.forced, position.tokens);
    position.free_accuracy = share(position.free, position.tokens);
    result.tokens += position.tokens;
    forced += position.forced;
    free += position.free;
  }
  result.loss = sums.loss / static_cast<double>(result.tokens);
  result.free_loss = sums.free_loss / static_cast<double>(result.tokens);
  result.perplexity = portable_exp(result.loss);
  result.forced_accuracy = share(forced, result.tokens);
  result.free_accuracy = share(free, result.tokens);
  result.exact_match = share(sums.exact, pairs);
  result.edit_distance = share(sums.edits, pairs);
  result.token_error_rate = share(sums.edits, sums.target_tokens);
  result.alignment_score = share(sums.aligned_right, result.aligned_tokens);
  result.bleu = bleu(sums.bleu, options.bleu);
}

}  // namespace

Evaluation evaluate(const Seq2Seq& model, const Parameters& parameters, const std::vector<Example>& examples,
                    const Vocabulary& vocabulary, const EvaluationOptions& options, Context& context) {
  if (examples.empty()) throw_error(ErrorCode::invalid_data, {"there is no pair to evaluate; at least 1 is needed"});
  Evaluation result;
  result.pairs.resize(examples.size());
  Sums sums;
  std::size_t done = 0;
  for (const std::vector<std::uint32_t>& rows : plan_batches(examples, options.batch_size, nullptr)) {
    const Batch batch = make_batch(examples, rows, vocabulary, model.config().copy);
    if (result.positions.size() < static_cast<std::size_t>(batch.target_length))
      result.positions.resize(static_cast<std::size_t>(batch.target_length));
    ModelScorer scorer(model, parameters, batch);
    BatchEvaluation evaluation(scorer, batch, examples, rows, options, context, result, sums);
    evaluation.step_through(false);
    evaluation.step_through(true);
    evaluation.decode();
    done += rows.size();
    context.report(static_cast<double>(done) / static_cast<double>(examples.size()));
  }
  // In the examples' order, so that the batches' sizes do not move the last bit.
  for (const EvaluatedPair& pair : result.pairs) {
    sums.loss += pair.loss;
    sums.free_loss += pair.free_loss;
  }
  finish(options, sums, result);
  return result;
}

}  // namespace seq2seq
