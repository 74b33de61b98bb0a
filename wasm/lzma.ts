// Reads LZMA, the format of .lzma files (Igor Pavlov's LZMA specification): a range coder over adaptive bits, whose
// meaning is literals and copies of what came before. It is a fifth smaller than gzip on the engine's module, and no
// browser has it built in.

// A probability has 11 bits and moves by a 32nd of what is missing.
const even = 1024;
const top = 2 ** 24;

// Where the adaptive bits of each kind lie in one array.
const isMatch = 0; // state, position
const isRep = isMatch + 12 * 16;
const isRepG0 = isRep + 12;
const isRepG1 = isRepG0 + 12;
const isRepG2 = isRepG1 + 12;
const isRep0Long = isRepG2 + 12; // state, position
const slots = isRep0Long + 12 * 16; // length, tree of 6 bits
const special = slots + 4 * 64; // distances below 128
const align = special + 115;
const lengths = align + 16; // choices, short and middle (by position), long
const repLengths = lengths + 2 + 2 * 16 * 8 + 256;
const literals = repLengths + 2 + 2 * 16 * 8 + 256;

const broken = () => new Error('the compressed module is damaged');

class RangeDecoder {
  private range = 0xffffffff;
  private code = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly chances: Uint16Array,
  ) {
    for (let index = 0; index < 5; ++index) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  private next(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw broken();
    return byte;
  }

  private refill(): void {
    if (this.range >= top) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  bit(index: number): 0 | 1 {
    const chance = this.chances[index]!;
    const bound = (this.range >>> 11) * chance;
    const one = this.code >= bound;
    if (one) {
      this.range -= bound;
      this.code -= bound;
      this.chances[index] = chance - (chance >>> 5);
    } else {
      this.range = bound;
      this.chances[index] = chance + ((2048 - chance) >>> 5);
    }
    this.refill();
    return one ? 1 : 0;
  }

  /** Bits that are 0 as often as 1. */
  direct(count: number): number {
    let value = 0;
    for (let left = count; left > 0; --left) {
      this.range >>>= 1;
      const one = this.code >= this.range;
      if (one) this.code -= this.range;
      value = value * 2 + (one ? 1 : 0);
      this.refill();
    }
    return value;
  }

  /** A number whose highest bit comes first, each bit's chance that of the bits before it. */
  tree(from: number, bits: number): number {
    let node = 1;
    for (let left = bits; left > 0; --left) node = 2 * node + this.bit(from + node);
    return node - 2 ** bits;
  }

  /** The same with the lowest bit first. */
  reverseTree(from: number, bits: number): number {
    let [node, value] = [1, 0];
    for (let index = 0; index < bits; ++index) {
      const bit = this.bit(from + node);
      node = 2 * node + bit;
      value += bit * 2 ** index;
    }
    return value;
  }

  length(from: number, position: number): number {
    if (this.bit(from) === 0) return 2 + this.tree(from + 2 + 8 * position, 3);
    if (this.bit(from + 1) === 0) return 10 + this.tree(from + 2 + 8 * (16 + position), 3);
    return 18 + this.tree(from + 2 + 8 * 32, 8);
  }

  /** How far before the byte that is written next, less one; 2^32 - 1 ends the file. */
  distance(length: number): number {
    const slot = this.tree(slots + 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 + (slot & 1)) * 2 ** bits;
    if (slot < 14) return high + this.reverseTree(special + high - slot, bits);
    return high + 16 * this.direct(bits - 4) + this.reverseTree(align, 4);
  }
}

/** The whole content. The header must give its size. */
export function unpackLzma(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const settings = head.getUint8(0);
  const [lc, lp, pb] = [settings % 9, Math.floor(settings / 9) % 5, Math.floor(settings / 45)];
  const size = Number(head.getBigUint64(5, true));
  if (settings >= 225 || size > 2 ** 31) throw broken();
  const out = new Uint8Array(size);
  const decoder = new RangeDecoder(file, 13, new Uint16Array(literals + 0x300 * 2 ** (lc + lp)).fill(even));

  let at = 0;
  let state = 0;
  const recent = [0, 0, 0, 0];

  const literal = (): number => {
    const before = at > 0 ? out[at - 1]! : 0;
    const context = (at & (2 ** lp - 1)) * 2 ** lc + (before >> (8 - lc));
    const chances = literals + 0x300 * context;
    let node = 1;
    if (state >= 7) {
      // After a copy: as long as the bits are those of the byte that the copy would have gone on with.
      let match = out[at - recent[0]! - 1]!;
      while (node < 0x100) {
        const bit = (match >> 7) & 1;
        match <<= 1;
        const found = decoder.bit(chances + 0x100 * (1 + bit) + node);
        node = 2 * node + found;
        if (found !== bit) break;
      }
    }
    while (node < 0x100) node = 2 * node + decoder.bit(chances + node);
    return node & 0xff;
  };

  /** The length of a copy from one of the four newest distances; that one becomes the newest. */
  const repeated = (position: number): number => {
    if (decoder.bit(isRepG0 + state) === 0) {
      if (decoder.bit(isRep0Long + 16 * state + position) === 0) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      const which = decoder.bit(isRepG1 + state) === 0 ? 1 : 2 + decoder.bit(isRepG2 + state);
      recent.unshift(...recent.splice(which, 1));
    }
    state = state < 7 ? 8 : 11;
    return decoder.length(repLengths, position);
  };

  while (at < size) {
    const position = at & (2 ** pb - 1);
    if (decoder.bit(isMatch + 16 * state + position) === 0) {
      out[at] = literal();
      at += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length: number;
    if (decoder.bit(isRep + state) === 1) {
      length = repeated(position);
    } else {
      length = decoder.length(lengths, position);
      recent.pop();
      recent.unshift(decoder.distance(length));
      state = state < 7 ? 7 : 10;
    }
    const from = at - recent[0]! - 1;
    if (from < 0 || at + length > size) throw broken();
    for (let index = 0; index < length; ++index) out[at + index] = out[from + index]!;
    at += length;
  }
  return out;
}
