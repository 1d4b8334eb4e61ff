// The string of a grammar, in order and piece by piece: memory grows with the depth of the grammar, never with the string.

import { enlarged } from '../base/grown.ts';
import { type Slp, startRule } from './slp.ts';

/** Walks down a grammar and fills arrays with terminals. */
export class Expansion {
  private readonly slp: Slp;
  /** The path to the next terminal: per rule on it an item, where its body ends, and how many repetitions of the item are left. */
  private items = new Uint32Array(32);
  private ends = new Uint32Array(32);
  private left = new Float64Array(32);
  private top: number;

  constructor(slp: Slp, rule: number = startRule(slp)) {
    const { starts, counts } = slp;
    this.slp = slp;
    this.top = 0;
    this.items[0] = starts[rule]!;
    this.ends[0] = starts[rule + 1]!;
    this.left[0] = counts[starts[rule]!] ?? 0;
  }

  /** Writes the next terminals to out[0…], and returns how many: fewer than `out` has room for only at the end. */
  fill(out: Uint32Array): number {
    const { terminals, starts, symbols, counts } = this.slp;
    const room = out.length;
    let { items, ends, left, top } = this;
    let n = 0;
    while (top >= 0 && n < room) {
      const i = items[top]!;
      if (i === ends[top]) {
        top--;
        continue;
      }
      const s = symbols[i]!;
      const copies = left[top]!;
      const run = s >= terminals ? 1 : Math.min(copies, room - n);
      if (copies > run) left[top] = copies - run;
      else {
        items[top] = i + 1;
        left[top] = counts[i + 1]!;
      }
      if (s < terminals) {
        if (run === 1) out[n] = s;
        else out.fill(s, n, n + run);
        n += run;
        continue;
      }
      if (++top === items.length) {
        this.deepen();
        ({ items, ends, left } = this);
      }
      const from = starts[s - terminals]!;
      items[top] = from;
      ends[top] = starts[s - terminals + 1]!;
      left[top] = counts[from]!;
    }
    this.top = top;
    return n;
  }

  private deepen(): void {
    this.items = enlarged(this.items, this.items.length + 1);
    this.ends = enlarged(this.ends, this.ends.length + 1);
    this.left = enlarged(this.left, this.left.length + 1);
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
