// What JavaScript can call without a session: the tables, the lesson's functions. wasm/engine.d.mts types this file,
// wasm/session.ts calls it. Whole numbers are told from others here; which of them may be, each function says itself.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <malloc.h>

#include <cstdint>
#include <string>

#include "base/message.h"
#include "crossing.h"
#include "lesson/lesson.h"
#include "session/json.h"
#include "session/json_bleu.h"
#include "session/json_lesson.h"
#include "session/json_tasks.h"
#include "session/json_teaching.h"

namespace seq2seq {
namespace {

// The seed's one rule (decimal text of any 64-bit integer) lives in the configuration's table.
std::uint64_t seed_from(const std::string& json) {
  return parse_configuration(worded({"{\"training\":{\"seed\":", json, "}}"})).training.seed;
}

std::string version() { return SEQ2SEQ_VERSION; }
val fields() { return guarded(fields_as_json); }
val lesson_report() {
  return guarded([] { return lesson::to_json(lesson::report()); });
}

val attention_input(const std::string& seed_json, double source_length, double hidden_size) {
  return guarded([&] {
    return lesson::to_json(lesson::attention_input(seed_from(seed_json), whole<int>("source_length", source_length),
                                                   whole<int>("hidden_size", hidden_size)));
  });
}

val attention_steps(const std::string& input_json, const std::string& score) {
  return guarded([&] {
    return lesson::to_json(
        lesson::attention_steps(lesson::parse_attention_input(input_json), lesson::parse_attention_score(score)));
  });
}

val tasks() { return guarded(tasks_as_json); }
val bleu_of(const std::string& request) {
  return guarded([&] { return bleu_from_json(request); });
}

val schedule(const std::string& request) {
  return guarded([&] { return schedule_from_json(request); });
}
val coins(const std::string& request) {
  return guarded([&] { return coins_from_json(request); });
}
val attention_context(const std::string& request) {
  return guarded([&] { return attention_context_from_json(request); });
}
val copy_mixture(const std::string& request) {
  return guarded([&] { return copy_mixture_from_json(request); });
}
val distances(const std::string& request) {
  return guarded([&] { return state_distances_from_json(request); });
}

val parameter_counts(double V, double E, double H) {
  return guarded([&] {
    const auto size = whole<std::int64_t>;
    return lesson::to_json(lesson::parameter_counts(size("V", V), size("E", E), size("H", H)));
  });
}

val forward_cost(double B, double S, double T, double E, double H, double V) {
  return guarded([&] {
    const auto size = whole<std::int64_t>;
    return lesson::to_json(
        lesson::forward_cost({size("B", B), size("S", S), size("T", T), size("E", E), size("H", H), size("V", V)}));
  });
}

val forcing_comparison(const std::string& first_seed_json, double seeds) {
  return guarded([&] {
    return lesson::to_json(
        lesson::forcing_comparison(seed_from(first_seed_json), whole<int>("the number of seeds", seeds)));
  });
}

val joined_comparisons(const std::string& request) {
  return guarded([&] { return joined_comparisons_from_json(request); });
}

// Bytes that live objects hold, and the size of the memory that the browser gave: what shows a leak.
val memory() {
  val result = val::object();
  put(result, "inUse", static_cast<double>(mallinfo().uordblks));
  put(result, "total", static_cast<double>(emscripten_get_heap_size()));
  return result;
}

EMSCRIPTEN_BINDINGS(engine) {
  emscripten::function("version", &version);
  emscripten::function("fields", &fields);
  emscripten::function("lesson", &lesson_report);
  emscripten::function("attentionInput", &attention_input);
  emscripten::function("attentionSteps", &attention_steps);
  emscripten::function("attentionContext", &attention_context);
  emscripten::function("tasks", &tasks);
  emscripten::function("bleu", &bleu_of);
  emscripten::function("schedule", &schedule);
  emscripten::function("coins", &coins);
  emscripten::function("copyMixture", &copy_mixture);
  emscripten::function("stateDistances", &distances);
  emscripten::function("parameterCounts", &parameter_counts);
  emscripten::function("forwardCost", &forward_cost);
  emscripten::function("forcingComparison", &forcing_comparison);
  emscripten::function("joinedComparisons", &joined_comparisons);
  emscripten::function("memory", &memory);
}

}  // namespace
}  // namespace seq2seq
