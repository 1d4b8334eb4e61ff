// The string of a grammar, in order and piece by piece: memory grows with the grammar, never with the string. Short rules are kept as strings.

import { FlatRules } from './flat-rules.ts';
import { approximateLengths, type Slp, startRule } from './slp.ts';

/** Walks down a grammar and fills arrays with terminals. */
export class Expansion {
  private readonly slp: Slp;
  private readonly lengths: Float64Array;
  private readonly flat: FlatRules;
  /** The next item, where its body ends, and how many copies of the item are left. */
  private item: number;
  private end: number;
  private copies: number;
  /** The same of the rules above it, whose items name the rules below. */
  private readonly path: { readonly item: number; readonly end: number; readonly copies: number }[] = [];

  constructor(slp: Slp) {
    this.slp = slp;
    this.lengths = approximateLengths(slp);
    this.flat = new FlatRules(slp, this.lengths);
    const start = startRule(slp);
    this.flat.keepAll(start);
    this.item = slp.starts[start]!;
    this.end = slp.starts[start + 1]!;
    this.copies = slp.counts[this.item] ?? 0;
  }

  /** Writes the next terminals to out[0…], and returns how many: fewer than `out` has room for only at the end. */
  fill(out: Uint32Array): number {
    const { terminals, symbols } = this.slp;
    const { lengths } = this;
    const { words, starts: kept } = this.flat;
    let n = 0;
    while (n < out.length) {
      if (this.item === this.end) {
        if (!this.leave()) break;
        continue;
      }
      const symbol = symbols[this.item]!;
      const rule = symbol - terminals;
      if (rule < 0) {
        const run = Math.min(this.copies, out.length - n);
        if (run === 1) out[n] = symbol;
        else out.fill(symbol, n, n + run);
        n += run;
        this.pass(run);
      } else if (kept[rule]! < 0 || n + lengths[rule]! > out.length) this.enter(rule);
      else {
        const from = kept[rule]!;
        const length = lengths[rule]!;
        for (let k = 0; k < length; k++) out[n + k] = words[from + k]!;
        n += length;
        this.pass(1);
      }
    }
    return n;
  }

  /** So many copies of the item are done. */
  private pass(copies: number): void {
    this.copies -= copies;
    if (this.copies === 0) this.copies = this.slp.counts[++this.item]!;
  }

  private enter(rule: number): void {
    const { starts, counts } = this.slp;
    this.pass(1);
    this.path.push({ item: this.item, end: this.end, copies: this.copies });
    this.item = starts[rule]!;
    this.end = starts[rule + 1]!;
    this.copies = counts[this.item]!;
  }

  /** At the end of a body; false if it was the last. */
  private leave(): boolean {
    const above = this.path.pop();
    if (above === undefined) return false;
    ({ item: this.item, end: this.end, copies: this.copies } = above);
    return true;
  }
}

/** The terminal at a position: O(depth + the bodies on the way). */
export function terminalAt(slp: Slp, lengths: Float64Array, position: number): number {
  const { terminals, starts, symbols, counts } = slp;
  let rule = startRule(slp);
  let rest = position;
  for (;;) {
    let i = starts[rule]!;
    for (; ; i++) {
      if (i === starts[rule + 1]) throw new RangeError(`the grammar has no position ${position}`);
      const s = symbols[i]!;
      const length = s < terminals ? 1 : lengths[s - terminals]!;
      if (rest < counts[i]! * length) {
        if (s < terminals) return s;
        rest %= length;
        rule = s - terminals;
        break;
      }
      rest -= counts[i]! * length;
    }
  }
}
