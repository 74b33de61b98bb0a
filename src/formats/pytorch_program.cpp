#include "formats/pytorch_program.h"

#include "formats/json_reader.h"

namespace seq2seq {
namespace {

const char* const head = R"py(#!/usr/bin/env python3
"""A trained sequence-to-sequence model as one PyTorch program, written by Seq2Seq Lab.

    python3 THIS_FILE              loss, greedy output and attention of the examples below
    python3 THIS_FILE --json       the same, one JSON object a line
    python3 THIS_FILE --train 10   ten Adam steps on the examples first, the loss before each

Needs torch (1.10 or later) and, beside it, the file named in WEIGHTS.
"""
import json
import os
import struct
import sys

import torch
from torch import nn
from torch.nn import functional as F

)py";

const char* const reader = R"py(

def read_safetensors(path):
    """Name -> tensor. An 8-byte length, a JSON header, then the bytes of the tensors."""
    dtypes = {"F32": torch.float32, "F64": torch.float64}
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = torch.frombuffer(bytearray(data[begin:end]), dtype=dtypes[entry["dtype"]])
        tensors[name] = values.reshape(entry["shape"])
    return tensors


class Encoder(nn.Module):
    """Embedding and GRU; keeps one hidden state for every source token."""

    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(V, E)
        self.gru = nn.GRU(E, H, batch_first=True)

    def forward(self, tokens):  # (1,S)
        return self.gru(self.emb(tokens))  # h_1..h_S (1,S,H), the last state (1,1,H)

)py";

const char* const bahdanau = R"py(
class Attention(nn.Module):
    """Additive attention: e_i = v . tanh(W_h h_i + W_s s), with the decoder state before the step."""

    def __init__(self):
        super().__init__()
        self.Wh = nn.Linear(H, H, bias=False)
        self.Ws = nn.Linear(H, H, bias=False)
        self.v = nn.Linear(H, 1, bias=False)

    def energies(self, h, s):  # (1,S,H), (1,H) -> (1,S)
        return self.v(torch.tanh(self.Wh(h) + self.Ws(s).unsqueeze(1))).squeeze(-1)

)py";

const char* const luong_dot = R"py(
class Attention(nn.Module):
    """Dot-product attention: e_i = h_i . s, with the decoder state before the step."""

    def energies(self, h, s):  # (1,S,H), (1,H) -> (1,S)
        return (h * s.unsqueeze(1)).sum(-1)

)py";

const char* const luong_general = R"py(
class Attention(nn.Module):
    """General attention: e_i = s . (W_a h_i), with the decoder state before the step."""

    def __init__(self):
        super().__init__()
        self.Wa = nn.Linear(H, H, bias=False)

    def energies(self, h, s):  # (1,S,H), (1,H) -> (1,S)
        return (self.Wa(h) * s.unsqueeze(1)).sum(-1)

)py";

const char* const decoder_begin = R"py(
class Decoder(nn.Module):
    """One step: attention, GRU on [embedding ; context]HEADLINE."""

    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(V, E)
)py";

const char* const decoder_attention = R"py(        self.attn = Attention()
)py";

const char* const decoder_gru = R"py(        self.gru = nn.GRU(E + H, H, batch_first=True)
)py";

const char* const decoder_head = R"py(        self.fc = nn.Linear(2 * H, V)
)py";

const char* const forward_begin = R"py(
    def forward(self, token, state, h):  # (1,1), (1,1,H), (1,S,H)
        x = self.emb(token)
)py";

const char* const forward_with_attention =
    R"py(        log_alpha = F.log_softmax(self.attn.energies(h, state.squeeze(0)), dim=-1)  # (1,S)
        context = (log_alpha.exp().unsqueeze(-1) * h).sum(1)  # (1,H)
)py";

const char* const forward_without_attention =
    R"py(        log_alpha = None
        context = h[:, -1]  # no attention: the encoder's last state is all the decoder sees
)py";

const char* const forward_gru = R"py(        out, state = self.gru(torch.cat([x, context.unsqueeze(1)], dim=-1), state)
)py";

const char* const forward_head = R"py(        logits = self.fc(torch.cat([out.squeeze(1), context], dim=-1))  # (1,V)
        return logits, state, log_alpha, context, x.squeeze(1)

)py";

