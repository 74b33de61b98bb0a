// The session as JavaScript calls it: one handle class. wasm/engine.d.mts types this file, wasm/session.ts is its only
// caller.
#include <emscripten/bind.h>

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "crossing.h"
#include "session/json.h"
#include "session/json_broken.h"
#include "session/json_reference.h"
#include "session/json_teaching.h"
#include "session/session.h"

namespace seq2seq {
namespace {

Regime regime_named(const std::string& name) {
  if (name == "teacher") return Regime::teacher;
  if (name == "free") return Regime::free;
  throw Error(ErrorCode::invalid_value, "regime is \"" + name + "\"; allowed: teacher, free");
}

// Made empty, so that a configuration that is refused leaves nothing half-made.
struct Handle {
  std::optional<Session> session;
  std::exception_ptr waiting;      // what stopped a train() that had steps to report first
  std::vector<std::string> parts;  // of the step that is shared out, as far as they are known
};

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
    handle.session->reset();
  });
}

void append(std::vector<double>& reports, const StepReport& r) {
  reports.insert(reports.end(),
                 {static_cast<double>(r.step), static_cast<double>(r.epoch), r.epoch_ends ? 1.0 : 0.0, r.loss,
                  r.epsilon, r.gradient_norm, r.epoch_loss, r.validated ? 1.0 : 0.0, r.validation_loss});
}

// At most `steps` steps, and no further than the end of an epoch, so that the caller can look at every epoch's model.
// Nine numbers a step, in the order of StepReport in protocol.ts. An error after the first step is kept for the next
// call: the steps before it are reported first.
val train(Handle& handle, double steps) {
  return guarded([&] {
    const int limit = whole<int>("steps", steps, 0, 1e9);
    if (handle.waiting) {
      const std::exception_ptr error = handle.waiting;
      handle.waiting = nullptr;
      std::rethrow_exception(error);
    }
    Context context;
    std::vector<double> reports;
    for (int i = 0; i < limit && !handle.session->finished(); ++i) {
      std::vector<StepReport> done;
      try {
        done = handle.session->train(1, context);
      } catch (const Error&) {
        if (reports.empty()) throw;
        handle.waiting = std::current_exception();
        break;
      }
      if (done.empty()) break;
      append(reports, done.back());
      if (done.back().epoch_ends) break;
    }
    return doubles(reports);
  });
}

// One step shared out between two workers (wasm/partner.ts): parts are computed here or put in, then the step is
// finished from all of them. Parts are bytes for a session in the same position.
val parts(Handle& handle) {
  return guarded([&] { return handle.session->parts(); });
}

std::string& part_at(Handle& handle, double which) {
  const std::size_t count = static_cast<std::size_t>(handle.session->parts());
  const std::size_t index = whole<std::size_t>("part", which, 0, static_cast<double>(count) - 1);
  handle.parts.resize(count);
  return handle.parts[index];
}

val compute_part(Handle& handle, double which) {
  return guarded([&] {
    std::string& part = part_at(handle, which);
    part = handle.session->compute_part(static_cast<int>(which));
    return bytes(part);
  });
}

// As an Embind text the bytes would be copied one by one.
val put_part(Handle& handle, double which, const val& part) {
  return guarded([&] {
    std::string& to = part_at(handle, which);
    to.resize(part["length"].as<std::size_t>());
    val(typed_memory_view(to.size(), reinterpret_cast<unsigned char*>(to.data()))).call<void>("set", part);
  });
}

val finish_parts(Handle& handle) {
  return guarded([&] {
    const std::vector<std::string_view> parts(handle.parts.begin(), handle.parts.end());
    std::vector<double> reports;
    append(reports, handle.session->train_from(parts));
    return doubles(reports);
  });
}

val snapshot(const Handle& handle) {
  return guarded([&] {
    const Snapshot s = handle.session->snapshot();
    val result = val::object();
    result.set("epoch", static_cast<double>(s.epoch));
    result.set("step", static_cast<double>(s.step));
    result.set("loss", s.loss);
    result.set("source", texts(s.source));
    result.set("target", texts(s.target));
    result.set("alpha", floats(s.alpha));
    result.set("forcedInputs", texts(s.forced_inputs));
    result.set("forcedPredictions", texts(s.forced_predictions));
    result.set("freeInputs", texts(s.free_inputs));
    result.set("freePredictions", texts(s.free_predictions));
    result.set("decoded", texts(s.decoded));
    return result;
  });
}

val translation_to_javascript(const Translation& t) {
  val result = val::object();
  result.set("source", texts(t.source));
  result.set("tokens", texts(t.tokens));
  result.set("text", t.text);
  result.set("alpha", floats(t.alpha));
  result.set("rows", t.rows);
  result.set("logProbability", t.log_probability);
  result.set("score", t.score);
  result.set("cutOff", t.cut_off);
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
    return translations_to_javascript(handle.session->translations(text, whole<int>("count", count, 1, 1e6), context));
  });
}

val every_translation(const Handle& handle, const std::string& text, double count) {
  return guarded([&] {
    Context context;
    return translations_to_javascript(
        handle.session->every_translation(text, whole<int>("count", count, 1, 1e6), context));
  });
}

Part part_named(const std::string& name) {
  if (name == "train") return Part::train;
  if (name == "validation") return Part::validation;
  if (name == "test") return Part::test;
  throw Error(ErrorCode::invalid_value, "part is \"" + name + "\"; allowed: train, validation, test");
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
    options.entries = whole<std::size_t>("entries", entries, 0, 1e9);
    if (!(tolerance >= 0 && tolerance <= 1))
      throw Error(ErrorCode::invalid_value,
                  "tolerance is " + std::to_string(tolerance) + "; allowed: a number above 0 and at most 1");
    options.tolerance = tolerance;
    return to_json(handle.session->check_gradients(source, target, options));
  });
}

val trace_to_javascript(const Trace& trace) {
  val tensors = val::array();
  for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
    const TraceTensor& t = trace.tensors[i];
    val tensor = val::object();
    tensor.set("name", t.name);
    tensor.set("symbol", t.symbol);
    tensor.set("formula", t.formula);
    tensor.set("step", t.step);
    tensor.set("shape", numbers(t.shape));
    tensor.set("values", floats(t.values));
    tensors.set(i, tensor);
  }
  val result = val::object();
  result.set("regime", std::string(trace.regime == Regime::teacher ? "teacher" : "free"));
  result.set("source", numbers(trace.source));
  result.set("target", numbers(trace.target));
  result.set("inputs", numbers(trace.inputs));
  result.set("predictions", numbers(trace.predictions));
  result.set("loss", trace.loss);
  result.set("tensors", tensors);
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
      .function("labels", &labels);
}

}  // namespace
}  // namespace seq2seq
