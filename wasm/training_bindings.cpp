// Training as JavaScript calls it. A toy's step takes 10 microseconds, so this file is compiled for speed, unlike the
// other bindings.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.h"
#include "crossing.h"
#include "handle.h"

namespace seq2seq {
namespace {

constexpr std::size_t numbers_a_step = 9;

void append(std::vector<double>& reports, const StepReport& r) {
  reports.insert(reports.end(),
                 {static_cast<double>(r.step), static_cast<double>(r.epoch), r.epoch_ends ? 1.0 : 0.0, r.loss,
                  r.epsilon, r.gradient_norm, r.epoch_loss, r.validated ? 1.0 : 0.0, r.validation_loss});
}

std::string& part_at(Handle& handle, int which) {
  const int count = handle.session->parts();
  if (which < 0 || which >= count)
    throw_error(ErrorCode::invalid_value, {"part is ", which, "; allowed: 0 to ", count - 1});
  handle.parts.resize(static_cast<std::size_t>(count));
  return handle.parts[static_cast<std::size_t>(which)];
}

}  // namespace

// At most `steps` steps, and no further than the end of an epoch, so that the caller can look at every epoch's model.
// Nine numbers a step, in the order of StepReport in protocol.ts. An error after the first step is kept for the next
// call: the steps before it are reported first.
val train(Handle& handle, double steps) {
  return guarded([&] {
    const std::uint32_t limit = whole<std::uint32_t>("steps", steps);
    if (handle.waiting) {
      const std::exception_ptr error = handle.waiting;
      handle.waiting = nullptr;
      std::rethrow_exception(error);
    }
    Context context;
    std::vector<double> reports;
    reports.reserve(numbers_a_step);
    for (std::uint32_t i = 0; i < limit && !handle.session->finished(); ++i) {
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

val compute_part(Handle& handle, double which) {
  return guarded([&] {
    const int number = whole<int>("part", which);
    std::string& part = part_at(handle, number);
    part = handle.session->compute_part(number);
    return bytes(part);
  });
}

// As an Embind text the bytes would be copied one by one.
val put_part(Handle& handle, double which, const val& part) {
  return guarded([&] {
    std::string& to = part_at(handle, whole<int>("part", which));
    to.resize(part["length"].as<std::size_t>());
    val(typed_memory_view(to.size(), reinterpret_cast<unsigned char*>(to.data()))).call<void>("set", part);
  });
}

val finish_parts(Handle& handle) {
  return guarded([&] {
    // Emptied, so that a part that is missing from the next step is not this step's.
    const std::vector<std::string> parts = std::exchange(handle.parts, {});
    const std::vector<std::string_view> views(parts.begin(), parts.end());
    std::vector<double> reports;
    append(reports, handle.session->train_from(views));
    return doubles(reports);
  });
}

val give_up_step(Handle& handle) {
  return guarded([&] {
    handle.parts.clear();
    handle.session->give_up_step();
  });
}

}  // namespace seq2seq