const char* const forward_without_head = R"py(        return None, state, log_alpha, context, x.squeeze(1)

)py";

const char* const gate = R"py(
class Gate(nn.Module):
    """p_gen = sigmoid(w_h . context + w_s . state + w_x . input + b), with the state after the step."""

    def __init__(self):
        super().__init__()
        self.w_h = nn.Parameter(torch.zeros(H))
        self.w_s = nn.Parameter(torch.zeros(H))
        self.w_x = nn.Parameter(torch.zeros(E))
        self.b = nn.Parameter(torch.zeros(1))

    def forward(self, context, state, x):
        return (context * self.w_h).sum(-1) + (state * self.w_s).sum(-1) + (x * self.w_x).sum(-1) + self.b

)py";

const char* const model_begin = R"py(
class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = Encoder()
        self.dec = Decoder()
)py";

const char* const model_gate = R"py(        self.gate = Gate()
)py";

const char* const model_middle = R"py(
    def encode(self, source):
        """Words outside the vocabulary reach the encoder as UNK."""
        return self.enc(torch.tensor([known(source)]))

    def step(self, token, state, h, source):
        """Log-probabilities of the next token (over the extended vocabulary), new state, attention."""
        logits, state, log_alpha, context, x = self.dec(torch.tensor([known([token])]), state, h)
)py";

const char* const step_plain = R"py(        return F.log_softmax(logits, dim=-1)[0], state, log_alpha
)py";

// In log space, where 1 - p_gen keeps its digits: log(1 - sigmoid(g)) = logsigmoid(-g).
const char* const step_pointer_generator = R"py(        g = self.gate(context, state.squeeze(0), x)
        log_p = torch.full((max([V - 1] + source) + 1,), -float("inf"), dtype=logits.dtype)
        log_p[:V] = F.logsigmoid(g) + F.log_softmax(logits, dim=-1)[0]
        for word, log_copy in copied(log_alpha, source):
            log_p[word] = torch.logaddexp(log_p[word].clone(), F.logsigmoid(-g)[0] + log_copy)
        return log_p, state, log_alpha
)py";

const char* const step_pointer =
    R"py(        log_p = torch.full((max([V - 1] + source) + 1,), -float("inf"), dtype=log_alpha.dtype)
        for word, log_copy in copied(log_alpha, source):
            log_p[word] = log_copy
        return log_p, state, log_alpha
)py";

const char* const model_end = R"py(
    def loss(self, source, labels):
        """Teacher forcing: cross-entropy summed over the labels, and the attention of every step."""
        h, state = self.encode(source)
        total, rows, token = 0.0, [], BOS
        for label in labels:
            log_p, state, log_alpha = self.step(token, state, h, source)
            total = total - log_p[label]
            rows.append(log_alpha)
            token = label
        return total, rows

    @torch.no_grad()
    def greedy(self, source):
        h, state = self.encode(source)
        tokens, rows, token = [], [], BOS
        while len(tokens) < MAX_LENGTH and token != EOS:
            log_p, state, log_alpha = self.step(token, state, h, source)
            log_p[FORBIDDEN] = -float("inf")
            token = int(log_p.argmax())
            tokens.append(token)
            rows.append(log_alpha)
        return tokens, rows


def known(tokens):
    return [UNK if token >= V else token for token in tokens]

)py";

const char* const copied_words = R"py(
def copied(log_alpha, source):
    """Each source word once, with the log of the attention summed over its places."""
    for word in sorted(set(source)):
        places = [i for i, other in enumerate(source) if other == word]
        yield word, torch.logsumexp(log_alpha[0, places], dim=0)

)py";

const char* const main_program = R"py(
def label_of(token, example):
    names = dict(zip(example["source"], example["source_text"]))
    return TOKENS[token] if token < V else names.get(token, "UNK")


def numbers(rows):
    return [] if rows and rows[0] is None else [row.exp()[0].tolist() for row in rows]


