// How PyTorch 1.13 draws the parameters of nn.Embedding, nn.GRU and nn.Linear.
#include <cmath>

#include "model/parameters.h"

namespace seq2seq {
namespace {

class Drawing {
 public:
  Drawing(Parameters& parameters, Generator& generator) : parameters_(parameters), generator_(generator) {}

  void normal(const std::string& name) {
    make_room(name);
    generator_.normal(drawn_.data(), drawn_.size(), 0.0, 1.0);
    keep(name);
  }
  void uniform(const std::string& name, double bound) {
    make_room(name);
    generator_.uniform(drawn_.data(), drawn_.size(), -bound, bound);
    keep(name);
  }

  void gru(const std::string& name, int hidden) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(hidden));
    for (const char* part : {".weight_ih_l0", ".weight_hh_l0", ".bias_ih_l0", ".bias_hh_l0"})
      uniform(name + part, bound);
  }
  // kaiming_uniform_(a = sqrt(5)) in PyTorch's order of operations, which decides the last bit.
  void linear_weight(const std::string& name, int input) {
    uniform(name, std::sqrt(3.0) * (std::sqrt(2.0 / 6.0) / std::sqrt(static_cast<double>(input))));
  }

 private:
  void make_room(const std::string& name) { drawn_.resize(parameters_.layout().find(name).size); }
  void keep(const std::string& name) { parameters_.write(name, std::vector<Real>(drawn_.begin(), drawn_.end())); }

  Parameters& parameters_;
  Generator& generator_;
  std::vector<float> drawn_;
};

}  // namespace

void initialise(Parameters& parameters, const ModelConfig& config, Generator& generator) {
  const int E = config.embedding_size, H = config.hidden_size;
  Drawing draw(parameters, generator);
  draw.normal("enc.emb.weight");
  draw.gru("enc.gru", H);
  draw.normal("dec.emb.weight");
  if (config.attention == AttentionKind::bahdanau) {
    draw.linear_weight("dec.attn.Wh.weight", H);
    draw.linear_weight("dec.attn.Ws.weight", H);
    draw.linear_weight("dec.attn.v.weight", H);
  }
  if (config.attention == AttentionKind::luong_general) draw.linear_weight("dec.attn.Wa.weight", H);
  draw.gru("dec.gru", H);
  if (config.copy != CopyKind::pointer) {
    draw.linear_weight("dec.fc.weight", 2 * H);
    draw.uniform("dec.fc.bias", 1.0 / std::sqrt(2.0 * H));
  }
  if (config.copy == CopyKind::pointer_generator) {
    const double bound = 1.0 / std::sqrt(2.0 * H + E);
    for (const char* name : {"gate.w_h", "gate.w_s", "gate.w_x", "gate.b"}) draw.uniform(name, bound);
  }
}

}  // namespace seq2seq
