// Raw deflate (RFC 1951), unpacked at once into room of a known size: what browsers only offer as a stream, and bounded by
// that room whatever the bytes say. Codes are looked up in one table each; zlib itself is two to three times as fast.

const MAX_BITS = 15;
const END_OF_BLOCK = 256;
const LITERALS = 288;
const DISTANCES = 32;
/** Of those, so many mean something. */
const MOST_LITERALS = 286;
const MOST_DISTANCES = 30;
/** The order in which a block tells the lengths of the codes for lengths of codes. */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_EXTRA = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const LENGTH_BASE = bases(LENGTH_EXTRA, 3);
LENGTH_BASE[28] = 258;
const DISTANCE_BASE = bases(DISTANCE_EXTRA, 1);

function bases(extra: readonly number[], first: number): number[] {
  let next = first;
  return extra.map((bits) => {
    const base = next;
    next += 1 << bits;
    return base;
  });
}

/** A prefix code: for every value of the next `bits` bits of input, the symbol that they begin with << 4 | its length; 0 if none. */
class Code {
  bits = 0;
  readonly table = new Uint16Array(1 << MAX_BITS);

  /** False if there are more codes than bits can tell apart, or fewer; only one code of one bit, or none, may stand `alone`. */
  build(lengths: Uint8Array, count: number, alone = true): boolean {
    const counts = new Uint16Array(MAX_BITS + 1);
    for (let i = 0; i < count; i++) counts[lengths[i]!]!++;
    counts[0] = 0;
    this.bits = MAX_BITS;
    while (this.bits > 1 && counts[this.bits] === 0) this.bits--;
    const next = new Uint32Array(MAX_BITS + 2);
    for (let length = 1; length <= MAX_BITS; length++) {
      next[length + 1] = (next[length]! + counts[length]!) << 1;
      if (next[length]! + counts[length]! > 1 << length) return false;
    }
    const told = next[MAX_BITS + 1]!;
    if (told > 0 && told < 2 << MAX_BITS && (!alone || this.bits > 1)) return false;
    const { bits, table } = this;
    table.fill(0, 0, 1 << bits);
    for (let symbol = 0; symbol < count; symbol++) {
      const length = lengths[symbol]!;
      if (length === 0) continue;
      const entry = (symbol << 4) | length;
      for (let at = reversed(next[length]!++, length); at < 1 << bits; at += 1 << length) table[at] = entry;
    }
    return true;
  }
}

function reversed(code: number, length: number): number {
  let back = 0;
  for (let i = 0; i < length; i++) back |= ((code >>> i) & 1) << (length - 1 - i);
  return back;
}

/** Unpacks; owns the tables. */
export class Inflater {
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;
  private at = 0;
  /** Bits that were taken from the bytes and not used yet, the next one lowest. */
  private held = 0;
  private count = 0;
  private readonly literals = new Code();
  private readonly distances = new Code();
  private readonly lengths = new Uint8Array(LITERALS + DISTANCES);

  /** Fills out[0..size) from bytes[start..end). False if those are not a whole stream of just that size. */
  inflate(bytes: Uint8Array, start: number, end: number, out: Uint8Array, size: number): boolean {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.held = 0;
    this.count = 0;
    let filled = 0;
    for (let isLast = false; !isLast; ) {
      isLast = this.take(1) === 1;
      const kind = this.take(2);
      if (kind === 0) filled = this.stored(out, filled, size);
      else if (kind < 3 && (kind === 1 ? this.fixed() : this.dynamic())) filled = this.coded(out, filled, size);
      else return false;
      if (filled < 0 || this.at - (this.count >>> 3) > end) return false;
    }
    return filled === size && this.at - (this.count >>> 3) === end;
  }

  /** The next bits as a number, zeros behind the end: at most 16. */
  private take(bits: number): number {
    while (this.count < bits) {
      this.held |= (this.at < this.end ? this.bytes[this.at]! : 0) << this.count;
      this.at++;
      this.count += 8;
    }
    const value = this.held & ((1 << bits) - 1);
    this.held >>>= bits;
    this.count -= bits;
    return value;
  }

