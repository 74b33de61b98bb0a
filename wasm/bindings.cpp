// The session as JavaScript calls it: one handle class. wasm/engine.d.mts types this file. What pages call is
// wasm/session.ts, which checks what it hands on; the benchmarks call it directly.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "base/message.h"
#include "crossing.h"
#include "handle.h"
#include "session/json.h"
#include "session/json_broken.h"
#include "session/json_next_step.h"
#include "session/json_reference.h"
#include "session/json_teaching.h"
#include "session/session.h"

namespace seq2seq {
namespace {

Regime regime_named(const std::string& name) {
  if (name == "teacher") return Regime::teacher;
  if (name == "free") return Regime::free;
  throw_error(ErrorCode::invalid_value, {"regime is \"", name, "\"; allowed: teacher, free"});
}

val open(Handle& handle, const std::string& configuration) {
  return guarded([&] { handle.session.emplace(parse_configuration(configuration)); });
}

// `pairs`: the bytes of a file of pairs, for task data.
val open_with_pairs(Handle& handle, const std::string& configuration, const std::string& pairs) {
  return guarded([&] { handle.session.emplace(parse_configuration(configuration), &pairs); });
}

// A model file's session, its run's position and moments included where the file has them.
val load(Handle& handle, const std::string& file) {
  return guarded([&] { handle.session.emplace(Session::load(file)); });
}
val load_with_pairs(Handle& handle, const std::string& file, const std::string& pairs) {
  return guarded([&] { handle.session.emplace(Session::load(file, &pairs)); });
}

val save(const Handle& handle, bool resumable) {
  return guarded([&] { return bytes(handle.session->save(resumable)); });
}

val import_weights(Handle& handle, const std::string& file) {
  return guarded([&] {
    handle.session->import_weights(file);
    handle.waiting = nullptr;
    handle.parts.clear();
  });
}

val state(const Handle& handle) {
  return guarded([&] { return state_to_json(*handle.session); });
}

val finished(const Handle& handle) {
  return guarded([&] { return handle.session->finished(); });
}

val parameter_count(const Handle& handle) {
  return guarded([&] { return static_cast<double>(handle.session->parameter_count()); });
}

val configure(Handle& handle, const std::string& name, const std::string& json) {
  return guarded([&] { handle.session->configure(name, json); });
}

val reset(Handle& handle) {
  return guarded([&] {
    handle.waiting = nullptr;
    handle.parts.clear();
    handle.session->reset();
  });
}

val snapshot(const Handle& handle) {
  return guarded([&] {
    const Snapshot s = handle.session->snapshot();
    val result = val::object();
    put(result, "epoch", static_cast<double>(s.epoch));
    put(result, "step", static_cast<double>(s.step));
    put(result, "loss", s.loss);
    put(result, "source", texts(s.source));
    put(result, "target", texts(s.target));
    put(result, "alpha", floats(s.alpha));
    put(result, "forcedInputs", texts(s.forced_inputs));
    put(result, "forcedPredictions", texts(s.forced_predictions));
    put(result, "freeInputs", texts(s.free_inputs));
    put(result, "freePredictions", texts(s.free_predictions));
    put(result, "decoded", texts(s.decoded));
    return result;
  });
}

val translation_to_javascript(const Translation& t) {
  val result = val::object();
  put(result, "source", texts(t.source));
  put(result, "tokens", texts(t.tokens));
  put(result, "text", t.text);
  put(result, "alpha", floats(t.alpha));
  put(result, "rows", t.rows);
  put(result, "logProbability", t.log_probability);
  put(result, "score", t.score);
  put(result, "cutOff", t.cut_off);
  return result;
}

val translations_to_javascript(const std::vector<Translation>& translations) {
  val array = val::array();
  for (std::size_t i = 0; i < translations.size(); ++i) array.set(i, translation_to_javascript(translations[i]));
  return array;
}

val translate(const Handle& handle, const std::string& text) {
  return guarded([&] { return translation_to_javascript(handle.session->translate(text)); });
}

val translations(const Handle& handle, const std::string& text, double count) {
  return guarded([&] {
    Context context;
    return translations_to_javascript(handle.session->translations(text, whole<int>("count", count), context));
  });
}

val every_translation(const Handle& handle, const std::string& text, double count) {
  return guarded([&] {
    Context context;
    return translations_to_javascript(handle.session->every_translation(text, whole<int>("count", count), context));
  });
}

Part part_named(const std::string& name) {
  if (name == "train") return Part::train;
  if (name == "validation") return Part::validation;
  if (name == "test") return Part::test;
  throw_error(ErrorCode::invalid_value, {"part is \"", name, "\"; allowed: train, validation, test"});
}

// `listener` gets the fraction done, batch by batch; it ends the work by answering false. It must not throw.
Context context_of(const val& listener, bool& stop) {
  return Context([&stop] { return stop; },
                 [&listener, &stop](double fraction) { stop = listener(fraction).isFalse() || stop; });
}

val evaluate_part(const Handle& handle, const std::string& part, const val& listener) {
  return guarded([&] {
    bool stop = false;
    Context context = context_of(listener, stop);
    return to_json(handle.session->evaluate(part_named(part), context));
  });
}

val evaluate_pairs(const Handle& handle, const std::string& pairs, const val& listener) {
  return guarded([&] {
    bool stop = false;
    Context context = context_of(listener, stop);
    return to_json(handle.session->evaluate(pairs, context));
  });
}

val part_size(const Handle& handle, const std::string& part) {
  return guarded([&] { return static_cast<double>(handle.session->part_size(part_named(part))); });
}

val corpus_report(const Handle& handle) {
  return guarded([&] { return to_json(handle.session->corpus_report()); });
}

val pytorch_program(const Handle& handle, const std::string& weights_file) {
  return guarded([&] { return handle.session->pytorch_program(weights_file); });
}

// An empty source takes the watched pair, here and below.
val dump(const Handle& handle, const std::string& source, const std::string& target) {
  return guarded([&] { return bytes(handle.session->dump(source, target)); });
}

val check_gradients(const Handle& handle, const std::string& source, const std::string& target, double entries,
                    double tolerance) {
  return guarded([&] {
    GradientCheckOptions options;
    options.entries = whole<std::size_t>("entries", entries);
    options.tolerance = tolerance;
    return to_json(handle.session->check_gradients(source, target, options));
  });
}

val trace_to_javascript(const Trace& trace) {
  val tensors = val::array();
  for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
    const TraceTensor& t = trace.tensors[i];
    val tensor = val::object();
    put(tensor, "name", t.name);
    put(tensor, "symbol", t.symbol);
    put(tensor, "formula", t.formula);
    put(tensor, "step", t.step);
    put(tensor, "shape", numbers(t.shape));
    put(tensor, "values", floats(t.values));
    tensors.set(i, tensor);
  }
  val result = val::object();
  put(result, "regime", std::string(trace.regime == Regime::teacher ? "teacher" : "free"));
  put(result, "source", numbers(trace.source));
  put(result, "target", numbers(trace.target));
  put(result, "inputs", numbers(trace.inputs));
  put(result, "predictions", numbers(trace.predictions));
  put(result, "loss", trace.loss);
  put(result, "tensors", tensors);
  return result;
}

val trace_watched(const Handle& handle, const std::string& regime, bool gradients) {
  return guarded([&] { return trace_to_javascript(handle.session->trace_watched(regime_named(regime), gradients)); });
}

val trace_texts(const Handle& handle, const std::string& regime, const std::string& source, const std::string& target,
                bool gradients) {
  return guarded(
      [&] { return trace_to_javascript(handle.session->trace(source, target, regime_named(regime), gradients)); });
}

val decode_steps(const Handle& handle, const std::string& request) {
  return guarded([&] { return decode_steps_from_json(*handle.session, request); });
}

val next_step(const Handle& handle, const std::string& request) {
  return guarded([&] { return next_step_from_json(*handle.session, request); });
}

val broken_variant(const Handle& handle, const std::string& request) {
  return guarded([&] { return broken_run_from_json(*handle.session, request); });
}

// An empty source: the vocabulary alone.
val labels(const Handle& handle, const std::string& source) {
  return guarded([&] { return texts(handle.session->labels(source)); });
}

EMSCRIPTEN_BINDINGS(session) {
  emscripten::class_<Handle>("Handle")
      .constructor<>()
      .function("open", &open)
      .function("openWithPairs", &open_with_pairs)
      .function("load", &load)
      .function("loadWithPairs", &load_with_pairs)
      .function("save", &save)
      .function("importWeights", &import_weights)
      .function("state", &state)
      .function("finished", &finished)
      .function("parameterCount", &parameter_count)
      .function("configure", &configure)
      .function("reset", &reset)
      .function("train", &train)
      .function("parts", &parts)
      .function("computePart", &compute_part)
      .function("putPart", &put_part)
      .function("finishParts", &finish_parts)
      .function("giveUpStep", &give_up_step)
      .function("snapshot", &snapshot)
      .function("translate", &translate)
      .function("translations", &translations)
      .function("everyTranslation", &every_translation)
      .function("evaluatePart", &evaluate_part)
      .function("evaluatePairs", &evaluate_pairs)
      .function("partSize", &part_size)
      .function("corpusReport", &corpus_report)
      .function("pytorchProgram", &pytorch_program)
      .function("dump", &dump)
      .function("checkGradients", &check_gradients)
      .function("traceWatched", &trace_watched)
      .function("traceTexts", &trace_texts)
      .function("decodeSteps", &decode_steps)
      .function("brokenVariant", &broken_variant)
      .function("nextStep", &next_step)
      .function("labels", &labels);
}

}  // namespace
}  // namespace seq2seq
