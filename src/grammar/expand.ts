// The string of a grammar, in order and piece by piece: memory grows with the depth of the grammar, never with the string.

import { type Slp, startRule } from './slp.ts';

/** Walks down a grammar and fills arrays with terminals. */
export class Expansion {
  private readonly slp: Slp;
  /** The path to the next terminal: item, and how many repetitions of it are left. */
  private readonly items: number[] = [];
  private readonly ends: number[] = [];
  private readonly left: number[] = [];

  constructor(slp: Slp, rule: number = startRule(slp)) {
    this.slp = slp;
    this.enter(rule);
  }

  /** Writes the next terminals to out[0…], and returns how many: fewer than `out` has room for only at the end. */
  fill(out: Uint32Array): number {
    const { terminals, symbols } = this.slp;
    const { items, ends, left } = this;
    let n = 0;
    for (let top = items.length - 1; top >= 0; top = items.length - 1) {
      const i = items[top]!;
      if (i === ends[top]) {
        this.leave();
        continue;
      }
      const s = symbols[i]!;
      if (s < terminals) {
        const run = Math.min(left[top]!, out.length - n);
        if (run === 1) out[n] = s;
        else out.fill(s, n, n + run);
        n += run;
        left[top]! -= run;
        if (left[top] === 0) this.advance(top);
        if (n === out.length) return n;
      } else {
        left[top]!--;
        this.enter(s - terminals);
      }
    }
    return n;
  }

  private enter(rule: number): void {
    const { starts, counts } = this.slp;
    this.items.push(starts[rule]!);
    this.ends.push(starts[rule + 1]!);
    this.left.push(counts[starts[rule]!] ?? 0);
  }

  private leave(): void {
    this.items.pop();
    this.ends.pop();
    this.left.pop();
    const top = this.items.length - 1;
    if (top >= 0 && this.left[top] === 0) this.advance(top);
  }

  private advance(top: number): void {
    const i = ++this.items[top]!;
    this.left[top] = this.slp.counts[i] ?? 0;
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
