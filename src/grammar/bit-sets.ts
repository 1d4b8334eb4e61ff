// Sets of whole numbers, each kept once: equal sets have equal numbers. A set is a word of 32 bits, or a pair of sets, of a lower and an
// upper half, that other sets share. So n sets that grow by one member each take O(n log n) memory, not O(n²).

/** The number of the empty set. */
export const EMPTY = 0;

/** Pairs are looked up by the numbers of their halves, which together must be an exact number. */
const HALF = 2 ** 26;

export class BitSets {
  /** Per set: 0 for a word; a pair of level k has the members below 32 * 2^(k-1) in its lower half, the rest in its upper half. */
  private readonly levels: number[] = [0];
  /** Per set: its bits, or its lower half. */
  private readonly lower: number[] = [0];
  private readonly upper: number[] = [EMPTY];
  private readonly words = new Map<number, number>([[0, EMPTY]]);
  /** Per level: sets by their halves. */
  private readonly pairs: Map<number, number>[] = [];

  get size(): number {
    return this.levels.length;
  }

  /** The set of one number. */
  of(member: number): number {
    if (member < 32) return this.word(1 << member);
    const level = 32 - Math.clz32(member >>> 5);
    return this.pair(level, EMPTY, this.of(member - (16 << level)));
  }

  union(a: number, b: number): number {
    if (a === b || b === EMPTY) return a;
    if (a === EMPTY) return b;
    const { levels, lower, upper } = this;
    const level = levels[a]!;
    if (level < levels[b]!) return this.union(b, a);
    if (level > levels[b]!) return this.changed(a, this.union(lower[a]!, b), upper[a]!);
    if (level > 0) return this.changed(a, this.union(lower[a]!, lower[b]!), this.union(upper[a]!, upper[b]!));
    const both = lower[a]! | lower[b]!;
    return both === lower[a] ? a : both === lower[b] ? b : this.word(both);
  }

  intersection(a: number, b: number): number {
    if (a === b) return a;
    if (a === EMPTY || b === EMPTY) return EMPTY;
    const { levels, lower, upper } = this;
    const level = levels[a]!;
    if (level < levels[b]!) return this.intersection(a, lower[b]!);
    if (level > levels[b]!) return this.intersection(lower[a]!, b);
    if (level > 0) return this.changed(a, this.intersection(lower[a]!, lower[b]!), this.intersection(upper[a]!, upper[b]!));
    return this.word(lower[a]! & lower[b]!);
  }

  without(a: number, member: number): number {
    const { levels, lower, upper } = this;
    const level = levels[a]!;
    if (level === 0) return member < 32 ? this.word(lower[a]! & ~(1 << member)) : a;
    const half = 16 << level;
    if (member < half) return this.changed(a, this.without(lower[a]!, member), upper[a]!);
    return this.changed(a, lower[a]!, this.without(upper[a]!, member - half));
  }

  /** In order. */
  members(a: number, from = 0): number[] {
    const level = this.levels[a]!;
    const bits = this.lower[a]!;
    if (level === 0) return Array.from({ length: 32 }, (_, i) => i).flatMap((i) => ((bits >>> i) & 1 ? [from + i] : []));
    return [...this.members(bits, from), ...this.members(this.upper[a]!, from + (16 << level))];
  }

  /** The pair a with other halves. */
  private changed(a: number, low: number, high: number): number {
    return low === this.lower[a] && high === this.upper[a] ? a : this.pair(this.levels[a]!, low, high);
  }

  private word(bits: number): number {
    let set = this.words.get(bits);
    if (set === undefined) {
      set = this.add(0, bits, EMPTY);
      this.words.set(bits, set);
    }
    return set;
  }

  /** A set without members in its upper half is that of its lower half. */
  private pair(level: number, low: number, high: number): number {
    if (high === EMPTY) return low;
    this.pairs[level] ??= new Map();
    const known = this.pairs[level];
    const key = low * HALF + high;
    let set = known.get(key);
    if (set === undefined) {
      set = this.add(level, low, high);
      known.set(key, set);
    }
    return set;
  }

  private add(level: number, low: number, high: number): number {
    if (this.levels.length === HALF) throw new RangeError('too many different sets of locks');
    this.levels.push(level);
    this.lower.push(low);
    return this.upper.push(high) - 1;
  }
}
