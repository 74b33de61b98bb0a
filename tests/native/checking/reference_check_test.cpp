#include "checking/reference_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "checking/reference_hypotheses.h"
#include "support/reference_dumps.h"

using namespace seq2seq;
using namespace reference_test;

TEST_CASE("our own dump agrees, with every kind of attention and copying") {
  for (const AttentionKind attention :
       {AttentionKind::bahdanau, AttentionKind::luong_dot, AttentionKind::luong_general, AttentionKind::none})
    for (const CopyKind copy : {CopyKind::off, CopyKind::pointer_generator, CopyKind::pointer}) {
      if (attention == AttentionKind::none && copy != CopyKind::off) continue;
      const Model model(odd_config(attention, copy));
      const std::string dump = write_reference_dump(model.seq2seq, model.parameters, odd_pair(copy), LossKind::mean);
      const ReferenceReport report =
          check_reference(dump, configuration_of(model.seq2seq.config(), LossKind::mean), {}, 1e-6);
      INFO(text_of(report));
      CHECK(report.loaded);
      CHECK(report.agrees);
      CHECK(!report.first);
      CHECK(report.explanation.causes.empty());
      const std::size_t parameters = model.seq2seq.layout()->list().size();
      CHECK(report.compared.size() == SafeTensors::parse(dump).tensors().size() - parameters);
      CHECK(report.names.weights.size() == parameters);
      CHECK(report.names.unused.empty());
    }
}

TEST_CASE("one number that is off is found, wherever it is") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const std::vector<ReferenceTensor> good = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  for (std::size_t k = 0; k < good.size(); ++k) {
    std::vector<ReferenceTensor> tensors = good;
    const std::size_t at = tensors[k].values.size() / 2;
    double largest = 0;
    for (const double x : tensors[k].values) largest = std::fmax(largest, std::fabs(x));
    tensors[k].values[at] += 0.01 * largest;
    const ReferenceReport report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                                                   configuration_of(model.seq2seq.config()), {});
    CAPTURE(tensors[k].name);
    CAPTURE(tensors[k].step);
    CHECK(!report.agrees);
    REQUIRE(report.first);
    CHECK(report.first->name == tensors[k].name);
    CHECK(report.first->step == tensors[k].step);
    CHECK(report.first->worst == at);
    CHECK(report.first->theirs - report.first->ours == doctest::Approx(0.01 * largest).epsilon(1e-3));
    CHECK(!report.explanation.complete);
    CHECK(!report.explanation.causes.empty());
  }
}

namespace {

// A dump made with each mistake in turn must be told by its own name.
void check_every_hypothesis(const ModelConfig& config, const ReferencePair& pair, LossKind kind) {
  const Model model(config);
  for (const Deviation& hypothesis : hypotheses(config, pair, kind, false)) {
    Variant variant;
    hypothesis.apply(variant);
    const ReferenceReport report =
        check_reference(dump_of(model, pair, kind, variant), configuration_of(config, kind), {}, 1e-5);
    CAPTURE(hypothesis.sentence);
    INFO(text_of(report));
    CHECK(!report.agrees);
    CHECK(report.explanation.complete);
    REQUIRE(report.explanation.causes.size() == 1);
    const Cause& cause = report.explanation.causes.front();
    CHECK(cause.id == hypothesis.id);
    CHECK(cause.sentence == hypothesis.sentence);
    CHECK(cause.tested);
    CHECK(cause.tensor == report.first->name);
    CHECK(cause.step == report.first->step);
  }
}

}  // namespace

TEST_CASE("every usual mistake is told by its name") {
  check_every_hypothesis(odd_config(), odd_pair(), LossKind::sum);
  check_every_hypothesis(odd_config(), odd_pair(CopyKind::off, true), LossKind::mean);
  check_every_hypothesis(odd_config(AttentionKind::luong_general), odd_pair(CopyKind::off, true), LossKind::sum);
  check_every_hypothesis(odd_config(AttentionKind::luong_dot), odd_pair(), LossKind::sum);
  check_every_hypothesis(odd_config(AttentionKind::none), odd_pair(), LossKind::sum);
  check_every_hypothesis(odd_config(AttentionKind::bahdanau, CopyKind::pointer_generator),
                         odd_pair(CopyKind::pointer_generator), LossKind::sum);
  check_every_hypothesis(odd_config(AttentionKind::bahdanau, CopyKind::pointer), odd_pair(CopyKind::pointer),
                         LossKind::sum);
}

