#include "checking/reference_names.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/error.h"
#include "checking/forward_names.h"
#include "checking/name_features.h"
#include "support/reference_dumps.h"

using namespace seq2seq;
using namespace reference_test;

namespace {

using Renaming = std::vector<std::pair<std::string, std::string>>;  // ours, theirs

// The model's dump under other names, weights and gradients; the file's order is that of `names`.
std::string renamed_dump(const Model& model, const Renaming& names) {
  const ReferencePair pair = odd_pair(model.seq2seq.config().copy);
  std::vector<NamedTensor> weights;
  for (const auto& [ours, theirs] : names)
    weights.push_back({theirs, model.seq2seq.layout()->find(ours).shape, model.parameters.read(ours)});
  std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  for (ReferenceTensor& tensor : tensors)
    for (const auto& [ours, theirs] : names)
      if (tensor.name == "grad." + ours) {
        tensor.name = "grad." + theirs;
        break;
      }
  return dump_of(weights, tensors, pair);
}

const Renaming torch_style{{"enc.emb.weight", "encoder.embedding.weight"},
                           {"enc.gru.weight_ih_l0", "encoder.rnn.weight_ih_l0"},
                           {"enc.gru.weight_hh_l0", "encoder.rnn.weight_hh_l0"},
                           {"enc.gru.bias_ih_l0", "encoder.rnn.bias_ih_l0"},
                           {"enc.gru.bias_hh_l0", "encoder.rnn.bias_hh_l0"},
                           {"dec.emb.weight", "decoder.embedding.weight"},
                           {"dec.attn.Wh.weight", "decoder.attention.Wa.weight"},
                           {"dec.attn.Ws.weight", "decoder.attention.Ua.weight"},
                           {"dec.attn.v.weight", "decoder.attention.Va.weight"},
                           {"dec.gru.weight_ih_l0", "decoder.rnn.weight_ih_l0"},
                           {"dec.gru.weight_hh_l0", "decoder.rnn.weight_hh_l0"},
                           {"dec.gru.bias_ih_l0", "decoder.rnn.bias_ih_l0"},
                           {"dec.gru.bias_hh_l0", "decoder.rnn.bias_hh_l0"},
                           {"dec.fc.weight", "decoder.out.weight"},
                           {"dec.fc.bias", "decoder.out.bias"}};

const Renaming loose_style{{"dec.fc.bias", "generator.bias"},
                           {"dec.fc.weight", "generator.weight"},
                           {"dec.attn.v.weight", "attn.v"},
                           {"dec.attn.Ws.weight", "attn.W1.weight"},
                           {"dec.attn.Wh.weight", "attn.W2.weight"},
                           {"dec.gru.bias_hh_l0", "decoder_cell.bias_hh"},
                           {"dec.gru.bias_ih_l0", "decoder_cell.bias_ih"},
                           {"dec.gru.weight_hh_l0", "decoder_cell.weight_hh"},
                           {"dec.gru.weight_ih_l0", "decoder_cell.weight_ih"},
                           {"enc.gru.bias_hh_l0", "encoder_cell.bias_hh"},
                           {"enc.gru.bias_ih_l0", "encoder_cell.bias_ih"},
                           {"enc.gru.weight_hh_l0", "encoder_cell.weight_hh"},
                           {"enc.gru.weight_ih_l0", "encoder_cell.weight_ih"},
                           {"dec.emb.weight", "tgt_embed.weight"},
                           {"enc.emb.weight", "src_embed.weight"}};

const Renaming with(Renaming names, const std::string& ours, const std::string& theirs) {
  for (auto& [name, other] : names)
    if (name == ours) other = theirs;
  return names;
}

}  // namespace

