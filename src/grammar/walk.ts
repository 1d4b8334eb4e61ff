// Folds a grammar from left to right. A rule is summed up when it is met first, provided that its summary is worth it; a rule whose
// summary would be about as long as its string (irregular traces are full of them) is read event by event instead. So the time is
// never much above that of the uncompressed analysis, and on regular traces it follows the grammar. A summary is dropped as soon
// as nothing that is still to come uses it.

import { FlatRules } from './flat-rules.ts';
import type { Fold } from './fold.ts';
import { lengthsOf, type Slp, startRule, useCounts } from './slp.ts';

/** `always` sums up every rule, as ZipTrack does. */
export type Policy = 'adaptive' | 'always';

/** A repetition of at least this many is computed as a power of the repeated summary. */
const POWER = 8;
/** Below this many events a summary is not worth its overhead. */
const SHORTEST = 16;
/** A summary must cost at most this part of what it stands for. */
const WORTH = 0.5;

export interface WalkCounters {
  /** Summaries that were made and kept. */
  summaries: number;
  /** Summaries that were made and found to be too long. */
  rejected: number;
  powers: number;
  applied: number;
  /** Events that were read one by one. */
  events: number;
  /** Most summaries that were alive together. */
  alive: number;
}

export class Walk<Summary> {
  readonly counters: WalkCounters = { summaries: 0, rejected: 0, powers: 0, applied: 0, events: 0, alive: 0 };
  private readonly slp: Slp;
  private readonly lengths: Float64Array;
  private readonly policy: Policy;
  private readonly chunk: Fold<Summary>;
  /** Ends the walk early. */
  private readonly enough: () => boolean;
  /** Per rule: items that name it and are still to be read. */
  private readonly holds: Uint32Array;
  private readonly uses: Uint32Array;
  /** Rules that some item repeats so often that their summary is needed. */
  private readonly repeated: Uint8Array;
  private readonly decided: Uint8Array;
  private readonly summaries: (Summary | undefined)[];
  /** Per rule: what it costs to read it, in events, and the longest rule below it whose summary was rejected. */
  private readonly costs: Float64Array;
  private readonly failed: Float64Array;
  private alive = 0;
  /** Short rules without a summary. */
  private readonly flat: FlatRules;
  private readonly buffer = new Uint32Array(512);
  private buffered = 0;
  /** The path of `inline`: items, where their bodies end, and how often the item is still to be read. */
  private readonly items: number[] = [];
  private readonly ends: number[] = [];
  private readonly left: number[] = [];

  constructor(slp: Slp, chunk: Fold<Summary>, policy: Policy, enough: () => boolean) {
    const rules = slp.starts.length - 1;
    this.slp = slp;
    this.lengths = lengthsOf(slp);
    this.policy = policy;
    this.chunk = chunk;
    this.enough = enough;
    this.uses = useCounts(slp);
    this.holds = this.uses.slice();
    this.repeated = new Uint8Array(rules);
    this.decided = new Uint8Array(rules);
    // Filled at once: an array that grows by leaps becomes a dictionary, and reading events from rules took three times as long.
    this.summaries = new Array<Summary | undefined>(rules).fill(undefined);
    this.costs = new Float64Array(rules);
    this.flat = new FlatRules(slp, this.lengths);
    this.failed = new Float64Array(rules);
    for (let i = 0; i < slp.symbols.length; i++)
      if (slp.counts[i]! >= POWER && slp.symbols[i]! >= slp.terminals) this.repeated[slp.symbols[i]! - slp.terminals] = 1;
  }

  /** Reads the whole string into the fold. */
  run(whole: Fold<Summary>): void {
    const { terminals, starts, symbols, counts } = this.slp;
    const start = startRule(this.slp);
    const { buffer } = this;
    whole.begin(0);
    let position = 0;
    for (let i = starts[start]!; i < starts[start + 1]!; i++) {
      const s = symbols[i]!;
      if (s < terminals && counts[i] === 1) {
        buffer[this.buffered++] = s;
        position++;
        if (this.buffered === buffer.length) this.flush(whole, position);
        continue;
      }
      if (this.enough()) return;
      if (s >= terminals && this.decided[s - terminals] === 0) {
        // The buffer is about to hold events of other chunks.
        this.flush(whole, position);
        this.decide(s - terminals, position);
      }
      position = this.item(whole, i, position, 0);
      if (s >= terminals) this.letGo(s - terminals);
    }
    this.flush(whole, position);
  }

