// Sync-preserving prediction (Mathur, Pavlogiannis, Viswanathan 2021): every access that races with an earlier one in some correct
// reordering that keeps the order of the critical sections of each lock. Sound and complete for these. Works on the whole trace:
// near-linear in it, times the number of threads.

import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import type { Analysis, Detector, RaceSink } from '../detector.ts';
import { longestPrefix, prefixWords } from './prefix.ts';
import { Proofs } from './proofs.ts';
import { ALL_OPERATIONS } from './trace-index.ts';

class SyncPreserving implements Analysis {
  private readonly report: RaceSink;
  private readonly collector = new ColumnCollector();
  private counted: Record<string, number> = {};

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(events: EventBlock): void {
    this.collector.block(events);
  }

  end(): void {
    const whole = this.collector.columns();
    const { columns, races, analysed } = longestPrefix(whole);
    const proofs = new Proofs(races.trace, columns);
    races.each((first, second, ideal) => proofs.add(first, second, ideal));
    proofs.report(this.report);
    this.counted = {
      events: whole.length,
      eventsAnalysed: analysed,
      criticalSections: races.trace.sections.count,
      sharedVariables: races.lanes.cellCount,
      ideals: races.ideals.rowCount - 1,
      pairsWithCommonLock: races.lockedPairs,
      pairsTried: races.closures,
      witnessesChecked: proofs.checked,
      witnessesOmitted: proofs.omitted,
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
  cost: 'works on the whole trace: near-linear, times threads; about 60 bytes per event and a row of threads per change',
  operations: ALL_OPERATIONS,
  reentrant: true,
  unfinished: (counters) => prefixWords('sync-preserving', counters),
  analysis: (report) => new SyncPreserving(report),
};
