// A few kilobytes, as small as a page of code can make them: every bit is predicted by what came, the times before, after the same last
// 0 to 4 bytes, and only what is not expected takes room (PAQ1's counts, an arithmetic coder behind them). Whoever reads has learned the same
// `primer` first, so that the first bytes are expected, too. Integers only: every machine predicts alike. Half a microsecond a byte.

/** Contexts: the last 0, 1, 2, 3 and 4 bytes; longer ones are seldom seen, and right when they are. */
const WEIGHTS = [2, 6, 16, 32, 64] as const;
const MASKS = WEIGHTS.map((_, order) => (order === 4 ? -1 : (1 << (8 * order)) - 1));
/** Cells for each order: two counts, of zeros and of ones. */
const CELL_BITS = 16;
const MOST = 255;

class Model {
  /** How likely a zero is, and a one, next: in proportion. */
  zeros = 1;
  ones = 1;
  private readonly counts = new Uint8Array(WEIGHTS.length << (CELL_BITS + 1));
  private readonly cells = new Int32Array(WEIGHTS.length);
  private last = 0;
  /** The bits of the byte so far, behind a one. */
  private node = 1;

  constructor(primer: Uint8Array) {
    this.look();
    for (const byte of primer) for (let k = 7; k >= 0; k--) this.learn((byte >> k) & 1);
  }

  learn(bit: number): void {
    const { counts, cells } = this;
    for (let order = 0; order < cells.length; order++) {
      const same = cells[order]! + bit;
      const other = cells[order]! + 1 - bit;
      if (counts[same]! < MOST) counts[same]!++;
      // What has changed once will change again.
      if (counts[other]! > 2) counts[other] = (counts[other]! >> 1) + 1;
    }
    this.node = 2 * this.node + bit;
    if (this.node > 255) {
      this.last = (this.last << 8) | (this.node & 255);
      this.node = 1;
    }
    this.look();
  }

  private look(): void {
    const { counts, cells, last } = this;
    const node = Math.imul(this.node, 0x85eb_ca6b);
    let zeros = 1;
    let ones = 1;
    for (let order = 0; order < cells.length; order++) {
      const hash = (Math.imul(last & MASKS[order]!, 0x9e37_79b1) + node) >>> (32 - CELL_BITS);
      const cell = ((order << CELL_BITS) | hash) << 1;
      cells[order] = cell;
      zeros += WEIGHTS[order]! * counts[cell]!;
      ones += WEIGHTS[order]! * counts[cell + 1]!;
    }
    this.zeros = zeros;
    this.ones = ones;
  }
}

/** The numbers that may still come, of 32 bits: low and high differ in their highest byte. */
class Range {
  low = 0;
  high = 0xffff_ffff;

  /** The last number that stands for a one. */
  split({ zeros, ones }: Model): number {
    return this.low + Math.floor(((this.high - this.low) * ones) / (zeros + ones));
  }

  narrow(bit: number, middle: number): void {
    if (bit === 1) this.high = middle;
    else this.low = middle + 1;
  }

  /** True while the highest byte is settled, which goes. */
  shift(): boolean {
    if ((this.low ^ this.high) >>> 24 !== 0) return false;
    this.low = (this.low << 8) >>> 0;
    this.high = ((this.high << 8) | 255) >>> 0;
    return true;
  }
}

export function encodeByContext(bytes: Uint8Array, primer: Uint8Array): Uint8Array<ArrayBuffer> {
  const model = new Model(primer);
  const range = new Range();
  const out: number[] = [];
  for (const byte of bytes)
    for (let k = 7; k >= 0; k--) {
      const bit = (byte >> k) & 1;
      range.narrow(bit, range.split(model));
      for (let settled = range.high >>> 24; range.shift(); settled = range.high >>> 24) out.push(settled);
      model.learn(bit);
    }
  // Zeros are read behind the end.
  out.push((range.low >>> 24) + 1);
  return Uint8Array.from(out);
}

/** Fills `out` from bytes[start..end). Any bytes are some bytes: who must know keeps a checksum. */
export function decodeByContext(bytes: Uint8Array, start: number, end: number, primer: Uint8Array, out: Uint8Array): void {
  const model = new Model(primer);
  const range = new Range();
  let at = start;
  let value = 0;
  const next = () => {
    value = ((value << 8) | (at < end ? bytes[at]! : 0)) >>> 0;
    at++;
  };
  for (let k = 0; k < 4; k++) next();
  for (let i = 0; i < out.length; i++) {
    let byte = 0;
    for (let k = 0; k < 8; k++) {
      const middle = range.split(model);
      const bit = value <= middle ? 1 : 0;
      range.narrow(bit, middle);
      while (range.shift()) next();
      model.learn(bit);
      byte = 2 * byte + bit;
    }
    out[i] = byte;
  }
}
