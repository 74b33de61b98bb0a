"""Right and deliberately broken PyTorch models, each dumped for `seq2seq check` with the snippet of docs/.

    torch_variants.py FOLDER        writes FOLDER/<variant>.safetensors for every variant

The models are written as people write them: nn.GRU where it is right, own cells where something is wrong in them.
"""
import importlib.util
import os
import sys

import torch
from torch import nn
from torch.nn import functional as F

V, E, H = 13, 5, 7
SOURCE, TARGET, BOS = [2, 5, 11, 3, 8], [4, 6, 9, 3], 0
PADDING = 12

here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("dump", os.path.join(here, "../../docs/snippets/dump.py"))
snippet = importlib.util.module_from_spec(spec)
spec.loader.exec_module(snippet)


class Cell(nn.Module):
    """A GRU cell written out; `wrong` names what is not PyTorch's."""

    def __init__(self, inputs, wrong):
        super().__init__()
        self.wrong = wrong
        bound = H**-0.5
        for name, shape in (("weight_ih", (3 * H, inputs)), ("weight_hh", (3 * H, H)), ("bias_ih", (3 * H,)),
                            ("bias_hh", (3 * H,))):
            self.register_parameter(name, nn.Parameter(torch.empty(shape).uniform_(-bound, bound)))

    def forward(self, x, h):
        i = x @ self.weight_ih.T + self.bias_ih
        u = h @ self.weight_hh.T
        if self.wrong == "gate order":
            iz, ir, i_n = i.chunk(3, -1)
            (uz, ur, un), (bz, br, bn) = u.chunk(3, -1), self.bias_hh.chunk(3)
        else:
            ir, iz, i_n = i.chunk(3, -1)
            (ur, uz, un), (br, bz, bn) = u.chunk(3, -1), self.bias_hh.chunk(3)
        r, z = torch.sigmoid(ir + ur + br), torch.sigmoid(iz + uz + bz)
        n = torch.tanh(i_n + r * un + bn) if self.wrong == "bias placement" else torch.tanh(i_n + r * (un + bn))
        if self.wrong == "update reversed":
            return (1 - z) * h + z * n
        return (1 - z) * n + z * h


class Encoder(nn.Module):
    def __init__(self, wrong):
        super().__init__()
        self.embedding = nn.Embedding(V, E)
        self.own = wrong in ("gate order", "bias placement", "update reversed")
        self.rnn = Cell(E, wrong) if self.own else nn.GRU(E, H, batch_first=True)

    def forward(self, source, length):
        x = self.embedding(source)
        if not self.own:
            packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([length]), batch_first=True)
            out, hidden = self.rnn(packed)
            return nn.utils.rnn.pad_packed_sequence(out, batch_first=True, total_length=source.shape[1])[0], hidden[0]
        states, h = [], torch.zeros(1, H)
        for i in range(source.shape[1]):
            h = self.rnn(x[:, i], h)
            states.append(h)
        return torch.stack(states, 1), h


class Attention(nn.Module):
    def __init__(self, wrong):
        super().__init__()
        self.wrong = wrong
        self.W_query = nn.Linear(H, H, bias=False)
        self.W_key = nn.Linear(H, H, bias=False)
        self.v = nn.Linear(H, 1, bias=False)

    def forward(self, s, states, length):
        sums = self.W_key(states) + self.W_query(s).unsqueeze(1)
        energy = self.v(sums if self.wrong == "no tanh" else torch.tanh(sums)).squeeze(-1)
        if self.wrong != "no mask":
            energy = energy.masked_fill(torch.arange(states.shape[1])[None] >= length, float("-inf"))
        if self.wrong == "softmax axis":
            alpha = torch.softmax(energy, 0)
        else:
            alpha = torch.softmax(energy, -1)
        return energy, alpha, (alpha.unsqueeze(-1) * states).sum(1)