TEST_CASE("usual names are guessed, and what two names leave open the numbers settle") {
  const Model model(odd_config());
  const auto query_named = [](Renaming names) {
    return with(with(std::move(names), "dec.attn.Wh.weight", "attn.encoder_proj.weight"), "dec.attn.Ws.weight",
                "attn.decoder_proj.weight");
  };
  for (const Renaming& names : {torch_style, loose_style, query_named(torch_style), query_named(loose_style),
                                with(with(torch_style, "dec.attn.Wh.weight", "decoder.attention.W_query.weight"),
                                     "dec.attn.Ws.weight", "decoder.attention.W_key.weight")}) {
    const ReferenceReport report =
        check_reference(renamed_dump(model, names), configuration_of(odd_config()), {}, 1e-5);
    INFO(text_of(report));
    CHECK(report.agrees);
    CHECK(report.names.weights.size() == names.size());
    CHECK(report.names.unused.empty());
    for (const auto& renamed : names) {
      const std::string &ours = renamed.first, &theirs = renamed.second;
      CAPTURE(ours);
      REQUIRE(report.names.of(ours) != nullptr);
      CHECK(report.names.of(ours)->theirs == theirs);
      CHECK(report.names.of(ours)->kind == MatchKind::guess);
    }
    const auto gradients = std::count_if(report.compared.begin(), report.compared.end(),
                                         [](const Comparison& c) { return c.name.rfind("grad.", 0) == 0; });
    CHECK(gradients == static_cast<std::ptrdiff_t>(names.size()));
  }
}

TEST_CASE("sizes are the dump's, whatever the configuration says") {
  const Model model(odd_config());
  Configuration configuration;  // the lesson's 10, 6, 8
  const ReferenceReport report = check_reference(renamed_dump(model, torch_style), configuration, {});
  CHECK(report.agrees);
  CHECK(report.names.config.vocabulary_size == 11);
  CHECK(report.names.config.embedding_size == 5);
  CHECK(report.names.config.hidden_size == 7);
}

TEST_CASE("a mapping goes before every guess, for weights, gradients and forward tensors") {
  const Model model(odd_config());
  Renaming names = torch_style;
  NameMapping mapping;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i].second = "t" + std::string(1, static_cast<char>('a' + i));
    mapping[names[i].second] = names[i].first;
  }
  const ReferencePair pair = odd_pair();
  std::vector<NamedTensor> weights;
  for (const auto& [ours, theirs] : names)
    weights.push_back({theirs, model.seq2seq.layout()->find(ours).shape, model.parameters.read(ours)});
  std::vector<ReferenceTensor> tensors;
  for (ReferenceTensor& tensor : engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum))
    if (tensor.name == "dec.alpha" || tensor.name == "enc.out" || tensor.name == "grad.dec.attn.Ws.weight") {
      if (tensor.name == "dec.alpha") tensor.name = "weights";
      if (tensor.name == "enc.out") tensor.name = "memory";
      if (tensor.name == "grad.dec.attn.Ws.weight") tensor.name = "grad." + names[7].second;
      tensors.push_back(tensor);
    }
  const std::string dump = dump_of(weights, tensors, pair);
  mapping["weights"] = "dec.alpha";
  mapping["memory"] = "enc.out";
  const ReferenceReport report = check_reference(dump, configuration_of(odd_config()), mapping);
  INFO(text_of(report));
  CHECK(report.agrees);
  CHECK(report.compared.size() == 6);
  CHECK(report.names.of("dec.attn.Ws.weight")->kind == MatchKind::mapping);
  CHECK(!report.names.keys_unsure);

  // A forward tensor's name for a weight: the weight is then missing.
  NameMapping mistaken = mapping;
  mistaken["ta"] = "enc.emb";
  CHECK(check_reference(dump, configuration_of(odd_config()), mistaken).names.missing ==
        std::vector<std::string>{"enc.emb.weight"});
  const auto refused = [&](const std::string& theirs, const std::string& ours) {
    NameMapping wrong = mapping;
    wrong[theirs] = ours;
    CHECK_THROWS_AS(check_reference(dump, configuration_of(odd_config()), wrong), Error);
  };
  refused("nothing", "dec.alpha");
  refused("ta", "dec.attention.weight");  // no name of ours
  mapping.erase(names[10].second);
  refused("ta", names[10].first);  // does not fit
}

