// The strings of short rules, kept expanded: to copy one is several times as fast as to walk down the grammar again.

import { grown } from '../trace/symbols.ts';
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
  private used = 0;

  constructor(slp: Slp, lengths: Float64Array) {
    this.slp = slp;
    this.lengths = lengths;
    this.starts = new Int32Array(lengths.length).fill(-1);
  }

  /** Keeps a rule that consists of terminals and kept rules, if it is short enough. */
  keep(rule: number): void {
    const { starts: bodies, symbols, counts, terminals } = this.slp;
    const length = this.lengths[rule]!;
    if (length > LONGEST || this.used + length > symbols.length * WORDS_PER_ITEM) return;
    for (let i = bodies[rule]!; i < bodies[rule + 1]!; i++)
      if (symbols[i]! >= terminals && this.starts[symbols[i]! - terminals]! < 0) return;
    if (this.used + length > this.words.length)
      this.words = grown(this.words, Math.max(this.words.length * 2, this.used + length));
    this.starts[rule] = this.used;
    for (let i = bodies[rule]!; i < bodies[rule + 1]!; i++) for (let k = counts[i]!; k > 0; k--) this.append(symbols[i]!);
  }

  private append(symbol: number): void {
    const { words } = this;
    const below = symbol - this.slp.terminals;
    if (below < 0) words[this.used++] = symbol;
    else for (let from = this.starts[below]!, left = this.lengths[below]!; left > 0; left--) words[this.used++] = words[from++]!;
  }
}