def main(arguments):
    torch.manual_seed(0)
    model = Seq2Seq()
    here = os.path.dirname(os.path.abspath(__file__))
    weights = read_safetensors(os.path.join(here, WEIGHTS))
    model.load_state_dict({k: v for k, v in weights.items() if not k.startswith("optimizer.")})

    steps = int(arguments[arguments.index("--train") + 1]) if "--train" in arguments else 0
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        loss = sum(model.loss(example["source"], example["labels"])[0] for example in EXAMPLES)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step}: loss {float(loss.detach()):.4f}", file=sys.stderr)

    for example in EXAMPLES:
        with torch.no_grad():
            loss, rows = model.loss(example["source"], example["labels"])
        tokens, greedy_rows = model.greedy(example["source"])
        if "--json" in arguments:
            print(json.dumps({"loss": float(loss), "attention": numbers(rows), "greedy": tokens,
                              "greedy_attention": numbers(greedy_rows)}))
            continue
        print("source   ", " ".join(example["source_text"]))
        print("expected ", " ".join(example["label_text"]))
        print("greedy   ", " ".join(label_of(token, example) for token in tokens))
        print(f"loss      {float(loss):.6f} (teacher forcing, summed over {len(example['labels'])} tokens)")
        for token, row in zip(example["label_text"], numbers(rows)):
            print("attention", " ".join(f"{weight:.4f}" for weight in row), " ->", token)
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
)py";

// Python reads JSON's numbers, texts and lists as its own. ASCII escapes keep any text valid in any encoding.
std::string literal(const JsonValue& value) { return value.dump(-1, ' ', true, JsonValue::error_handler_t::replace); }

std::string constants(const ProgramInput& input) {
  std::string text = "WEIGHTS = " + literal(input.weights_file) + "\n";
  text += "V, E, H = " + std::to_string(input.model.vocabulary_size) + ", " +
          std::to_string(input.model.embedding_size) + ", " + std::to_string(input.model.hidden_size) + "\n";
  text += "BOS, EOS, UNK = " + std::to_string(input.bos) + ", " + std::to_string(input.eos) + ", " +
          std::to_string(input.model.unk_id) + "\n";
  text += "FORBIDDEN = " + literal(input.forbidden) + "  # never produced\n";
  text += "MAX_LENGTH = " + std::to_string(input.max_length) + "\n";
  text += "TOKENS = " + literal(input.tokens) + "\n";
  text += "EXAMPLES = [\n";
  for (const ProgramExample& example : input.examples) {
    JsonValue entry;
    entry["source"] = example.source;
    entry["labels"] = example.labels;
    entry["source_text"] = example.source_text;
    entry["label_text"] = example.label_text;
    text += "    " + literal(entry) + ",\n";
  }
  return text + "]\n";
}

const char* attention_class(AttentionKind kind) {
  switch (kind) {
    case AttentionKind::bahdanau: return bahdanau;
    case AttentionKind::luong_dot: return luong_dot;
    case AttentionKind::luong_general: return luong_general;
    case AttentionKind::none: return "";
  }
  return "";
}

// A pure pointer has no output head: the attention is its distribution.
std::string decoder_class(bool attends, bool has_head) {
  std::string text = decoder_begin;
  text.replace(text.find("HEADLINE"), 8, has_head ? ", output head on [new state ; context]" : "");
  if (attends) text += decoder_attention;
  text += decoder_gru;
  if (has_head) text += decoder_head;
  text += forward_begin;
  text += attends ? forward_with_attention : forward_without_attention;
  text += forward_gru;
  return text + (has_head ? forward_head : forward_without_head);
}

}  // namespace

std::string pytorch_program(const ProgramInput& input) {
  const bool attends = input.model.attention != AttentionKind::none;
  const CopyKind copy = input.model.copy;
  std::string text = head + constants(input) + reader + attention_class(input.model.attention);
  text += decoder_class(attends, copy != CopyKind::pointer);
  if (copy == CopyKind::pointer_generator) text += gate;
  text += model_begin;
  if (copy == CopyKind::pointer_generator) text += model_gate;
  text += model_middle;
  text += copy == CopyKind::off ? step_plain : copy == CopyKind::pointer ? step_pointer : step_pointer_generator;
  text += model_end;
  if (copy != CopyKind::off) text += copied_words;
  return text + main_program;
}

}  // namespace seq2seq
