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
import { ALL_OPERATIONS, TraceIndex } from './trace-index.ts';

class SyncPreserving implements Analysis {
  private readonly report: RaceSink;
  private readonly meter: Meter;
  private readonly collector: ColumnCollector;
  private counted: Record<string, number> = {};

  constructor(report: RaceSink, memory: number) {
    this.report = report;
    this.meter = new Meter(memory);
    this.collector = new ColumnCollector(mostEvents(memory));
  }

  block(events: EventBlock): void {
    this.collector.block(events);
  }

  end(): void {
    const { meter } = this;
    const { events } = this.collector;
    const ready = (fitting: Columns) => new SyncPreservingRaces(new TraceIndex(fitting, meter), meter);
    const { columns, ready: races, analysed } = longestPrefix(this.collector.columns(), meter, ready, { events });
    const proofs = new Proofs(races.trace, columns, meter);
    const unseen = races.each((first, second, ideal) => proofs.add(first, second, ideal));
    proofs.report(this.report);
    this.counted = {
      events,
      eventsAnalysed: analysed,
      criticalSections: races.trace.sections.count,
      sharedVariables: races.lanes.cellCount,
      ideals: races.ideals.rowCount - 1,
      pairsWithCommonLock: races.lockedPairs,
      pairsTried: races.closures,
      witnessesChecked: proofs.checked,
      witnessesOmitted: proofs.omitted,
      accessesUnseen: unseen,
      memory: meter.peak,
      memoryReached: Number(meter.full),
    };
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
  cost: 'works on the whole trace: near-linear, times threads; about 85 bytes per event and a row of threads per change, within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [memoryOption],
  unfinished: (counters) => {
    const words = [prefixWords('sync-preserving', counters), unseenWords('sync-preserving', counters)];
    return words.filter((said) => said !== undefined).join('; ') || undefined;
  },
  analysis: (report, { memory = memoryOption.default } = {}) => new SyncPreserving(report, memory),
};
