// Reads items of a grammar into a chunk: summaries where there are any, otherwise the events that they generate, in long runs.

import type { Fold, Reader } from './fold.ts';
import { type Plan, POWER, SHORTEST } from './plan.ts';
import type { Slp } from './slp.ts';

/** Events that are handed over together. */
const RUN = 512;
/** From here on a short rule may not fit any more. */
const FULL = RUN - SHORTEST;

export interface WalkCounters {
  /** Summaries that were made and kept. */
  summaries: number;
  /** Summaries that were begun and found to be too long. */
  rejected: number;
  powers: number;
  applied: number;
  /** Events that were read one by one. */
  events: number;
  /** Most summaries that were alive together. */
  alive: number;
}

export class EventReader<Summary> {
  /** Where the next item stands in the chunk, and how many of the events before it are not handed over yet. */
  position = 0;
  buffered = 0;
  private readonly slp: Slp;
  private readonly plan: Plan;
  private readonly summaries: readonly (Summary | undefined)[];
  private readonly powers: Fold<Summary>;
  private readonly counters: WalkCounters;
  private into: Reader<Summary>;
  /** Where the chunk stands in the trace. */
  private origin = 0;
  private readonly buffer = new Uint32Array(RUN);
  /** The path of `inline`: items, where their bodies end, and how often the item is still to be read. */
  private readonly items: number[] = [];
  private readonly ends: number[] = [];
  private readonly left: number[] = [];

  constructor(slp: Slp, plan: Plan, summaries: readonly (Summary | undefined)[], powers: Fold<Summary>, counters: WalkCounters) {
    this.slp = slp;
    this.plan = plan;
    this.summaries = summaries;
    this.powers = powers;
    this.counters = counters;
    this.into = powers;
  }

  /** From now on, read into this chunk, whose origin is the position in the trace where it starts. */
  begin(into: Reader<Summary>, origin: number, position = 0): void {
    this.into = into;
    this.origin = origin;
    this.position = position;
  }

  /** Reads items from i on as long as they are terminals and short rules; returns the first one that is neither, or the end. */
  readShort(from: number, end: number): number {
    const { terminals, symbols, counts } = this.slp;
    const { buffer } = this;
    const { short, flat } = this.plan;
    const { starts, words } = flat;
    const { lengths } = this.plan;
    if (this.buffered >= FULL) this.flush();
    let { position, buffered } = this;
    let i = from;
    for (; i < end; i++) {
      const s = symbols[i]!;
      if (counts[i] !== 1) break;
      if (s < terminals) {
        buffer[buffered++] = s;
        position++;
      } else {
        if (short[s - terminals] === 0) break;
        const length = lengths[s - terminals]!;
        const at = starts[s - terminals]!;
        for (let k = 0; k < length; k++) buffer[buffered + k] = words[at + k]!;
        buffered += length;
        position += length;
      }
      if (buffered < FULL) continue;
      this.position = position;
      this.buffered = buffered;
      this.flush();
      buffered = 0;
    }
    this.position = position;
    this.buffered = buffered;
    return i;
  }

  /** Reads one item of a body. */
  item(i: number): void {
    const { terminals, symbols, counts } = this.slp;
    const s = symbols[i]!;
    const count = counts[i]!;
    if (s >= terminals) this.rule(s - terminals, count);
    else if (count <= 2) for (let k = 0; k < count; k++) this.event(s);
    else {
      this.flush();
      this.into.repeat(s, count, this.position);
      this.counters.events += 2;
      this.position += count;
    }
  }

  /** Hands over the events that stand before the position. */
  flush(): void {
    const { buffered } = this;
    if (buffered === 0) return;
    this.into.run(this.buffer, buffered, this.position - buffered);
    this.counters.events += buffered;
    this.buffered = 0;
  }

  private rule(rule: number, count: number): void {
    const length = this.plan.lengths[rule]!;
    const summary = this.summaries[rule];
    if (summary === undefined) {
      for (let k = 0; k < count; k++) this.inline(rule);
      return;
    }
    this.flush();
    const { into, position } = this;
    if (count >= POWER) {
      this.counters.powers++;
      into.apply(this.powers.power(summary, count, this.origin + position), position);
    } else for (let k = 0; k < count; k++) into.apply(summary, position + k * length);
    this.counters.applied += Math.min(count, POWER);
    this.position = position + count * length;
  }

  /** Reads the kept string of a rule. */
  private readFlat(rule: number): void {
    const { buffer, plan } = this;
    const { words, starts } = plan.flat;
    const from = starts[rule]!;
    const length = plan.lengths[rule]!;
    if (this.buffered + length > RUN) this.flush();
    const at = this.buffered;
    for (let k = 0; k < length; k++) buffer[at + k] = words[from + k]!;
    this.buffered = at + length;
    this.position += length;
  }

  /** Reads a rule without a summary: what it consists of, down to summaries and events. The stack is for bodies that are left. */
  private inline(rule: number): void {
    const { terminals, starts, symbols, counts } = this.slp;
    const { items, ends, left, summaries } = this;
    const { starts: flatStarts } = this.plan.flat;
    if (flatStarts[rule]! >= 0) {
      this.readFlat(rule);
      return;
    }
    let top = 0;
    let end = starts[rule + 1]!;
    let i = this.readShort(starts[rule]!, end);
    left[0] = 0;
    items[0] = -1;
    for (;;) {
      if (i === end) {
        if (top === 0) return;
        top--;
        i = items[top]!;
        end = ends[top]!;
        if (left[top] === 0) i = this.readShort(i + 1, end);
        continue;
      }
      const below = symbols[i]! - terminals;
      if (below < 0 || summaries[below] !== undefined) this.item(i);
      else if (flatStarts[below]! >= 0) for (let k = counts[i]!; k > 0; k--) this.readFlat(below);
      else {
        // A rule without a summary, as often as it is repeated: the item is left when nothing of it is.
        if (items[top] !== i || left[top] === 0) left[top] = counts[i]!;
        left[top]!--;
        items[top] = i;
        ends[top] = end;
        top++;
        left[top] = 0;
        items[top] = -1;
        end = starts[below + 1]!;
        i = this.readShort(starts[below]!, end);
        continue;
      }
      i = this.readShort(i + 1, end);
    }
  }

  private event(terminal: number): void {
    this.buffer[this.buffered++] = terminal;
    this.position++;
    if (this.buffered === RUN) this.flush();
  }
}
