// Exposure bias in its smallest form: the same untrained model, teacher-forced and fed its own predictions.
#include "lesson/lesson.h"
#include "lesson/toy.h"

namespace seq2seq::lesson {

DivergenceDemo divergence_demo(std::uint64_t seed) {
  const Toy toy(seed);
  const auto run = [&toy](Regime regime, bool stop_at_eos) {
    return trace(toy.model, toy.parameters, toy_source(), toy_target(), regime, toy_bos, toy_eos, 0, stop_at_eos);
  };
  DivergenceDemo demo{run(Regime::teacher, false), run(Regime::free, false), {}};
  demo.stopped = run(Regime::free, true).predictions;
  if (demo.stopped.back() == toy_eos) demo.stopped.pop_back();
  return demo;
}

}  // namespace seq2seq::lesson