  private stored(out: Uint8Array, filled: number, size: number): number {
    this.take(this.count & 7);
    const length = this.take(16);
    if (this.take(16) !== (length ^ 0xffff)) return -1;
    // What is held is whole bytes: they are given back.
    const from = this.at - (this.count >>> 3);
    this.held = 0;
    this.count = 0;
    this.at = from + length;
    if (this.at > this.end || length > size - filled) return -1;
    out.set(this.bytes.subarray(from, this.at), filled);
    return filled + length;
  }

  private fixed(): boolean {
    const { lengths } = this;
    lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, LITERALS).fill(5, LITERALS);
    return this.literals.build(lengths, LITERALS) && this.distances.build(lengths.subarray(LITERALS), DISTANCES);
  }

  private dynamic(): boolean {
    const literals = this.take(5) + 257;
    const distances = this.take(5) + 1;
    const told = this.take(4) + 4;
    const { lengths, distances: code } = this;
    lengths.fill(0);
    for (let i = 0; i < told; i++) lengths[LENGTHS_ORDER[i]!] = this.take(3);
    if (literals > MOST_LITERALS || distances > MOST_DISTANCES || !code.build(lengths, 19, false)) return false;
    for (let i = 0; i < literals + distances; ) {
      const symbol = this.symbol(code);
      if (symbol < 0) return false;
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) return false;
      const value = symbol === 16 ? lengths[i - 1]! : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (times > literals + distances - i) return false;
      lengths.fill(value, i, i + times);
      i += times;
    }
    if (lengths[END_OF_BLOCK] === 0) return false;
    return this.literals.build(lengths, literals) && code.build(lengths.subarray(literals), distances);
  }

  private symbol({ table, bits }: Code): number {
    const rest = this.take(bits);
    const entry = table[rest]!;
    const length = entry & 15;
    // What the code did not use is given back.
    this.held = (this.held << (bits - length)) | (rest >>> length);
    this.count += bits - length;
    return length === 0 ? -1 : entry >>> 4;
  }

  /** The loop that all of the time is spent in: the state is in locals, and at least 24 bits are held before a code is looked up. */
  private coded(out: Uint8Array, from: number, size: number): number {
    const { bytes, end } = this;
    const { table: literals, bits: literalBits } = this.literals;
    const { table: distances, bits: distanceBits } = this.distances;
    const literalMask = (1 << literalBits) - 1;
    const distanceMask = (1 << distanceBits) - 1;
    let { at, held, count } = this;
    let filled = from;
    for (;;) {
      for (; count < 24; count += 8) held |= (at++ < end ? bytes[at - 1]! : 0) << count;
      let entry = literals[held & literalMask]!;
      let used = entry & 15;
      if (used === 0) return -1;
      held >>>= used;
      count -= used;
      const symbol = entry >>> 4;
      if (symbol < END_OF_BLOCK) {
        if (filled === size) return -1;
        out[filled++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) break;
      const extra = LENGTH_EXTRA[symbol - 257];
      if (extra === undefined) return -1;
      const length = LENGTH_BASE[symbol - 257]! + (held & ((1 << extra) - 1));
      held >>>= extra;
      count -= extra;
      for (; count < 24; count += 8) held |= (at++ < end ? bytes[at - 1]! : 0) << count;
      entry = distances[held & distanceMask]!;
      used = entry & 15;
      if (used === 0 || entry >>> 4 >= DISTANCE_EXTRA.length) return -1;
      held >>>= used;
      count -= used;
      for (; count < 24; count += 8) held |= (at++ < end ? bytes[at - 1]! : 0) << count;
      const more = DISTANCE_EXTRA[entry >>> 4]!;
      const distance = DISTANCE_BASE[entry >>> 4]! + (held & ((1 << more) - 1));
      held >>>= more;
      count -= more;
      if (distance > filled || length > size - filled) return -1;
      filled = repeat(out, filled, distance, length);
    }
    this.at = at;
    this.held = held;
    this.count = count;
    return filled;
  }
}

/** Copies `length` bytes from `distance` before `at` to it, byte by byte where they overlap, and returns the end. */
function repeat(out: Uint8Array, at: number, distance: number, length: number): number {
  const end = at + length;
  if (distance === 1) out.fill(out[at - 1]!, at, end);
  else for (let i = at; i < end; i++) out[i] = out[i - distance]!;
  return end;
}
