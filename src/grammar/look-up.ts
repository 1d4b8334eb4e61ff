// What stands at some positions of a compressed trace, and which locks are held there, without expanding it.

import { Op } from '../trace/operation.ts';
import type { CompressedTrace } from './compress.ts';
import { composed, type LockEffect, lockEffects, NO_EFFECT, repeated } from './lock-effect.ts';
import { Offsets } from './offsets.ts';
import { startRule } from './slp.ts';

export interface EventAt {
  readonly op: number;
  readonly thread: number;
  readonly target: number;
  readonly location: number;
}

export class GrammarLookup {
  private readonly trace: CompressedTrace;
  private readonly events: Offsets;
  private readonly locations: Offsets;
  private readonly effects: readonly LockEffect[];
  /** Of the events before this item of the start rule. */
  private held = NO_EFFECT;
  private item: number;
  private renewed: ReadonlySet<number> | undefined;

  constructor(trace: CompressedTrace) {
    this.trace = trace;
    this.events = new Offsets(trace.events);
    this.locations = new Offsets(trace.locations);
    this.effects = lockEffects(trace);
    this.item = trace.events.starts[startRule(trace.events)]!;
  }

  event(position: number): EventAt {
    const { ops, threads, targets } = this.trace.terminals;
    const s = this.events.terminalAt(position);
    return { op: ops[s]!, thread: threads[s]!, target: targets[s]!, location: this.locations.terminalAt(position) };
  }

  /**
   * The locks that a thread holds at a position, in the order in which it took them, and where it did; ~lock for one that it holds as a
   * reader only. Positions must not go down from call to call.
   */
  locks(position: number, thread: number): { readonly lock: number; readonly since: number }[] {
    const { terminals, symbols, counts } = this.trace.events;
    const { events, effects } = this;
    let rule = startRule(this.trace.events);
    let item = events.itemAt(rule, position);
    for (; this.item < item; this.item++)
      this.held = composed(this.held, repeated(effects[symbols[this.item]!]!, counts[this.item]!));
    let held = this.held;
    for (let rest = position - events.of(item); symbols[item]! >= terminals; rest -= events.of(item)) {
      rule = symbols[item]! - terminals;
      const copies = Math.floor(rest / events.lengths[rule]!);
      held = composed(held, repeated(effects[symbols[item]!]!, copies));
      rest -= copies * events.lengths[rule]!;
      item = events.itemAt(rule, rest);
      for (let i = this.trace.events.starts[rule]!; i < item; i++)
        held = composed(held, repeated(effects[symbols[i]!]!, counts[i]!));
    }
    const own = held.changes.filter((change) => change.thread === thread && change.acquired > 0);
    const exclusive = new Set(own.filter(({ shared }) => !shared).map(({ lock }) => lock));
    const locks = new Map<number, number>();
    for (const { lock, since } of own) if (!locks.has(lock)) locks.set(lock, since);
    return Array.from(locks, ([lock, since]) => ({ lock: exclusive.has(lock) ? lock : ~lock, since }));
  }

  /** Where a thread was started; undefined if it was not. */
  fork(thread: number): number | undefined {
    const { size, ops, targets } = this.trace.terminals;
    let first: number | undefined;
    for (let s = 0; s < size; s++) {
      if (ops[s] !== Op.fork || targets[s] !== thread) continue;
      const position = this.events.firstOf(s);
      if (position >= 0 && (first === undefined || position < first)) first = position;
    }
    return first;
  }

  /** Whether the memory of a variable is allocated anew somewhere. */
  isRenewed(variable: number): boolean {
    if (this.renewed === undefined) {
      const { size, ops, targets } = this.trace.terminals;
      this.renewed = new Set(targets.subarray(0, size).filter((_, s) => ops[s] === Op.alloc));
    }
    return this.renewed.has(variable);
  }
}