  /** Sums up a rule and all below it, where that is worth it; `origin` is the position of the rule's first occurrence. */
  private decide(rule: number, origin: number): void {
    const { terminals, starts, symbols, counts } = this.slp;
    const path = [rule];
    const next = [starts[rule]!];
    const offsets = [origin];
    const origins = [origin];
    while (path.length > 0) {
      const top = path.length - 1;
      const r = path[top]!;
      const i = next[top]!;
      if (this.decided[r] === 1 || i === starts[r + 1]) {
        if (this.decided[r] === 0 && !this.enough()) this.sumUp(r, origins[top]!);
        for (const stack of [path, next, offsets, origins]) stack.pop();
        continue;
      }
      next[top] = i + 1;
      const s = symbols[i]!;
      const below = s - terminals;
      if (below >= 0 && this.decided[below] === 0) {
        path.push(below);
        next.push(starts[below]!);
        offsets.push(offsets[top]!);
        origins.push(offsets[top]!);
      }
      offsets[top]! += counts[i]! * (below < 0 ? 1 : this.lengths[below]!);
    }
  }

  private sumUp(rule: number, origin: number): void {
    const { starts } = this.slp;
    this.decided[rule] = 1;
    const cost = this.readingCost(rule);
    this.costs[rule] = cost;
    if (!this.isWorthTrying(rule, cost)) {
      this.flat.keep(rule);
      return;
    }
    const { chunk } = this;
    chunk.begin(origin);
    let position = 0;
    for (let i = starts[rule]!; i < starts[rule + 1]!; i++) position = this.item(chunk, i, position, origin);
    this.flush(chunk, position);
    const own = chunk.cost();
    if (this.policy !== 'always' && this.repeated[rule] === 0 && own > cost * WORTH) {
      this.counters.rejected++;
      this.failed[rule] = cost;
      this.flat.keep(rule);
      return;
    }
    this.summaries[rule] = chunk.finish(position);
    this.costs[rule] = own;
    this.failed[rule] = 0;
    this.counters.summaries++;
    this.counters.alive = Math.max(this.counters.alive, ++this.alive);
    this.done(rule);
  }

  /**
   * What was rejected at some length is tried again only at twice that length: below, it can hardly have become better. So every
   * event takes part in at most a logarithmic number of attempts, however deep the grammar is.
   */
  private isWorthTrying(rule: number, cost: number): boolean {
    if (this.policy === 'always' || this.repeated[rule] === 1) return true;
    return this.uses[rule]! > 1 && cost >= SHORTEST && cost >= 2 * this.failed[rule]!;
  }

  private readingCost(rule: number): number {
    const { terminals, starts, symbols, counts } = this.slp;
    let cost = 0;
    let failed = 0;
    for (let i = starts[rule]!; i < starts[rule + 1]!; i++) {
      const below = symbols[i]! - terminals;
      const count = Math.min(counts[i]!, POWER);
      if (below < 0) cost += Math.min(counts[i]!, 2);
      else {
        cost += count * this.costs[below]!;
        failed = Math.max(failed, this.failed[below]!);
      }
    }
    this.failed[rule] = failed;
    return cost;
  }

  /** Reads one item of a body at a position of the fold's chunk, and returns the position behind it. */
  private item(fold: Fold<Summary>, i: number, position: number, origin: number): number {
    const { terminals, symbols, counts } = this.slp;
    const s = symbols[i]!;
    const count = counts[i]!;
    if (s >= terminals) return this.rule(fold, s - terminals, count, position, origin);
    if (count <= 2) for (let k = 0; k < count; k++) this.event(fold, s, position + k);
    else {
      this.flush(fold, position);
      fold.repeat(s, count, position);
      this.counters.events += 2;
    }
    return position + count;
  }

