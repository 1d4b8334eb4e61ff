// Raptor (Roemer, Bond 2019): causally-precedes online by sets, for every access and every acquire that may still matter. Sound and complete
// for CP, with three corrections of what is printed (docs/errata.md). Reports exactly the consecutive conflicting pairs that CP does not order.

import { HappensBefore } from '../../clocks/happens-before.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';
import { Conflicts } from '../cp/conflicts.ts';
import { HardOrders } from '../cp/hard-orders.ts';
import { type CpSink, History } from '../cp/history.ts';
import { cp } from '../cp/index.ts';
import { RaceTally } from '../cp/tally.ts';
import type { Analysis, RaceDetector } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { prefixWords } from '../sync-preserving/prefix.ts';
import { Sets } from './sets.ts';

class Raptor implements Analysis {
  private readonly tally: RaceTally;
  private readonly memory: number;
  private readonly hb = new HappensBefore();
  private readonly sets: Sets;
  private readonly hard: HardOrders;
  private readonly history: History;
  private readonly conflicts = new Conflicts();
  private ruleA = 0;
  private events = 0;
  /** As far as the memory went. */
  private analysed = 0;
  private full = false;

  constructor(sink: CpSink, memory: number) {
    const tally = new RaceTally(sink);
    this.tally = tally;
    this.memory = memory;
    this.sets = new Sets(this.hb, ({ first, second }) => tally.report(first, second, false));
    this.hard = new HardOrders(this.hb, this.sets);
    this.history = new History(this.sets, (first, second, observed) => tally.report(first, second, observed), this.sets.owners);
  }

  block(block: EventBlock): void {
    const { start, length, ops, threads, targets, positions } = block;
    if (!this.full) this.grow(block);
    for (let i = 0; i < length && !this.full; i++) {
      const op = ops[i]!;
      const position = positions === undefined ? start + i : positions[i]!;
      if (op <= Op.write) this.access(op, threads[i]!, targets[i]!, position);
      else {
        this.step(op, threads[i]!, targets[i]!);
        if (this.bytes > this.memory) this.stop(position);
      }
    }
    if (length > 0) this.events = (positions === undefined ? start + length - 1 : positions[length - 1]!) + 1;
  }

  /** Releases what is still held, inner locks first (the paper's footnote 5). */
  end(): void {
    if (this.full) return;
    this.analysed = this.events;
    const { held } = this.sets;
    for (let t = 0; t < held.length; t++)
      for (let section = held[t]!.at(-1); section !== undefined; section = held[t]!.at(-1)) {
        this.tally.counted.heldAtEnd++;
        this.step(Op.release, t, section.lock.id);
      }
  }

  counters(): Record<string, number> {
    return {
      events: this.events,
      eventsAnalysed: this.analysed,
      ...this.tally.counted,
      ruleA: this.ruleA,
      ...this.sets.counted,
      mostOwners: this.sets.owners.most,
      ...this.hb.counters(),
    };
  }

  private grow(block: EventBlock): void {
    this.hb.grow(block);
    this.sets.grow(block.bounds.threads);
    this.history.grow(block.bounds.variables);
  }

  private get bytes(): number {
    const { versions } = this.hb;
    return this.sets.bytes + this.history.bytes + this.conflicts.bytes + 4 * versions.live * versions.stride;
  }

  /** Nothing more fits. What is not decided by now is not reported. */
  private stop(position: number): void {
    this.full = true;
    this.analysed = position;
  }

  /** Lines 1 to 4 of Algorithm 1, 1 and 2 of Algorithm 2; and the pairs that the access is the second of. */
  private access(op: number, t: number, variable: number, position: number): void {
    for (const section of this.sets.held[t]!) {
      const conflict = this.conflicts.access(section.lock.id, variable, op, section.index, t);
      if (conflict <= section.conflict) continue;
      section.conflict = conflict;
      this.ruleA++;
    }
    if (op === Op.read) this.history.read(t, variable, position);
    else this.history.write(t, variable, position);
  }

  private step(op: number, t: number, target: number): void {
    this.hard.step(op, t, target);
    if (op === Op.acquire) this.sets.acquire(t, target);
    else if (op === Op.release) this.sets.release(t, target);
    this.hb.step(op, t, target);
  }
}

export const raptor: RaceDetector = {
  finds: 'race',
  id: 'raptor',
  title: 'Causally-precedes by sets (Raptor)',
  paper: cp.paper,
  claim: 'predicted',
  reports: cp.reports,
  cost: 'one pass, O(threads) per acquire and release, and more where open sections depend on each other; memory grows with variables, locks and critical sections that CP leaves unordered, within --memory',
  operations: cp.operations,
  reentrant: cp.reentrant,
  options: [memoryOption],
  unfinished: (counters) => prefixWords('raptor', counters),
  note: cp.note!,
  analysis: (report, { memory = memoryOption.default } = {}) =>
    new Raptor((first, second, observed) => report(first, second, undefined, observed), memory),
};
