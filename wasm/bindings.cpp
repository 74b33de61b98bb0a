// What JavaScript can call. One handle class over Session and the lesson's functions; numbers, texts, JSON texts and
// copied typed arrays cross, nothing else. wasm/engine.d.mts types this file, wasm/session.ts is its only caller.
#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>
#include <malloc.h>

#include <cmath>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "lesson/lesson.h"
#include "session/json.h"
#include "session/json_broken.h"
#include "session/json_teaching.h"
#include "session/session.h"

namespace seq2seq {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

val javascript_error(const std::string& code, const std::string& text) {
  val error = val::global("Error").new_(text);
  error.set("name", val("EngineError"));
  error.set("code", val(code));
  return error;
}

// Every exported call runs in here. A raw C++ exception would reach JavaScript without its text, and anything thrown
// through Embind leaks the texts that the call was given: so the Error is returned, and session.ts throws it.
template <class Call>
val guarded(Call call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return val::undefined();
    } else {
      return val(call());
    }
  } catch (const Error& error) {
    return javascript_error(name_of(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return javascript_error(name_of(ErrorCode::invalid_value),
                            "these sizes need more memory than WebAssembly has here; allowed: 2 GB in all");
  } catch (const std::exception& error) {
    return javascript_error("engine_broken", error.what());
  }
}

// Copies at once: a view of the module's memory is detached by the next growth of that memory.
val floats(const std::vector<float>& values) {
  return val::global("Float32Array").new_(typed_memory_view(values.size(), values.data()));
}
val doubles(const std::vector<double>& values) {
  return val::global("Float64Array").new_(typed_memory_view(values.size(), values.data()));
}
template <class Number>
val numbers(const std::vector<Number>& values) {
  return val::array(values);
}
val bytes(const std::string& values) {
  return val::global("Uint8Array")
      .new_(typed_memory_view(values.size(), reinterpret_cast<const unsigned char*>(values.data())));
}
val texts(const std::vector<std::string>& values) {
  val array = val::array();
  for (std::size_t i = 0; i < values.size(); ++i) array.set(i, val(values[i]));
  return array;
}
static_assert(std::is_same_v<Real, float>, "the module is never built with double scalars");

// Counts cross as JavaScript numbers, so that a fraction, NaN or a huge one is refused here, not wrapped on the way.
template <class Integer>
Integer whole(const char* name, double value, double low, double high) {
  if (value >= low && value <= high && value == std::floor(value)) return static_cast<Integer>(value);
  std::string found = std::isfinite(value) && value == std::floor(value) && std::fabs(value) < 1e15
                          ? std::to_string(static_cast<long long>(value))
                          : std::to_string(value);
  throw Error(ErrorCode::invalid_value, std::string(name) + " is " + found + "; allowed: a whole number from " +
                                            std::to_string(static_cast<long long>(low)) + " to " +
                                            std::to_string(static_cast<long long>(high)));
}

Regime regime_named(const std::string& name) {
  if (name == "teacher") return Regime::teacher;
  if (name == "free") return Regime::free;
  throw Error(ErrorCode::invalid_value, "regime is \"" + name + "\"; allowed: teacher, free");
}

// The seed's one rule (decimal text of any 64-bit integer) lives in the configuration's table.
std::uint64_t seed_from(const std::string& json) {
  return parse_configuration("{\"training\":{\"seed\":" + json + "}}").training.seed;
}

// Made empty, so that a configuration that is refused leaves nothing half-made.
struct Handle {
  std::optional<Session> session;
  std::exception_ptr waiting;  // what stopped a train() that had steps to report first
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
      const StepReport& r = done.back();
      reports.insert(reports.end(),
                     {static_cast<double>(r.step), static_cast<double>(r.epoch), r.epoch_ends ? 1.0 : 0.0, r.loss,
                      r.epsilon, r.gradient_norm, r.epoch_loss, r.validated ? 1.0 : 0.0, r.validation_loss});
      if (r.epoch_ends) break;
    }
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

val translate(const Handle& handle, const std::string& text) {
  return guarded([&] {
    const Translation t = handle.session->translate(text);
    val result = val::object();
    result.set("source", texts(t.source));
    result.set("tokens", texts(t.tokens));
    result.set("text", t.text);
    result.set("alpha", floats(t.alpha));
    result.set("rows", t.rows);
    result.set("logProbability", t.log_probability);
    result.set("cutOff", t.cut_off);
    return result;
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
  result.set("inputs", numbers(trace.inputs));
  result.set("predictions", numbers(trace.predictions));
  result.set("loss", trace.loss);
  result.set("tensors", tensors);
  return result;
}

val trace_watched(const Handle& handle, const std::string& regime) {
  return guarded([&] { return trace_to_javascript(handle.session->trace_watched(regime_named(regime))); });
}

val trace_texts(const Handle& handle, const std::string& regime, const std::string& source, const std::string& target) {
  return guarded([&] { return trace_to_javascript(handle.session->trace(source, target, regime_named(regime))); });
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

std::string version() { return SEQ2SEQ_VERSION; }
val fields() { return guarded(fields_as_json); }
val lesson_report() {
  return guarded([] { return lesson::to_json(lesson::report()); });
}

val attention_input(const std::string& seed_json, double source_length, double hidden_size) {
  return guarded([&] {
    return lesson::to_json(lesson::attention_input(seed_from(seed_json),
                                                   whole<int>("source length", source_length, 1, 200),
                                                   whole<int>("hidden size", hidden_size, 1, 200)));
  });
}

val attention_steps(const std::string& input_json, const std::string& score) {
  return guarded([&] {
    return lesson::to_json(
        lesson::attention_steps(lesson::parse_attention_input(input_json), lesson::parse_attention_score(score)));
  });
}

val schedule(const std::string& request) {
  return guarded([&] { return schedule_from_json(request); });
}
val coins(const std::string& request) {
  return guarded([&] { return coins_from_json(request); });
}
val copy_mixture(const std::string& request) {
  return guarded([&] { return copy_mixture_from_json(request); });
}
val distances(const std::string& request) {
  return guarded([&] { return state_distances_from_json(request); });
}

val parameter_counts(double V, double E, double H) {
  return guarded([&] {
    return lesson::to_json(lesson::parameter_counts(
        whole<std::int64_t>("V", V, 1, 1e6), whole<std::int64_t>("E", E, 1, 1e6), whole<std::int64_t>("H", H, 1, 1e6)));
  });
}

val forward_cost(double B, double S, double T, double E, double H, double V) {
  return guarded([&] {
    const auto size = [](const char* name, double value) { return whole<std::int64_t>(name, value, 1, 1e6); };
    return lesson::to_json(
        lesson::forward_cost({size("B", B), size("S", S), size("T", T), size("E", E), size("H", H), size("V", V)}));
  });
}

// Bytes that live objects hold, and the size of the memory that the browser gave: what shows a leak.
val memory() {
  val result = val::object();
  result.set("inUse", static_cast<double>(mallinfo().uordblks));
  result.set("total", static_cast<double>(emscripten_get_heap_size()));
  return result;
}

EMSCRIPTEN_BINDINGS(seq2seq) {
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
      .function("snapshot", &snapshot)
      .function("translate", &translate)
      .function("traceWatched", &trace_watched)
      .function("traceTexts", &trace_texts)
      .function("decodeSteps", &decode_steps)
      .function("brokenVariant", &broken_variant)
      .function("labels", &labels);
  emscripten::function("version", &version);
  emscripten::function("fields", &fields);
  emscripten::function("lesson", &lesson_report);
  emscripten::function("attentionInput", &attention_input);
  emscripten::function("attentionSteps", &attention_steps);
  emscripten::function("schedule", &schedule);
  emscripten::function("coins", &coins);
  emscripten::function("copyMixture", &copy_mixture);
  emscripten::function("stateDistances", &distances);
  emscripten::function("parameterCounts", &parameter_counts);
  emscripten::function("forwardCost", &forward_cost);
  emscripten::function("memory", &memory);
}

}  // namespace
}  // namespace seq2seq