TEST_CASE("a mapping goes before a tensor that has our name, which is then not used") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const std::vector<NamedTensor> weights = to_tensors(model.parameters);
  const std::vector<ReferenceTensor> right = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
  const auto alpha =
      std::find_if(right.begin(), right.end(), [](const ReferenceTensor& t) { return t.name == "dec.alpha"; });
  REQUIRE(alpha != right.end());
  const std::string beside = stored_name(alpha->name, alpha->step);
  // Before and behind it, as the alphabet goes.
  for (const std::string mine : {"a", "zz"}) {
    CAPTURE(mine);
    std::vector<ReferenceTensor> tensors = right;
    ReferenceTensor wrong = *alpha;
    wrong.name = mine;
    wrong.step = -1;
    wrong.values[0] += 0.5;
    tensors.push_back(wrong);
    const std::string dump = dump_of(weights, tensors, pair);
    const ReferenceReport report = check_reference(dump, configuration_of(odd_config()), {{mine, beside}});
    REQUIRE(report.first);
    CHECK(report.first->theirs_name == mine);
    CHECK(stored_name(report.first->name, report.first->step) == beside);
    REQUIRE(report.names.unused.size() == 1);
    CHECK(report.names.unused[0].name == beside);
    CHECK(report.names.unused[0].remark == "another tensor has the same meaning");
  }
}

TEST_CASE("a mapping that gives two tensors one name is refused") {
  const Model model(odd_config());
  const std::string dump = write_reference_dump(model.seq2seq, model.parameters, odd_pair(), LossKind::sum);
  const auto refusal = [&](const NameMapping& mapping) -> std::string {
    try {
      check_reference(dump, configuration_of(odd_config()), mapping);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::invalid_value);
      return error.what();
    }
    return "";
  };
  CHECK(refusal({{"dec.energy.0", "dec.alpha.0"}, {"dec.tanh.0", "dec.alpha.0"}})
            .find("the mapping gives dec.tanh.0 and dec.energy.0 one name: dec.alpha.0; ") == 0);
  CHECK(refusal({{"dec.energy", "dec.alpha"}, {"dec.tanh.1", "dec.alpha.1"}}).find("one name: dec.alpha.1; ") !=
        std::string::npos);
  CHECK(refusal({{"dec.attn.Wh.weight", "dec.attn.Ws.weight"}, {"dec.attn.Ws.weight", "dec.attn.Ws.weight"}})
            .find("one name: dec.attn.Ws.weight; ") != std::string::npos);
}

TEST_CASE("names that cannot be guessed are listed with what they could be") {
  const Model model(odd_config());
  const Renaming names = with(with(torch_style, "enc.gru.weight_hh_l0", "p.a"), "dec.gru.weight_hh_l0", "p.b");
  const ReferenceReport report = check_reference(renamed_dump(model, names), configuration_of(odd_config()), {});
  CHECK(!report.loaded);
  CHECK(!report.agrees);
  CHECK(report.names.missing == std::vector<std::string>{"enc.gru.weight_hh_l0", "dec.gru.weight_hh_l0"});
  REQUIRE(report.names.unused.size() == 2);
  CHECK(report.names.unused[0].name == "p.a");
  CHECK(report.names.unused[0].suggestions == report.names.missing);
}

