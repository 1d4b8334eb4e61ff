// How small a grammar can be: the substring complexity of Kociumaka, Navarro and Prezza (Toward a definitive compressibility measure for repetitive sequences), the most
// of (different stretches of k symbols) / k over all k. No grammar of the sequence has fewer symbols on its right-hand sides, whoever makes it.

/** Longer stretches are not looked at: fewer make the bound lower, never wrong. */
const LONGEST = 1 << 16;

// Two rolling hashes of 32 bits. Stretches that agree in both count as one, which makes the bound lower, never wrong.
const FACTORS = [0x9e37_79b1, 0x85eb_ca6b] as const;
const MIXED = [0x2545_f491, 0x27d4_eb2f] as const;

/** A lower bound of the items of every grammar that generates the sequence. */
export function leastItems(sequence: Uint32Array): number {
  const seen = new Pairs(sequence.length);
  let least = 0;
  for (let k = 1; k <= Math.min(sequence.length, LONGEST); k *= 2)
    least = Math.max(least, Math.ceil(different(sequence, k, seen) / k));
  return least;
}

/** How many different stretches of k symbols there are, at least. */
function different(sequence: Uint32Array, k: number, seen: Pairs): number {
  seen.clear();
  const [first, second] = [0, 1].map((i) => new Rolling(FACTORS[i]!, MIXED[i]!, k)) as [Rolling, Rolling];
  for (let i = 0; i < sequence.length; i++) {
    const gone = i < k ? undefined : sequence[i - k]!;
    const [low, high] = [first.next(sequence[i]!, gone), second.next(sequence[i]!, gone)];
    if (i >= k - 1) seen.add(low, high);
  }
  return seen.size;
}

/** The hash of the last k symbols. */
class Rolling {
  private hash = 0;
  private readonly factor: number;
  private readonly mixed: number;
  /** What a symbol has been multiplied by when it goes. */
  private readonly power: number;

  constructor(factor: number, mixed: number, k: number) {
    this.factor = factor;
    this.mixed = mixed;
    let power = 1;
    for (let i = 0; i < k; i++) power = Math.imul(power, factor);
    this.power = power;
  }

  next(symbol: number, gone: number | undefined): number {
    this.hash = (Math.imul(this.hash, this.factor) + this.of(symbol)) | 0;
    if (gone !== undefined) this.hash = (this.hash - Math.imul(this.power, this.of(gone))) | 0;
    return this.hash;
  }

  private of(symbol: number): number {
    const spread = Math.imul(symbol + 1, this.mixed);
    return spread ^ (spread >>> 15);
  }
}

/** A set of pairs of 32 bits, of at most so many. */
class Pairs {
  size = 0;
  private readonly lows: Int32Array;
  private readonly highs: Int32Array;
  private readonly used: Uint8Array;

  constructor(most: number) {
    const room = 2 ** Math.ceil(Math.log2(2 * most + 1));
    this.lows = new Int32Array(room);
    this.highs = new Int32Array(room);
    this.used = new Uint8Array(room);
  }

  clear(): void {
    this.used.fill(0);
    this.size = 0;
  }

  add(low: number, high: number): void {
    const { lows, highs, used } = this;
    const mask = used.length - 1;
    let at = (low ^ (high >>> 7) ^ (low >>> 15)) & mask;
    while (used[at] === 1 && (lows[at] !== low || highs[at] !== high)) at = (at + 1) & mask;
    if (used[at] === 1) return;
    used[at] = 1;
    lows[at] = low;
    highs[at] = high;
    this.size++;
  }
}