  private rule(fold: Fold<Summary>, rule: number, count: number, position: number, origin: number): number {
    const length = this.lengths[rule]!;
    const summary = this.summaries[rule];
    if (summary === undefined) {
      this.left[0] = 0;
      for (let k = 0; k < count; k++) this.inline(fold, rule, position + k * length, origin);
      return position + count * length;
    }
    this.flush(fold, position);
    if (count >= POWER) {
      this.counters.powers++;
      fold.apply(fold.power(summary, count, origin + position), position);
    } else for (let k = 0; k < count; k++) fold.apply(summary, position + k * length);
    this.counters.applied += Math.min(count, POWER);
    return position + count * length;
  }

  /** Reads the kept string of a rule and returns the position behind it. */
  private readFlat(fold: Fold<Summary>, rule: number, start: number): number {
    const { buffer } = this;
    const { words } = this.flat;
    const from = this.flat.starts[rule]!;
    const length = this.lengths[rule]!;
    if (this.buffered + length > buffer.length) this.flush(fold, start);
    const at = this.buffered;
    for (let k = 0; k < length; k++) buffer[at + k] = words[from + k]!;
    this.buffered = at + length;
    return start + length;
  }

  /** Reads a rule without a summary: what it consists of, down to summaries and events. The stack is for bodies that are left. */
  private inline(fold: Fold<Summary>, rule: number, start: number, origin: number): void {
    const { terminals, starts, symbols, counts } = this.slp;
    const { items, ends, left, summaries, buffer } = this;
    const { starts: flatStarts } = this.flat;
    let position = start;
    if (flatStarts[rule]! >= 0) {
      this.readFlat(fold, rule, position);
      return;
    }
    let top = 0;
    let i = starts[rule]!;
    let end = starts[rule + 1]!;
    for (;;) {
      if (i === end) {
        if (top === 0) return;
        top--;
        i = items[top]!;
        end = ends[top]!;
        if (left[top]! > 0) continue;
        i++;
        continue;
      }
      const s = symbols[i]!;
      if (s < terminals && counts[i] === 1) {
        buffer[this.buffered++] = s;
        position++;
        i++;
        if (this.buffered === buffer.length) this.flush(fold, position);
      } else if (s < terminals || summaries[s - terminals] !== undefined) {
        position = this.item(fold, i, position, origin);
        i++;
      } else if (flatStarts[s - terminals]! >= 0) {
        for (let k = counts[i]!; k > 0; k--) position = this.readFlat(fold, s - terminals, position);
        i++;
      } else {
        // A rule without a summary, as often as it is repeated: the item is left when nothing of it is.
        if (items[top] !== i || !(left[top]! > 0)) left[top] = counts[i]!;
        left[top]!--;
        items[top] = i;
        ends[top] = end;
        top++;
        left[top] = 0;
        items[top] = -1;
        i = starts[s - terminals]!;
        end = starts[s - terminals + 1]!;
      }
    }
  }

  private event(fold: Fold<Summary>, terminal: number, position: number): void {
    this.buffer[this.buffered++] = terminal;
    if (this.buffered === this.buffer.length) this.flush(fold, position + 1);
  }

  /** Hands over the events that stand before `position`. */
  private flush(fold: Fold<Summary>, position: number): void {
    if (this.buffered === 0) return;
    fold.run(this.buffer, this.buffered, position - this.buffered);
    this.counters.events += this.buffered;
    this.buffered = 0;
  }

  /** An item that names the rule is done with. */
  private letGo(rule: number): void {
    if (--this.holds[rule]! > 0) return;
    if (this.summaries[rule] === undefined) this.done(rule);
    else {
      this.summaries[rule] = undefined;
      this.alive--;
    }
  }

  /** What stands below the rule is not needed for its sake any more. */
  private done(rule: number): void {
    const { terminals, starts, symbols } = this.slp;
    const stack = [rule];
    for (let r = stack.pop(); r !== undefined; r = stack.pop())
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        const below = symbols[i]! - terminals;
        if (below < 0 || --this.holds[below]! > 0) continue;
        if (this.summaries[below] === undefined) stack.push(below);
        else {
          this.summaries[below] = undefined;
          this.alive--;
        }
      }
  }
}