TEST_CASE("weights that lie differently are turned, cut and filled up") {
  const Model model(odd_config());
  const ReferencePair pair = odd_pair();
  const int H = 7;
  SUBCASE("(in,out) instead of (out,in)") {
    std::vector<NamedTensor> weights = to_tensors(model.parameters);
    for (NamedTensor& tensor : weights) {
      if (tensor.name != "dec.fc.weight" && tensor.name != "enc.gru.weight_ih_l0") continue;
      const std::vector<Real> old = tensor.values;
      const int rows = tensor.shape[0], cols = tensor.shape[1];
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
          tensor.values[static_cast<std::size_t>(c * rows + r)] = old[static_cast<std::size_t>(r * cols + c)];
      tensor.shape = {cols, rows};
    }
    std::vector<ReferenceTensor> tensors = engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum);
    tensors.erase(std::remove_if(tensors.begin(), tensors.end(),
                                 [](const ReferenceTensor& t) {
                                   return t.name == "grad.dec.fc.weight" || t.name == "grad.enc.gru.weight_ih_l0";
                                 }),
                  tensors.end());
    const ReferenceReport report = check_reference(dump_of(weights, tensors, pair), configuration_of(odd_config()), {});
    INFO(text_of(report));
    CHECK(report.agrees);
    CHECK(report.notes.size() == 2);
  }
  SUBCASE("an attention that concatenates") {
    for (const bool query_first : {true, false}) {
      std::vector<NamedTensor> weights;
      for (NamedTensor& tensor : to_tensors(model.parameters)) {
        if (tensor.name == "dec.attn.Ws.weight") continue;
        if (tensor.name == "dec.attn.Wh.weight") {
          const std::vector<Real> keys = tensor.values, query = model.parameters.read("dec.attn.Ws.weight");
          const std::vector<Real>&left = query_first ? query : keys, &right = query_first ? keys : query;
          tensor = {"dec.attention.attn.weight", {H, 2 * H}, {}};
          for (int r = 0; r < H; ++r)
            for (const std::vector<Real>* half : {&left, &right})
              tensor.values.insert(tensor.values.end(), half->begin() + r * H, half->begin() + (r + 1) * H);
        }
        weights.push_back(tensor);
      }
      std::vector<ReferenceTensor> tensors;
      for (const ReferenceTensor& tensor : engine_tensors(model.seq2seq, model.parameters, pair, LossKind::sum))
        if (tensor.name == "dec.energy" || tensor.name == "dec.logits") tensors.push_back(tensor);
      const ReferenceReport report =
          check_reference(dump_of(weights, tensors, pair), configuration_of(odd_config()), {});
      INFO(text_of(report));
      CHECK(report.agrees);
      CHECK(report.names.of("dec.attn.Ws.weight")->theirs ==
            (query_first ? "dec.attention.attn.weight[:, :7]" : "dec.attention.attn.weight[:, 7:]"));
    }
  }
}

TEST_CASE("features of names") {
  using Features = NameFeatures;
  const Features key = name_features("decoder.attention.W_key.weight");
  CHECK(key.side == Features::Side::decoder);
  CHECK(key.layer == Features::Layer::attention);
  CHECK(key.which == Features::Which::keys);
  CHECK(key.kind == Features::Kind::weight);
  const Features cell = name_features("encoderCell.bias_hh");
  CHECK(cell.side == Features::Side::encoder);
  CHECK(cell.layer == Features::Layer::gru);
  CHECK(cell.which == Features::Which::state);
  CHECK(cell.kind == Features::Kind::bias);
  CHECK(name_features("decoder.attention.encoder_proj.weight").side == Features::Side::decoder);
  CHECK(likeness(key, name_features("dec.attn.Wh.weight")) > likeness(key, name_features("Wh.weight")));
  CHECK(likeness(key, name_features("dec.attn.Ws.weight")) < 0);
}

TEST_CASE("names of forward tensors") {
  bool guessed = false;
  CHECK(forward_name("dec.energy.3", {}, guessed) == "dec.energy.3");
  CHECK(!guessed);
  CHECK(forward_name("decoder.attn_weights.0", {}, guessed) == "dec.alpha.0");
  CHECK(guessed);
  CHECK(forward_name("encoder_outputs", {}, guessed) == "enc.out");
  CHECK(forward_name("ctx.11", {}, guessed) == "dec.context.11");
  CHECK(forward_name("blob.1", {}, guessed).empty());
  CHECK(forward_name("blob.1", {{"blob", "dec.logits"}}, guessed) == "dec.logits.1");
  CHECK(forward_name("blob.1", {{"blob.1", "dec.logits.0"}}, guessed) == "dec.logits.0");
  CHECK(forward_name("decoder.fc.weight", {}, guessed).empty());
  CHECK(without_step("dec.gru.r.12") == "dec.gru.r");
  CHECK(step_of("dec.gru.r") == -1);
}
