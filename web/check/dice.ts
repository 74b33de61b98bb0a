// Draws for one instance of a moment, out of the engine's own generator: the same seed gives the same question on every
// machine.
import type { Engine } from '../../wasm/client';

const drawn = 200;

export class Dice {
  private at = 0;

  private constructor(private readonly normals: readonly number[]) {}

  static async from(engine: Engine, seed: string): Promise<Dice> {
    const { h } = await engine.attentionInput(seed, drawn, 1);
    return new Dice(h);
  }

  private next(): number {
    const value = this.normals[this.at % this.normals.length]!;
    this.at += 1;
    return value;
  }

  /** A whole number from 0 to count - 1; the digits far behind the point are even enough for a question. */
  below(count: number): number {
    return Math.floor(Math.abs(this.next()) * 100_003) % count;
  }
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
  /** About normal, `scale` wide, with one decimal: numbers that can be copied on paper. */
  tenth(scale = 1): number {
    return Math.round(this.next() * scale * 10) / 10 || 0;
  }
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(this.below(left.length), 1)[0]!);
  }
}

/** The k-th seed after this one, within 64 bits. A text that is no number is left for the engine to refuse. */
export function seedAfter(seed: string, k: number): string {
  return /^-?\d{1,19}$/.test(seed.trim()) ? String(BigInt.asIntN(64, BigInt(seed.trim()) + BigInt(k))) : seed;
}
