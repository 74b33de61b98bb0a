// The lesson's program in PyTorch, for the run on the screen: same seed, same settings, same numbers.
import type { Settings } from './configuration';

/** A line belongs to what it computes (lit up together with its picture) and may print something of this run. */
export interface Line {
  text: string;
  about?: 'loss' | 'alpha' | 'feed' | 'decode';
  prints?: 'count' | 'losses' | 'final' | 'rows' | 'words';
}

export interface Section {
  name: string;
  /** Classes can be folded to their first line. */
  folds: boolean;
  lines: Line[];
}

const lines = (text: string): Line[] =>
  text
    .replace(/^\n|\n$/g, '')
    .split('\n')
    .map((line) => {
      const [, code = '', about, prints] = /^(.*?)(?: *@(\w*)(?::(\w+))?)?$/.exec(line) ?? [];
      return {
        text: code,
        ...(about ? { about: about as Line['about'] } : {}),
        ...(prints ? { prints: prints as Line['prints'] } : {}),
      };
    });

const encoder = `
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(V, E)
        self.gru = nn.GRU(E, H, batch_first=True)

    def forward(self, source):
        h, last = self.gru(self.emb(source))
        return h, last          # (B,S,H), (1,B,H)
`;

const attention = `
class BahdanauAttn(nn.Module):
    def __init__(self):
        super().__init__()
        self.Wh = nn.Linear(H, H, bias=False)
        self.Ws = nn.Linear(H, H, bias=False)
        self.v = nn.Linear(H, 1, bias=False)

    def forward(self, h, s):    # (B,S,H), (B,H)
        both = self.Wh(h) + self.Ws(s).unsqueeze(1)       @alpha
        energy = self.v(torch.tanh(both)).squeeze(-1)     @alpha
        alpha = energy.softmax(-1)                        @alpha
        context = alpha.unsqueeze(1).bmm(h).squeeze(1)
        return alpha, context   # (B,S), (B,H)
`;

const decoder = `
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(V, E)
        self.attn = BahdanauAttn()
        self.gru = nn.GRU(E + H, H, batch_first=True)
        self.fc = nn.Linear(2 * H, V)

    def forward(self, token, s, h):
        alpha, context = self.attn(h, s[-1])
        x = torch.cat([self.emb(token), context], -1)
        out, s = self.gru(x.unsqueeze(1), s)
        top = torch.cat([out.squeeze(1), context], -1)
        return self.fc(top), s, alpha
`;

const start = ({ seed }: Settings) => `
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(${seed})
V, E, H = 10, 6, 8  # vocabulary, embedding, hidden
BOS, EOS = 0, 3
`;

// What each step after the first is fed, chosen at its start: before that the model's word is not known.
const feed: Record<Settings['regime'], string> = {
  teacher: `
        token = target[:, t - 1]    # teacher forcing     @feed`,
  free: `
        if t > 1:                                         @feed
            token = logits.argmax(-1)   # its own word    @feed`,
  scheduled: `
        if t > 1:                                         @feed
            token = logits.argmax(-1)   # its own word    @feed
            if torch.rand(1, generator=coins).item() < epsilon: @feed
                token = target[:, t - 1]    # the true one @feed`,
};

/** The engine's coins have a stream of their own, with the seed after the run's. */
const coinSeed = (seed: string) => BigInt.asUintN(64, BigInt(seed) + 1n);

const training = ({ seed, epochs, learningRate, regime }: Settings) => `
encoder, decoder = Encoder(), Decoder()
weights = [*encoder.parameters(), *decoder.parameters()]
print(sum(w.numel() for w in weights))@:count

source = torch.tensor([[2, 5, 1, 3]])
target = torch.tensor([[BOS, 4, 6, EOS]])
adam = torch.optim.Adam(weights, lr=${learningRate})${
  regime === 'scheduled' ? `\ncoins = torch.Generator().manual_seed(${coinSeed(seed)})          @feed` : ''
}

for epoch in range(${epochs}):${regime === 'scheduled' ? `\n    epsilon = max(0, 1 - epoch / ${epochs})               @feed` : ''}
    h, s = encoder(source)
    token, loss = target[:, 0], 0
    for t in range(1, 4):${feed[regime]}
        logits, s, alpha = decoder(token, s, h)           @alpha
        loss = loss + F.cross_entropy(logits, target[:, t]) @loss
    adam.zero_grad()
    loss.backward()
    adam.step()
    if epoch < 3 or epoch % 50 == 49:
        print(epoch, f"{loss.item():.4f}") @loss:losses
print("final loss", f"{loss.item():.4f}") @loss:final
`;

const reading = `
with torch.no_grad():
    h, s = encoder(source)
    token, words = target[:, 0], []
    for t in range(1, 4):
        logits, s, alpha = decoder(token, s, h)     @decode
        token = logits.argmax(-1)                   @decode
        words.append(token.item())                  @decode
print(words) @decode:words
`;

export function listing(settings: Settings): Section[] {
  return [
    { name: 'Start', folds: false, lines: lines(start(settings)) },
    { name: 'Encoder', folds: true, lines: lines(encoder) },
    { name: 'BahdanauAttn', folds: true, lines: lines(attention) },
    { name: 'Decoder', folds: true, lines: lines(decoder) },
    { name: 'Training', folds: false, lines: lines(training(settings)) },
    { name: 'Reading', folds: false, lines: lines(reading) },
  ];
}

/** The whole text, as Copy gives it. */
export const asText = (sections: readonly Section[]) =>
  `${sections.map((section) => section.lines.map((line) => line.text).join('\n')).join('\n\n')}\n`;

/** Token labels as the program prints them: it names BOS and EOS, and prints their numbers. */
export const asIds = (labels: readonly string[]) =>
  labels.map((label) => (label === 'BOS' ? '0' : label === 'EOS' ? '3' : label));
