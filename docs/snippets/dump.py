import json
import struct


def dump(path, model, forward, **about):
    """Call after loss.backward(). forward: {"dec.alpha.0": tensor, ...}; about: source=[...], target=[...], bos=0."""
    gradients = {"grad." + name: 0 * p if p.grad is None else p.grad for name, p in model.named_parameters()}
    header, body = {"__metadata__": {key: str(value) for key, value in about.items()}}, b""
    for name, tensor in {**model.state_dict(), **forward, **gradients}.items():
        values = tensor.detach().float().flatten().tolist()
        data = struct.pack(f"<{len(values)}f", *values)
        span = [len(body), len(body) + len(data)]
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": span}
        body += data
    head = json.dumps(header).encode()
    open(path, "wb").write(struct.pack("<Q", len(head)) + head + body)