namespace {

std::vector<ReferenceTensor> only(const std::vector<ReferenceTensor>& tensors, const std::vector<std::string>& names) {
  std::vector<ReferenceTensor> kept;
  for (const ReferenceTensor& tensor : tensors)
    if (std::find(names.begin(), names.end(), tensor.name) != names.end()) kept.push_back(tensor);
  return kept;
}

std::vector<std::string> ids_of(const ReferenceReport& report) {
  std::vector<std::string> ids;
  for (const Cause& cause : report.explanation.causes) ids.push_back(cause.id);
  return ids;
}

}  // namespace

TEST_CASE("several mistakes in one model are told one after another") {
  Variant variant;
  variant.encoder.update_reversed = variant.decoder.update_reversed = true;
  variant.score = Variant::Score::without_tanh;
  variant.in_head = Variant::Context::swapped;
  variant.reduction = Variant::Reduction::mean;
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const ReferenceReport report =
      check_reference(dump_of(model, pair, LossKind::sum, variant), configuration_of(model.seq2seq.config()), {});
  INFO(text_of(report));
  CHECK(ids_of(report) == std::vector<std::string>{"update-reversed", "no-tanh", "swapped", "loss-mean"});
  CHECK(report.explanation.complete);
  CHECK(report.first->name == "enc.out");
  CHECK(report.explanation.causes[1].tensor == "dec.tanh");
}

TEST_CASE("a dump of the logits alone is enough for one mistake, and for two that hide in them") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  PlainModel plain(model.seq2seq.config(), model.parameters);
  const auto check = [&](const Variant& variant) {
    return check_reference(dump_of(to_tensors(model.parameters),
                                   only(plain.run(pair, LossKind::sum, variant, false), {"dec.logits"}), pair),
                           configuration_of(model.seq2seq.config()), {}, 1e-5);
  };
  Variant variant;
  variant.query = Variant::Query::after;
  ReferenceReport report = check(variant);
  INFO(text_of(report));
  CHECK(ids_of(report) == std::vector<std::string>{"state-after-step"});
  CHECK(report.explanation.complete);
  variant.encoder.reset = variant.decoder.reset = GruVariant::Reset::product_only;
  report = check(variant);
  CHECK(ids_of(report) == std::vector<std::string>{"reset-without-bias", "state-after-step"});
  CHECK(report.explanation.complete);
}

TEST_CASE("biases in the attention, and layers without a bias or without the context") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const Configuration configuration = configuration_of(model.seq2seq.config());
  PlainModel plain(model.seq2seq.config(), model.parameters);
  std::vector<NamedTensor> weights = to_tensors(model.parameters);
  Variant variant;
  SUBCASE("biases in the attention") {
    const std::vector<Real> keys{1, -1, Real(0.5), 0, 2, Real(0.25), -2}, query{0, 1, 0, 1, 0, 1, 1};
    plain.add_bias("dec.attn.Wh.bias", {keys.begin(), keys.end()});
    plain.add_bias("dec.attn.Ws.bias", {query.begin(), query.end()});
    weights.push_back({"dec.attn.Wh.bias", {7}, keys});
    weights.push_back({"dec.attn.Ws.bias", {7}, query});
    variant.attention_biases = true;
    const ReferenceReport report =
        check_reference(dump_of(weights, plain.run(pair, LossKind::sum, variant, true), pair), configuration, {});
    INFO(text_of(report));
    CHECK(ids_of(report) == std::vector<std::string>{"attention-bias"});
    CHECK(report.explanation.complete);
    CHECK(report.first->name == "dec.Wh_h");
  }
  SUBCASE("a head that sees the state alone") {
    variant.in_head = Variant::Context::left_out;
    std::vector<ReferenceTensor> tensors;
    for (const ReferenceTensor& tensor : plain.run(pair, LossKind::sum, variant, true))
      if (tensor.name != "grad.dec.fc.weight") tensors.push_back(tensor);
    for (NamedTensor& tensor : weights) {
      if (tensor.name != "dec.fc.weight") continue;
      const std::vector<Real> whole = std::move(tensor.values);
      tensor.values.clear();
      for (std::ptrdiff_t row = 0; row < 11; ++row)
        tensor.values.insert(tensor.values.end(), whole.begin() + 14 * row, whole.begin() + 14 * row + 7);
      tensor.shape = {11, 7};
    }
    const ReferenceReport report = check_reference(dump_of(weights, tensors, pair), configuration, {});
    INFO(text_of(report));
    CHECK(ids_of(report) == std::vector<std::string>{"context-left-out"});
    CHECK(report.explanation.causes.front().tested);
    CHECK(report.explanation.complete);
    CHECK(report.first->name == "dec.fc.weight");
  }
  SUBCASE("no bias in the head") {
    variant.head_bias = false;
    std::vector<ReferenceTensor> tensors;
    for (const ReferenceTensor& tensor : plain.run(pair, LossKind::sum, variant, true))
      if (tensor.name != "grad.dec.fc.bias") tensors.push_back(tensor);
    weights.erase(std::find_if(weights.begin(), weights.end(),
                               [](const NamedTensor& tensor) { return tensor.name == "dec.fc.bias"; }));
    const ReferenceReport report = check_reference(dump_of(weights, tensors, pair), configuration, {});
    INFO(text_of(report));
    CHECK(ids_of(report) == std::vector<std::string>{"bias-missing"});
    CHECK(report.explanation.complete);
  }
}

