// Reads ahead of Sequitur: where the input goes on as a rule of the grammar says, it is compared with that rule, and Sequitur sees
// one symbol instead of a terminal at a time. A wrong guess costs nothing but the comparison: what did agree is made of symbols too.

import { grown } from '../base/grown.ts';
import { COUNT, GUARD, NEXT, VALUE } from './digrams.ts';

const SLOTS = 1 << 15;

/** Which rule came last after a terminal and begins with another. What a rule generates never changes, so neither do its ends. */
export class Guesses {
  private readonly rules = new Int32Array(SLOTS);
  private firsts = new Int32Array(256);
  private lasts = new Int32Array(256);

  /** A rule begins, and its body has these values at its ends. */
  enter(rule: number, left: number, right: number): void {
    if (rule >= this.firsts.length) {
      this.firsts = grown(this.firsts, rule * 2);
      this.lasts = grown(this.lasts, rule * 2);
    }
    this.firsts[rule] = left < 0 ? this.firsts[~left]! : left;
    this.lasts[rule] = right < 0 ? this.lasts[~right]! : right;
  }

  /** The value `rule` (as ~rule) came after the value `before`. */
  learn(before: number, rule: number): void {
    this.rules[this.slot(before, this.firsts[~rule]!)] = rule;
  }

  /** The guess after `before` was wrong from the start. */
  forget(before: number, terminal: number): void {
    this.rules[this.slot(before, terminal)] = 0;
  }

  /** A rule, as ~rule, that may come after `before` if the next terminal is this; 0 if there is no guess. It may be gone since. */
  guess(before: number, terminal: number): number {
    const rule = this.rules[this.slot(before, terminal)]!;
    return rule < 0 && this.firsts[~rule] === terminal ? rule : 0;
  }

  private slot(before: number, terminal: number): number {
    const last = before < 0 ? this.lasts[~before]! : before;
    const hash = Math.imul(Math.imul(last, 0x2c1b3c6d) + terminal, 0x297a2d39);
    return (hash >>> 15) & (SLOTS - 1);
  }
}

const DIFFERS = 0;
export const AGREES = 1;
export const COMPLETE = 2;

/** The comparison of the input with one rule. The grammar does not change while it lasts. */
export class Match {
  /** The rule, as ~rule, or 0 if nothing is being compared. */
  rule = 0;
  /** The symbols that agree if the match is given up, and their counts. */
  readonly values: number[] = [];
  readonly counts: number[] = [];
  private nodes: Int32Array = new Int32Array(0);
  private guards: Int32Array = new Int32Array(0);
  /** The terminal that is expected next, the nodes above it whose rules it is in, and how often each is still to be read. */
  private expected = 0;
  private readonly above: number[] = [];
  private readonly left: number[] = [];
  private depth = 0;

  /** Expects what the rule generates. */
  begin(rule: number, nodes: Int32Array, guards: Int32Array): void {
    this.rule = rule;
    this.nodes = nodes;
    this.guards = guards;
    this.depth = 0;
    this.descend(nodes[guards[~rule]! + NEXT]!);
  }

  take(value: number, count: number): typeof DIFFERS | typeof AGREES | typeof COMPLETE {
    const { nodes, expected } = this;
    if (nodes[expected + VALUE] !== value || nodes[expected + COUNT] !== count) return DIFFERS;
    let next = nodes[expected + NEXT]!;
    while (nodes[next + COUNT] === GUARD) {
      if (this.depth === 0) return COMPLETE;
      const node = this.above[this.depth - 1]!;
      if (--this.left[this.depth - 1]! > 0) next = nodes[this.guards[~nodes[node + VALUE]!]! + NEXT]!;
      else {
        this.depth--;
        next = nodes[node + NEXT]!;
      }
    }
    this.descend(next);
    return AGREES;
  }

  /** Ends the match where it is: `values` and `counts` say what did agree. */
  giveUp(): void {
    const { nodes, guards, above, left, depth, values, counts } = this;
    values.length = 0;
    counts.length = 0;
    let body = guards[~this.rule]!;
    for (let d = 0; d <= depth; d++) {
      const stop = d < depth ? above[d]! : this.expected;
      for (let n = nodes[body + NEXT]!; n !== stop; n = nodes[n + NEXT]!) {
        values.push(nodes[n + VALUE]!);
        counts.push(nodes[n + COUNT]!);
      }
      if (d === depth) break;
      const value = nodes[stop + VALUE]!;
      const done = nodes[stop + COUNT]! - left[d]!;
      if (done > 0) {
        values.push(value);
        counts.push(done);
      }
      body = guards[~value]!;
    }
    this.rule = 0;
  }

  private descend(to: number): void {
    const { nodes, guards, above, left } = this;
    let node = to;
    let value = nodes[node + VALUE]!;
    while (value < 0) {
      above[this.depth] = node;
      left[this.depth++] = nodes[node + COUNT]!;
      node = nodes[guards[~value]! + NEXT]!;
      value = nodes[node + VALUE]!;
    }
    this.expected = node;
  }
}
