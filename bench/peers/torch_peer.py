"""PyTorch as a contestant: torch_peer.py FOLDER lesson|rearranged, commands on stdin, answers in JSON.

`lesson` does what the lesson's program does: embedding, W_h h and the output head inside the decoder's loop.
`rearranged` computes W_h h once and the head in one product: what somebody who knows PyTorch would write.
"""

import json
import os
import struct
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, V, E, H):
        super().__init__()
        self.emb = nn.Embedding(V, E)
        self.gru = nn.GRU(E, H, batch_first=True)

    def forward(self, source):
        return self.gru(self.emb(source))


class Attention(nn.Module):
    def __init__(self, H):
        super().__init__()
        self.Wh = nn.Linear(H, H, bias=False)
        self.Ws = nn.Linear(H, H, bias=False)
        self.v = nn.Linear(H, 1, bias=False)

    def forward(self, state, states, keys):
        energies = self.v(torch.tanh(keys + self.Ws(state).unsqueeze(1))).squeeze(2)
        alpha = F.softmax(energies, dim=1)
        return torch.bmm(alpha.unsqueeze(1), states).squeeze(1)


class Decoder(nn.Module):
    def __init__(self, V, E, H):
        super().__init__()
        self.emb = nn.Embedding(V, E)
        self.attn = Attention(H)
        self.gru = nn.GRU(E + H, H, batch_first=True)
        self.fc = nn.Linear(2 * H, V)

    def cell(self, x, h):
        gru = self.gru
        return torch.gru_cell(x, h, gru.weight_ih_l0, gru.weight_hh_l0, gru.bias_ih_l0, gru.bias_hh_l0)


class Model(nn.Module):
    def __init__(self, V, E, H):
        super().__init__()
        self.enc = Encoder(V, E, H)
        self.dec = Decoder(V, E, H)

    def loss_of_lesson(self, source, given, label, reduction):
        states, h = self.enc(source)
        loss = 0.0
        for t in range(given.shape[1]):
            context = self.dec.attn(h[0], states, self.dec.attn.Wh(states))
            x = torch.cat([self.dec.emb(given[:, t]), context], 1).unsqueeze(1)
            output, h = self.dec.gru(x, h)
            logits = self.dec.fc(torch.cat([output.squeeze(1), context], 1))
            loss = loss + F.cross_entropy(logits, label[:, t], reduction="sum")
        return loss if reduction == "sum" else loss / label.numel()

    def loss_rearranged(self, source, given, label, reduction):
        states, h = self.enc(source)
        h = h[0]
        keys = self.dec.attn.Wh(states)
        parts = []
        for token in self.dec.emb(given).unbind(1):
            context = self.dec.attn(h, states, keys)
            h = self.dec.cell(torch.cat([token, context], 1), h)
            parts += [h, context]
        features = torch.cat(parts, 1).view(-1, 2 * h.shape[1])
        return F.cross_entropy(self.dec.fc(features), label.reshape(-1), reduction=reduction)

    @torch.no_grad()
    def greedy(self, source, first, steps):
        states, h = self.enc(source)
        h = h[0]
        keys = self.dec.attn.Wh(states)
        token = torch.tensor([first])
        output = []
        for _ in range(steps):
            context = self.dec.attn(h, states, keys)
            h = self.dec.cell(torch.cat([self.dec.emb(token), context], 1), h)
            token = self.dec.fc(torch.cat([h, context], 1)).argmax(1)
            output.append(int(token))
        return output


class Start(nn.Module):
    """What decoding does once, for ONNX."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, source):
        states, h = self.model.enc(source)
        return states, self.model.dec.attn.Wh(states), h[0]


class Next(nn.Module):
    """One step of decoding, for ONNX."""

    def __init__(self, model):
        super().__init__()
        self.dec = model.dec

    def forward(self, token, h, states, keys):
        context = self.dec.attn(h, states, keys)
        x = torch.cat([self.dec.emb(token), context], 1).unsqueeze(1)
        output, h = self.dec.gru(x, h.unsqueeze(0))
        return self.dec.fc(torch.cat([output.squeeze(1), context], 1)).argmax(1), h[0]


def export(model, source, folder):
    start, step = Start(model), Next(model)
    states, keys, h = start(source)
    torch.onnx.export(
        start, (source,), os.path.join(folder, "encoder.onnx"), opset_version=13,
        input_names=["source"], output_names=["states", "keys", "h"],
    )
    torch.onnx.export(
        step, (torch.tensor([1]), h, states, keys), os.path.join(folder, "decoder.onnx"), opset_version=13,
        input_names=["token", "h", "states", "keys"], output_names=["best", "next"],
    )


def read_tensors(path):
    with open(path, "rb") as file:
        content = file.read()
    (length,) = struct.unpack("<Q", content[:8])
    tensors = {}
    for name, entry in json.loads(content[8 : 8 + length]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        part = bytearray(content[8 + length + begin : 8 + length + end])
        tensors[name] = torch.frombuffer(part, dtype=torch.float32).reshape(entry["shape"])
    return tensors


def timing(call, seconds):
    began = time.perf_counter()
    call()
    at_once = max(1, int(0.015 / max(1e-6, time.perf_counter() - began)))
    cpu, wall = [], []
    while time.perf_counter() - began < seconds or len(cpu) < 3:
        wall_from, cpu_from = time.perf_counter(), time.process_time()
        for _ in range(at_once):
            call()
        wall.append((time.perf_counter() - wall_from) / at_once * 1e3)
        cpu.append((time.process_time() - cpu_from) / at_once * 1e3)
    cpu.sort()
    wall.sort()
    return {"cpu": cpu[0], "cpuMedian": cpu[len(cpu) // 2], "wall": wall[0], "wallMedian": wall[len(wall) // 2]}


def main(folder, style):
    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    with open(os.path.join(folder, "data.json"), encoding="utf-8") as file:
        data = json.load(file)
    source, given, label = (torch.tensor(data[name]) for name in ("source", "input", "label"))
    weights = read_tensors(os.path.join(folder, "weights.safetensors"))

    def fresh():
        model = Model(data["V"], data["E"], data["H"])
        model.load_state_dict(weights)
        return model, torch.optim.Adam(model.parameters(), lr=1e-3)

    model, optimizer = fresh()

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = getattr(model, "loss_of_lesson" if style == "lesson" else "loss_rearranged")
        value = loss(source, given, label, data["loss"])
        value.backward()
        optimizer.step()
        return value.item()

    def decode():
        return model.greedy(source[:1], data["bos"], data["T"])

    for line in sys.stdin:
        command, *words = line.split()
        if command == "first":
            output = decode()
            answer = {"loss": step(), "output": output, "version": f"PyTorch {torch.__version__}, {blas()}"}
            model, optimizer = fresh()
        elif command == "export":
            export(model, source[:1], folder)
            answer = {}
        else:
            answer = timing(step if command == "step" else decode, float(words[0]))
        print(json.dumps(answer), flush=True)


def blas():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        text = maps.read()
    return "OpenBLAS" if "openblas" in text else "reference BLAS"


if __name__ == "__main__":
    main(*sys.argv[1:])
