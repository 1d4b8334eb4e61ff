// Folds a grammar from left to right. A rule is summed up when it is met first, provided that its summary is worth it; a rule whose
// summary would be about as long as its string (irregular traces are full of them) is read event by event instead. So the time is
// never much above that of the uncompressed analysis, and on regular traces it follows the grammar. A summary is dropped as soon
// as nothing that is still to come uses it.

import { EventReader, type WalkCounters } from './event-reader.ts';
import type { Fold, Reader } from './fold.ts';
import { Plan, POWER, type Policy, SHORTEST } from './plan.ts';
import { type Slp, startRule } from './slp.ts';

export type { Policy } from './plan.ts';

/** A summary must cost at most this part of what it stands for. */
const WORTH = 0.25;
/**
 * Attempts that fail may cost this many events, and this part of the events that the walk has passed or is about to read: then they
 * add little to the time, whatever the grammar is like. A rule with many uses may be tried in any case.
 */
const FREE_ATTEMPTS = 2048;
const ATTEMPTS = 1 / 8;
const MANY_USES = 16;
/** Items after which an attempt looks whether it has failed already. */
const PATIENCE = 64;

export class Walk<Summary> {
  readonly counters: WalkCounters = { summaries: 0, rejected: 0, powers: 0, applied: 0, events: 0, alive: 0 };
  private readonly slp: Slp;
  private readonly plan: Plan;
  private readonly policy: Policy;
  private readonly chunk: Fold<Summary>;
  /** Ends the walk early. */
  private readonly enough: () => boolean;
  /** Per rule: items that name it and are still to be read. */
  private readonly holds: Uint32Array;
  private readonly decided: Uint8Array;
  private readonly summaries: (Summary | undefined)[];
  /** Per rule: what it costs to read it, in events, and the longest rule below it whose summary was rejected. */
  private readonly costs: Float64Array;
  private readonly failed: Float64Array;
  private readonly reader: EventReader<Summary>;
  private alive = 0;
  /** What failed attempts have cost, and what they may cost as yet. */
  private wasted = 0;
  private allowance = 0;

  constructor(slp: Slp, chunk: Fold<Summary>, policy: Policy, enough: () => boolean) {
    const rules = slp.starts.length - 1;
    this.slp = slp;
    this.plan = new Plan(slp, policy);
    this.policy = policy;
    this.chunk = chunk;
    this.enough = enough;
    this.holds = this.plan.uses.slice();
    this.decided = this.plan.short.slice();
    // Filled at once: an array that grows by leaps becomes a dictionary, and reading events from rules took three times as long.
    this.summaries = new Array<Summary | undefined>(rules).fill(undefined);
    this.costs = this.plan.lengths.slice();
    this.failed = new Float64Array(rules);
    this.reader = new EventReader(slp, this.plan, this.summaries, chunk, this.counters);
  }

  /** In events. */
  get length(): number {
    return this.plan.lengths[startRule(this.slp)]!;
  }

  /** Reads the whole string into the fold. */
  run(whole: Reader<Summary>): void {
    const { reader } = this;
    const { starts, symbols, terminals } = this.slp;
    const start = startRule(this.slp);
    const end = starts[start + 1]!;
    whole.begin(0);
    reader.begin(whole, 0);
    for (let i = reader.readShort(starts[start]!, end); i < end; i = reader.readShort(i + 1, end)) {
      if (this.enough()) return;
      const rule = symbols[i]! - terminals;
      if (rule >= 0 && this.decided[rule] === 0) {
        // The buffer is about to hold events of other chunks.
        reader.flush();
        const { position } = reader;
        this.decide(rule, position);
        reader.begin(whole, 0, position);
      }
      reader.item(i);
      if (rule >= 0) this.letGo(rule);
    }
    reader.flush();
  }