TEST_CASE("what was done to the gradients is told") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const std::vector<ReferenceTensor> good = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  const auto found = [&](auto change) {
    std::vector<ReferenceTensor> tensors = good;
    for (ReferenceTensor& tensor : tensors)
      if (tensor.name.rfind("grad.", 0) == 0) change(tensor);
    const ReferenceReport report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                                                   configuration_of(model.seq2seq.config()), {});
    INFO(text_of(report));
    REQUIRE(report.explanation.causes.size() == 1);
    CHECK(report.first->name == "grad.dec.fc.bias");
    CHECK(report.explanation.causes.front().tested == report.explanation.complete);
    return report.explanation.causes.front().id;
  };
  const auto times = [](double factor) {
    return [factor](ReferenceTensor& tensor) {
      for (double& x : tensor.values) x *= factor;
    };
  };
  CHECK(found(times(2)) == "counted-twice");
  CHECK(found(times(3)) == "counted-twice");
  CHECK(found(times(-1)) == "sign");
  CHECK(found(times(0.25)) == "loss-mean");  // four tokens
  CHECK(found(times(0.3)) == "factor");
  double square = 0;
  for (const ReferenceTensor& tensor : good)
    if (tensor.name.rfind("grad.", 0) == 0)
      for (const double x : tensor.values) square += x * x;
  CHECK(found(times(0.5 / std::sqrt(square))) == "clipped");
  CHECK(found([](ReferenceTensor& tensor) {
          for (double& x : tensor.values) x = std::fmax(-0.1, std::fmin(0.1, x));
        }) == "clipped");
  CHECK(found([&](ReferenceTensor& tensor) {
          const std::vector<Real> weights = model.parameters.read(tensor.name.substr(5));
          for (std::size_t i = 0; i < weights.size(); ++i) tensor.values[i] += 0.02 * static_cast<double>(weights[i]);
        }) == "weight-decay");
  int k = 0;
  CHECK(found([&k](ReferenceTensor& tensor) {
          for (double& x : tensor.values) x *= 2.05 + 0.1 * std::sin(++k);
        }) == "not-zeroed");
}

TEST_CASE("NaN and infinity are told as what they are, not as some multiple of ours") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const std::vector<ReferenceTensor> good = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    for (const std::string start : {"grad.", "grad.dec.fc.bias", "dec.context"})
      for (const bool all : {false, true}) {
        CAPTURE(start);
        std::vector<ReferenceTensor> tensors = good;
        for (ReferenceTensor& tensor : tensors)
          if (tensor.name.rfind(start, 0) == 0)
            std::fill_n(tensor.values.begin(), all ? tensor.values.size() : 1, value);
        const ReferenceReport report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                                                       configuration_of(model.seq2seq.config()), {});
        INFO(text_of(report));
        CHECK_FALSE(report.agrees);
        CHECK_FALSE(report.explanation.complete);
        REQUIRE(report.explanation.causes.size() == 1);
        CHECK(report.explanation.causes.front().id == "not-finite");
        CHECK_FALSE(report.explanation.causes.front().tested);
        const bool backward = start != "dec.context";
        CHECK((report.explanation.causes.front().sentence.find("backward pass") != std::string::npos) == backward);
      }
}

