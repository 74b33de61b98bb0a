// How many parameters the lesson's model has, module by module, at any size.
#include "lesson/check_size.h"
#include "lesson/lesson.h"

namespace seq2seq::lesson {
namespace {

// Three gates, each with weights on the input and on the state, and two biases (PyTorch keeps both).
std::int64_t gru(std::int64_t input, std::int64_t H) { return 3 * H * (input + H) + 6 * H; }

}  // namespace

ParameterCounts parameter_counts(std::int64_t V, std::int64_t E, std::int64_t H) {
  constexpr std::int64_t most = 10'000'000;  // squares and products of such sizes fit into 64 bits
  check_size("V", V, most);
  check_size("E", E, most);
  check_size("H", H, most);
  ParameterCounts counts;
  counts.modules = {{"enc.emb", V * E},          {"enc.gru", gru(E, H)},     {"dec.emb", V * E},
                    {"dec.attn", 2 * H * H + H}, {"dec.gru", gru(E + H, H)}, {"dec.fc", V * (2 * H + 1)}};
  for (const ModuleCount& module : counts.modules)
    (module.name.rfind("enc.", 0) == 0 ? counts.encoder : counts.decoder) += module.count;
  counts.total = counts.encoder + counts.decoder;
  return counts;
}

}  // namespace seq2seq::lesson