  /** Sums up a rule and all below it, where that is worth it; `origin` is the position of the rule's first occurrence. */
  private decide(rule: number, origin: number): void {
    const { terminals, starts, symbols, counts } = this.slp;
    const { decided } = this;
    const { lengths } = this.plan;
    this.allowance = FREE_ATTEMPTS + ATTEMPTS * (origin + lengths[rule]!);
    const path = [rule];
    const next = [starts[rule]!];
    const offsets = [origin];
    const origins = [origin];
    while (path.length > 0) {
      const top = path.length - 1;
      const r = path[top]!;
      const i = next[top]!;
      if (decided[r] === 1 || i === starts[r + 1]) {
        if (decided[r] === 0 && !this.enough()) this.sumUp(r, origins[top]!);
        path.pop();
        next.pop();
        offsets.pop();
        origins.pop();
        continue;
      }
      next[top] = i + 1;
      const below = symbols[i]! - terminals;
      if (below >= 0 && decided[below] === 0) {
        path.push(below);
        next.push(starts[below]!);
        offsets.push(offsets[top]!);
        origins.push(offsets[top]!);
      }
      offsets[top]! += counts[i]! * (below < 0 ? 1 : lengths[below]!);
    }
  }

  private sumUp(rule: number, origin: number): void {
    this.decided[rule] = 1;
    const cost = this.readingCost(rule);
    this.costs[rule] = cost;
    const needed = this.policy === 'always' || this.plan.repeated[rule] === 1;
    if (!needed && !this.isWorthTrying(rule, cost)) {
      this.plan.flat.keep(rule);
      return;
    }
    if (!this.readInto(rule, origin, needed ? Number.POSITIVE_INFINITY : cost * WORTH)) {
      this.counters.rejected++;
      this.failed[rule] = cost;
      this.plan.flat.keep(rule);
      return;
    }
    this.costs[rule] = this.chunk.cost();
    this.summaries[rule] = this.chunk.finish(this.plan.lengths[rule]!);
    this.failed[rule] = 0;
    this.counters.summaries++;
    this.counters.alive = Math.max(this.counters.alive, ++this.alive);
    this.done(rule);
  }

  /** Reads a rule into the chunk; false if its summary costs more than `most`. */
  private readInto(rule: number, origin: number, most: number): boolean {
    const { starts } = this.slp;
    const { reader, chunk, counters } = this;
    const before = counters.events + counters.applied;
    chunk.begin(origin);
    reader.begin(chunk, origin);
    const end = starts[rule + 1]!;
    for (let i = starts[rule]!; i < end && chunk.cost() <= most; ) {
      const stop = Math.min(end, i + PATIENCE);
      i = reader.readShort(i, stop);
      if (i < stop) reader.item(i++);
      reader.flush();
    }
    if (chunk.cost() <= most) return true;
    this.wasted += counters.events + counters.applied - before;
    return false;
  }

  /**
   * What was rejected at some length is tried again only at twice that length: below, it can hardly have become better. So every
   * event takes part in at most a logarithmic number of attempts, however deep the grammar is.
   */
  private isWorthTrying(rule: number, cost: number): boolean {
    const uses = this.plan.uses[rule]!;
    if (uses < 2 || cost < SHORTEST || cost < 2 * this.failed[rule]!) return false;
    return uses >= MANY_USES || this.wasted + cost <= this.allowance;
  }

  private readingCost(rule: number): number {
    const { terminals, starts, symbols, counts } = this.slp;
    let cost = 0;
    let failed = 0;
    for (let i = starts[rule]!; i < starts[rule + 1]!; i++) {
      const below = symbols[i]! - terminals;
      if (below < 0) cost += Math.min(counts[i]!, 2);
      else {
        cost += Math.min(counts[i]!, POWER) * this.costs[below]!;
        failed = Math.max(failed, this.failed[below]!);
      }
    }
    this.failed[rule] = failed;
    return cost;
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
    const { holds, summaries } = this;
    const stack = [rule];
    for (let r = stack.pop(); r !== undefined; r = stack.pop())
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        const below = symbols[i]! - terminals;
        if (below < 0 || this.plan.short[below] === 1 || --holds[below]! > 0) continue;
        if (summaries[below] === undefined) stack.push(below);
        else {
          summaries[below] = undefined;
          this.alive--;
        }
      }
  }
}
