// Everything known of one finding, as data: what happened around it, which orders hold in this run and which do not, and the
// schedule that proves it. Works on the whole trace in memory.

import { display, quote } from './base/quote.ts';
import { findWitness, type WitnessOptions } from './detectors/predict/find-witness.ts';
import type { FindingExplanation, WitnessExplanation } from './findings/explanation.ts';
import { cutIn, type Finding, waitingIn } from './findings/finding.ts';
import { type Hop, lastBefore } from './findings/order.ts';
import { isKnown } from './findings/place.ts';
import { SliceCollector } from './findings/slices.ts';
import { toldName } from './findings/told.ts';
import { type Columns, columnsOf } from './trace/columns.ts';
import type { Position } from './trace/id.ts';
import { Op, operation } from './trace/operation.ts';
import { table } from './trace/symbols.ts';
import type { Trace } from './trace/trace.ts';
import { Witness } from './trace/witness.ts';
import { walkThrough } from './witness/walk-through.ts';

/** How many events of its thread are shown before and after an access. */
const BEFORE = 8;
const AFTER = 4;

/** The finding with a schedule: its own or, where the detectors gave none for this pair, one that is searched for now. */
export function proven(trace: Trace, finding: Finding, options: WitnessOptions): Finding {
  const { type, first, second, witness } = finding;
  if (type !== 'race' || witness !== null || first === null) return finding;
  const found = findWitness(trace, first.index, second.index, options);
  return found === undefined ? finding : { ...finding, witness: Witness.of(found) };
}

export function explained(trace: Trace, finding: Finding): FindingExplanation {
  const columns = columnsOf(trace);
  const collector = new SliceCollector([finding], { before: BEFORE, after: AFTER });
  for (const block of trace.blocks) collector.block(block);
  const { type, first, second, witness } = finding;
  return {
    finding,
    slice: collector.slice(finding, trace.symbols),
    orders: type !== 'race' || first === null ? [] : new Orders(trace, columns, first.index, second.index).sentences(finding),
    witness: witness === null ? undefined : witnessOf(trace, witness.positions(), finding),
  };
}

function witnessOf(trace: Trace, witness: Uint32Array, finding: Finding): WitnessExplanation {
  const { threads } = trace.symbols;
  const {
    steps,
    hidden,
    sentences,
    threads: columns,
  } = walkThrough(trace, witness, {
    waiting: waitingIn(finding),
    cut: cutIn(finding),
  });
  return {
    threads: columns.map((thread) => threads.name(thread)),
    steps: steps.map(({ thread, location, ...step }) => ({
      ...step,
      thread: threads.name(thread),
      location: toldName(trace.symbols, location),
    })),
    hidden,
    sentences,
  };
}

class Orders {
  private readonly trace: Trace;
  private readonly columns: Columns;
  private readonly first: Position;
  private readonly second: Position;

  constructor(trace: Trace, columns: Columns, first: Position, second: Position) {
    this.trace = trace;
    this.columns = columns;
    this.first = first;
    this.second = second;
  }

  sentences({ first, second }: Finding): string[] {
    const common = first!.locks.filter((lock) => second.locks.includes(lock));
    return [
      ...this.happensBefore(),
      this.forkJoin(),
      common.length === 0
        ? 'Same lock: no lock is held at both accesses.'
        : `Same lock: ${common.map(quote).join(' and ')} is held at both accesses, by at least one as a reader only or again after it was given up.`,
      ...this.firstTaken(new Set([...first!.locks, ...second.locks])),
    ];
  }

  /** Where a lock was seen first is near to where it comes from. */
  private firstTaken(locks: Set<string>): string[] {
    const { symbols } = this.trace;
    const sentences: string[] = [];
    for (const { length, ops, threads, targets, locations } of this.trace.blocks)
      for (let e = 0; e < length && locks.size > 0; e++) {
        if (ops[e] !== Op.acquire && ops[e] !== Op.acquireShared) continue;
        const lock = symbols.locks.name(targets[e]!);
        if (!locks.delete(lock)) continue;
        const place = toldName(symbols, locations[e]!);
        const at = isKnown(place) ? ` at ${display(place)}` : '';
        sentences.push(`Lock: ${quote(lock)} was first taken by ${this.thread(threads[e]!)}${at}.`);
      }
    return sentences;
  }

  /** Whether the two are ordered, and if not, the last that the second thread was ordered after. */
  private happensBefore(): string[] {
    const { first, second, columns } = this;
    const [a, b] = [columns.threads[first]!, columns.threads[second]!];
    const known = lastBefore(columns, second, a);
    if (known !== undefined && known.last >= first)
      return [
        `Happens-before: in this run event ${first} is ordered before event ${second}, by ${this.chain(known.hops)}. Another schedule need not have that order.`,
      ];
    const last =
      known === undefined
        ? `Last synchronisation: none from ${this.thread(a)} to ${this.thread(b)} before event ${second}.`
        : `Last synchronisation from ${this.thread(a)} to ${this.thread(b)} before event ${second}: ${this.chain(known.hops)}; what ${this.thread(a)} did after that is unordered with event ${second}.`;
    return [`Happens-before: nothing in this run orders event ${first} before event ${second}.`, last];
  }

  private forkJoin(): string {
    const { first, second, columns } = this;
    const known = lastBefore(columns, second, columns.threads[first]!, 'fork-join');
    const ordered = known !== undefined && known.last >= first;
    return ordered
      ? `Fork and join: they order the two, by ${this.chain(known.hops)}.`
      : 'Fork and join: they do not order the two.';
  }

  private chain(hops: readonly Hop[]): string {
    return hops.map(({ from, to }) => `${this.event(from)} → ${this.event(to)}`).join(', then ');
  }

  private thread(thread: number): string {
    return quote(this.trace.symbols.threads.name(thread));
  }

  private event(position: Position): string {
    const { ops, threads, targets } = this.columns;
    const { name, target } = operation(ops[position]!);
    const what = quote(table(this.trace.symbols, target).name(targets[position]!));
    return `${name} of ${what} by ${this.thread(threads[position]!)} (event ${position})`;
  }
}
