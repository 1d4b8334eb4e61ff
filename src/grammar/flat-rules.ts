// The strings of short rules, kept expanded: to copy one is several times as fast as to walk down the grammar again.

import { grown } from '../base/grown.ts';
import type { Slp } from './slp.ts';

/** Rules of at most this many events are kept, as long as that takes no more than a few words per item of the grammar. */
const LONGEST = 128;
const WORDS_PER_ITEM = 8;

export class FlatRules {
  words = new Uint32Array(1024);
  /** Per rule: where its string starts in `words`, or -1. */
  readonly starts: Int32Array;
  private readonly slp: Slp;
  private readonly lengths: Float64Array;
  private readonly most: number;
  private used = 0;

  constructor(slp: Slp, lengths: Float64Array) {
    this.slp = slp;
    this.lengths = lengths;
    this.most = slp.symbols.length * WORDS_PER_ITEM;
    this.starts = new Int32Array(lengths.length).fill(-1);
  }

  /** Keeps all rules before this one that can be kept. */
  keepAll(before: number): void {
    for (let r = 0; r < before; r++) this.keep(r);
  }

  /** Keeps a rule that consists of terminals and kept rules, if it is short enough; says whether it did. */
  keep(rule: number): boolean {
    const { starts, slp } = this;
    const { starts: bodies, symbols, counts, terminals } = slp;
    const length = this.lengths[rule]!;
    if (length > LONGEST || this.used + length > this.most) return false;
    const end = bodies[rule + 1]!;
    for (let i = bodies[rule]!; i < end; i++) {
      const below = symbols[i]! - terminals;
      if (below >= 0 && starts[below]! < 0) return false;
    }
    if (this.used + length > this.words.length) this.words = grown(this.words, this.words.length * 2 + length);
    let to = this.used;
    starts[rule] = to;
    for (let i = bodies[rule]!; i < end; i++) {
      const symbol = symbols[i]!;
      for (let k = counts[i]!; k > 0; k--) to = symbol < terminals ? this.put(to, symbol) : this.copy(to, symbol - terminals);
    }
    this.used = to;
    return true;
  }

  private put(to: number, terminal: number): number {
    this.words[to] = terminal;
    return to + 1;
  }

  private copy(to: number, rule: number): number {
    const { words } = this;
    const from = this.starts[rule]!;
    const length = this.lengths[rule]!;
    for (let k = 0; k < length; k++) words[to + k] = words[from + k]!;
    return to + length;
  }
}