TEST_CASE("an embedding row without a gradient, and a layer that is frozen") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const auto found = [&](const std::string& name, std::size_t begin, std::size_t end) {
    std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
    for (ReferenceTensor& tensor : tensors)
      if (tensor.name == name)
        for (std::size_t i = begin; i < std::min(end, tensor.values.size()); ++i) tensor.values[i] = 0;
    const ReferenceReport report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                                                   configuration_of(model.seq2seq.config()), {});
    CHECK(report.first->name == name);
    return report.explanation.causes.front().id;
  };
  CHECK(found("grad.enc.emb.weight", 9 * 5, 10 * 5) == "padding-idx");
  CHECK(found("grad.dec.attn.v.weight", 0, 7) == "detached");
}

TEST_CASE("a dump made before backward is compared without its gradients, and says so") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  for (ReferenceTensor& tensor : tensors)
    if (tensor.name.rfind("grad.", 0) == 0) std::fill(tensor.values.begin(), tensor.values.end(), 0.0);
  const ReferenceReport report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                                                 configuration_of(model.seq2seq.config()), {});
  CHECK(report.agrees);
  CHECK(report.compared.size() == tensors.size() - 15);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes.front().find("backward()") != std::string::npos);
}

TEST_CASE("padding that the metadata does not mention is noticed") {
  const Model model(odd_config());
  ReferencePair pair = odd_pair(CopyKind::off, true);
  std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  for (ReferenceTensor& tensor : tensors)
    if (tensor.name == "dec.alpha") tensor.values.resize(6, 0), tensor.shape = {1, 6};
  pair.source_length = 6;
  const ReferenceReport report =
      check_reference(dump_of(to_tensors(model.parameters), only(tensors, {"dec.alpha"}), pair),
                      configuration_of(model.seq2seq.config()), {});
  CHECK(!report.agrees);
  REQUIRE(!report.notes.empty());
  CHECK(report.notes.back().find("source_length=4") != std::string::npos);
}

TEST_CASE("dumps that cannot be checked are refused by name") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const std::vector<ReferenceTensor> good = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  const std::vector<NamedTensor> weights = to_tensors(model.parameters);
  const auto refusal = [&](const std::string& dump, double tolerance = 1e-4) -> std::string {
    try {
      check_reference(dump, configuration_of(model.seq2seq.config()), {}, tolerance);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  CHECK(has(refusal("no safetensors"), "header"));
  CHECK(has(refusal(write_safetensors(weights, {})), "no source"));
  CHECK(has(refusal(write_safetensors(weights, {{"source", "a b"}})), "\"a b\""));
  CHECK(has(refusal(write_safetensors(weights, {{"source", "1"}, {"target", "2"}, {"bos", "0 1"}})), "0 1"));
  CHECK(
      has(refusal(write_safetensors(weights, {{"source", "1"}, {"target", "2"}, {"bos", "0"}, {"source_length", "2"}})),
          "source_length"));
  CHECK(has(refusal(dump_of(weights, {}, pair)), "nothing") == false);
  CHECK(has(refusal(dump_of(weights, {}, pair)), "no tensor of the forward pass"));
  CHECK(has(refusal(dump_of(weights, good, pair), 0), "tolerance"));
  ReferencePair strange = pair;
  strange.source[2] = 11;
  CHECK(has(refusal(dump_of(weights, good, strange)), "token 11"));
  for (const std::size_t last : {std::size_t{1}, std::size_t{14}}) {  // the encoder's weights, the head's bias
    std::vector<ReferenceTensor> misshapen = good;
    ReferenceTensor& gradient = misshapen[misshapen.size() - 1 - last];
    gradient.values.pop_back();
    gradient.shape = {static_cast<int>(gradient.values.size())};
    CHECK(has(refusal(dump_of(weights, misshapen, pair)), "another shape"));
  }
  std::vector<NamedTensor> broken = weights;
  broken[3].values[4] = std::nanf("");
  CHECK(has(refusal(dump_of(broken, good, pair)), "NaN"));
}

TEST_CASE("a tensor that is held against nothing is listed as not used") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();  // four steps
  const std::vector<ReferenceTensor> good = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  const auto unused = [&](const std::string& name, const std::string& instead, bool beside) {
    std::string dump = dump_of(to_tensors(model.parameters), good, pair);
    std::vector<NamedTensor> tensors;
    const SafeTensors file = SafeTensors::parse(dump);
    for (const StoredTensor& tensor : file.tensors()) {
      const NamedTensor same{tensor.name, {tensor.shape.begin(), tensor.shape.end()}, file.values(tensor)};
      if (tensor.name != name || beside) tensors.push_back(same);
      if (tensor.name == name) tensors.push_back({instead, same.shape, same.values});
    }
    const ReferenceReport report =
        check_reference(write_safetensors(tensors, file.metadata()), configuration_of(model.seq2seq.config()), {});
    CHECK(report.agrees);
    CHECK(report.names.forward.count(instead) == (report.names.unused.empty() ? 1 : 0));
    return report.names.unused.empty() ? std::string() : report.names.unused.front().name;
  };
  CHECK(unused("dec.alpha.0", "dec.alpha.7", false) == "dec.alpha.7");
  CHECK(unused("dec.alpha.1", "dec.alpha.01", false) == "dec.alpha.01");
  CHECK(unused("dec.alpha.1", "dec.p_gen.1", false) == "dec.p_gen.1");  // this model copies nothing
  CHECK(unused("dec.alpha.1", "attn.1", true) == "attn.1");             // means the same, by a guess
  CHECK(unused("dec.alpha.1", "attn.1", false).empty());
  CHECK(unused("grad.dec.fc.bias", "grad.dec.fc.bia", false) == "grad.dec.fc.bia");
}