class Decoder(nn.Module):
    def __init__(self, wrong):
        super().__init__()
        self.wrong = wrong
        self.embedding = nn.Embedding(V, E)
        self.attention = Attention(wrong)
        inputs = E if wrong == "no context in the gru" else E + H
        self.own = wrong in ("gate order", "bias placement", "update reversed")
        self.rnn = Cell(inputs, wrong) if self.own else nn.GRU(inputs, H, batch_first=True)
        self.out = nn.Linear(H if wrong == "no context in the head" else 2 * H, V)

    def cell(self, x, s):
        return self.rnn(x, s) if self.own else self.rnn(x.unsqueeze(1), s.unsqueeze(0))[1][0]

    def forward(self, token, s, states, length, before):
        y = self.embedding(token)
        if self.wrong == "state after":
            s = self.cell(torch.cat([y, before], -1), s)
            energy, alpha, context = self.attention(s, states, length)
        else:
            energy, alpha, context = self.attention(s, states, length)
            parts = {"no context in the gru": [y], "gru concat swapped": [context, y]}.get(self.wrong, [y, context])
            s = self.cell(torch.cat(parts, -1), s)
        parts = {"no context in the head": [s], "head concat swapped": [context, s]}.get(self.wrong, [s, context])
        return energy, alpha, context, s, self.out(torch.cat(parts, -1))


class Model(nn.Module):
    def __init__(self, wrong):
        super().__init__()
        self.encoder = Encoder(wrong)
        self.decoder = Decoder(wrong)


def run(model, wrong, source, length):
    """Teacher-forced pass: the loss, and what is dumped of it."""
    states, s = model.encoder(torch.tensor([source]), length)
    forward, losses, context = {"enc.out": states}, [], torch.zeros(1, H)
    if wrong == "encoder detached":
        states, s = states.detach(), s.detach()
    for t, label in enumerate(TARGET):
        token = BOS if t == 0 else TARGET[t - 1]
        energy, alpha, context, s, logits = model.decoder(torch.tensor([token]), s, states, length, context)
        values = {"energy": energy, "alpha": alpha, "context": context, "hidden": s, "logits": logits}
        expected = torch.tensor([token if wrong == "target shifted" else label])
        given = torch.softmax(logits, -1) if wrong == "softmax twice" else logits
        losses.append(F.cross_entropy(given, expected))
        forward.update({f"dec.{name}.{t}": value for name, value in {**values, "loss": losses[-1]}.items()})
    loss = torch.stack(losses).mean() if wrong == "mean loss" else torch.stack(losses).sum()
    return loss, {**forward, "loss": loss}


def write(folder, name, wrong, padded):
    torch.manual_seed(7)
    model = Model(wrong)
    length = len(SOURCE)
    source = SOURCE + [PADDING] * 2 if padded else SOURCE
    about = {"source": source, "target": TARGET, "bos": BOS, **({"source_length": length} if padded else {})}
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss, forward = run(model, wrong, source, length)
    loss.backward()
    if wrong in ("no zero_grad", "trained a step"):
        optimizer.step()
        if wrong == "trained a step":
            optimizer.zero_grad()
        loss, forward = run(model, wrong, source, length)
        loss.backward()
    if wrong == "backward twice":
        run(model, wrong, source, length)[0].backward()
    if wrong == "clipped":
        nn.utils.clip_grad_norm_(model.parameters(), 0.25)
    snippet.dump(os.path.join(folder, name.replace(" ", "-") + ".safetensors"), model, forward, **about)


VARIANTS = ["right", "trained a step", "gate order", "bias placement", "update reversed", "no tanh", "softmax axis",
            "state after", "no context in the gru", "no context in the head", "gru concat swapped",
            "head concat swapped", "target shifted", "softmax twice", "mean loss", "encoder detached", "no zero_grad",
            "backward twice", "clipped"]

if __name__ == "__main__":
    for variant in VARIANTS:
        write(sys.argv[1], variant, variant, padded=False)
    for variant in ("right", "no mask"):
        write(sys.argv[1], variant + " padded", variant, padded=True)
