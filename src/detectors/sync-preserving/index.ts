// Sync-preserving prediction (Mathur, Pavlogiannis, Viswanathan 2021): every access that races with an earlier one in some correct
// reordering that keeps the order of the critical sections of each lock. Sound and complete for these. Works on the whole trace:
// near-linear in it, times the number of threads.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector, type Columns } from '../../trace/columns.ts';
import type { Analysis, Detector, RaceSink } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { longestPrefix, mostEvents, prefixWords, unseenWords } from './prefix.ts';
import { Proofs } from './proofs.ts';
import { SyncPreservingRaces } from './races.ts';
import { Suspects } from './suspects.ts';
import { ALL_OPERATIONS, TraceIndex } from './trace-index.ts';

class SyncPreserving implements Analysis {
  private readonly report: RaceSink;
  private readonly meter: Meter;
  private readonly collector: ColumnCollector;
  /** Until the end of the trace. */
  private suspects: Suspects | undefined;
  private counted: Record<string, number> = {};

  constructor(report: RaceSink, memory: number) {
    this.report = report;
    this.meter = new Meter(memory);
    this.collector = new ColumnCollector(mostEvents(memory));
    this.suspects = new Suspects(memory);
  }

  block(events: EventBlock): void {
    this.collector.block(events);
    this.suspects!.block(events);
  }

  end(): void {
    const { collector } = this;
    const { none, memory } = this.suspects!;
    const variables = none ? undefined : this.suspects!.variables();
    this.suspects = undefined;
    const { events } = collector;
    this.counted = {
      events,
      eventsAnalysed: events,
      criticalSections: 0,
      sharedVariables: 0,
      ideals: 0,
      pairsWithCommonLock: 0,
      pairsTried: 0,
      witnessesChecked: 0,
      witnessesOmitted: 0,
      accessesUnseen: 0,
      memory: memory + collector.bytes,
      memoryReached: 0,
    };
    if (!none) this.look(variables);
  }

  private look(variables: Uint8Array | undefined): void {
    const { meter, collector, counted } = this;
    const prepare = (fitting: Columns) => new SyncPreservingRaces(new TraceIndex(fitting, meter), meter, variables);
    const { columns, ready: races, analysed } = longestPrefix(collector.columns(), meter, prepare, collector);
    const proofs = new Proofs(races.trace, columns, meter);
    const unseen = races.each((first, second, ideal) => proofs.add(first, second, ideal));
    proofs.report(this.report);
    Object.assign(counted, {
      eventsAnalysed: analysed,
      criticalSections: races.trace.sections.count,
      sharedVariables: races.lanes.cellCount,
      ideals: races.ideals.rowCount - 1,
      pairsWithCommonLock: races.lockedPairs,
      pairsTried: races.closures,
      witnessesChecked: proofs.checked,
      witnessesOmitted: proofs.omitted,
      accessesUnseen: unseen,
      memory: Math.max(counted['memory']!, meter.peak),
      memoryReached: Number(meter.full),
    });
  }

  counters(): Record<string, number> {
    return this.counted;
  }
}

export const syncPreserving: Detector = {
  id: 'sync-preserving',
  title: 'Sync-preserving prediction',
  paper: 'Mathur, Pavlogiannis, Viswanathan, Optimal Prediction of Synchronization-Preserving Races, POPL 2021',
  claim: 'predicted',
  reports:
    'for every access that has one, a race with an earlier access in a reordering that keeps the order of critical sections',
  cost: 'works on the whole trace: near-linear, times threads; about 65 bytes per event and a row of threads per change, within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [memoryOption],
  unfinished: (counters) => {
    const words = [prefixWords('sync-preserving', counters), unseenWords('sync-preserving', counters)];
    return words.filter((said) => said !== undefined).join('; ') || undefined;
  },
  analysis: (report, { memory = memoryOption.default } = {}) => new SyncPreserving(report, memory),
};