TEST_CASE("numbers of the metadata are read whole, a text's largest length among them") {
  const Model model(odd_config());
  ReferencePair pair = odd_pair();
  const std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  const auto refused = [&](const std::string& source) {
    std::string dump = dump_of(to_tensors(model.parameters), tensors, pair);
    SafeTensors::Metadata metadata = SafeTensors::parse(dump).metadata();
    metadata["source"] = source;
    try {
      check_reference(write_safetensors(to_tensors(model.parameters), metadata), configuration_of(odd_config()), {});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refused("4 99999999999999999999") ==
        "the dump's source has the number 99999999999999999999; allowed: 0 to 999999999");
  CHECK(refused("999999999") == "the dump's source has token 999999999; its embedding allows 0 to 10");
  std::string many;
  for (int i = 0; i < 10002; ++i) many += " 4";
  CHECK(refused(many) == "the dump's source has 10002 numbers; allowed: 1 to 10001");
  CHECK(refused(many.substr(2)).find("numbers") == std::string::npos);
}

TEST_CASE("a target that begins with BOS is taken without it, numbers that are NaN differ") {
  const Model model(odd_config());
  ReferencePair pair = odd_pair();
  std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  pair.target.insert(pair.target.begin(), pair.bos);
  pair.target_length = 5;
  ReferenceReport report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                                           configuration_of(model.seq2seq.config()), {});
  CHECK(report.agrees);
  CHECK(report.notes.size() == 1);
  tensors[2].values[3] = std::nan("");
  report = check_reference(dump_of(to_tensors(model.parameters), tensors, pair),
                           configuration_of(model.seq2seq.config()), {});
  REQUIRE(report.first);
  CHECK(report.first->name == tensors[2].name);
  CHECK(report.first->worst == 3);
}

TEST_CASE("damaged dumps are refused or compared") {
  ModelConfig config = odd_config();
  config.vocabulary_size = 6, config.embedding_size = 3, config.hidden_size = 2;
  const Model model(config);
  ReferencePair pair;
  pair.source = {4, 5, 4}, pair.source_length = 2;
  pair.target = {2, 1}, pair.target_length = 2;
  const std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  const std::string good = dump_of(to_tensors(model.parameters),
                                   only(tensors, {"enc.out", "dec.alpha", "dec.logits", "grad.dec.fc.bias"}), pair);
  const std::size_t header = good.find("}}") + 2;
  REQUIRE(check_reference(good, configuration_of(config), {}).agrees);
  Generator generator(3);
  int refused = 0, agreed = 0;
  constexpr int rounds = 400;
  for (int round = 0; round < rounds; ++round) {
    std::string bytes = good;
    for (int flips = 0; flips < 1 + round % 3; ++flips) {
      const char* const letters = "0123456789\",.[]abw_";
      bytes[8 + generator.next32() % (header - 8)] = letters[generator.next32() % 19];
    }
    try {
      agreed += check_reference(bytes, configuration_of(config), {}).agrees ? 1 : 0;
    } catch (const Error&) {
      ++refused;
    }
  }
  CHECK(refused > rounds / 4);
  CHECK(refused < rounds);
  CHECK(agreed < rounds / 2);
}
