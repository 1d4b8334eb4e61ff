// Sync-preserving prediction (Mathur, Pavlogiannis, Viswanathan 2021): every access that races with an earlier one in some correct
// reordering that keeps the order of the critical sections of each lock. Sound and complete for these. Works on the whole trace, or on
// windows of it: near-linear, times the number of threads.

import type { EventBlock } from '../../trace/block.ts';
import type { Analysis, RaceDetector, RaceSink } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { reachOption } from '../reach-option.ts';
import type { Part } from '../windowed/part.ts';
import { TraceParts } from '../windowed/trace-parts.ts';
import { longestPrefix, prefixWords, unseenWords } from './prefix.ts';
import { type LocatedColumns, Proofs } from './proofs.ts';
import { SyncPreservingRaces } from './races.ts';
import { ALL_OPERATIONS, TraceIndex } from './trace-index.ts';

class SyncPreserving implements Analysis {
  private readonly parts: TraceParts;
  private readonly counted = {
    events: 0,
    eventsAnalysed: 0,
    criticalSections: 0,
    sharedVariables: 0,
    ideals: 0,
    pairsWithCommonLock: 0,
    pairsTried: 0,
    witnessesChecked: 0,
    witnessesOmitted: 0,
    accessesUnseen: 0,
    memory: 0,
    memoryReached: 0,
  };

  constructor(report: RaceSink, memory: number, reach: number) {
    this.parts = new TraceParts(memory, reach, report, (part) => this.look(part));
  }

  block(events: EventBlock): void {
    this.parts.block(events);
  }

  end(): void {
    this.parts.end();
  }

  private look({ columns: all, variables, asked, meter, room, report }: Part): number {
    const { counted } = this;
    const prepare = (fitting: LocatedColumns) => new SyncPreservingRaces(new TraceIndex(fitting, meter), meter, variables, asked);
    const { columns, ready: races, analysed } = longestPrefix(all, meter, prepare);
    if (analysed < all.length) return analysed;
    const proofs = new Proofs(races.trace, columns, meter, room);
    counted.accessesUnseen += races.each((first, second, ideal) => proofs.add(first, second, ideal));
    proofs.verify();
    proofs.report(report);
    counted.criticalSections += races.trace.sections.count;
    counted.sharedVariables += races.lanes.cellCount;
    counted.ideals += races.ideals.rowCount - 1;
    counted.pairsWithCommonLock += races.lockedPairs;
    counted.pairsTried += races.triedPairs;
    counted.witnessesChecked += proofs.checked;
    return analysed;
  }

  counters(): Record<string, number> {
    return this.parts.counters(this.counted);
  }
}

export const syncPreserving: RaceDetector = {
  finds: 'race',
  id: 'sync-preserving',
  title: 'Sync-preserving prediction',
  paper: 'Mathur, Pavlogiannis, Viswanathan, Optimal Prediction of Synchronization-Preserving Races, POPL 2021',
  claim: 'predicted',
  reports:
    'for every access that has one, a race with an earlier access in a reordering that keeps the order of critical sections',
  cost: 'works on the whole trace, or on windows of one that does not fit: near-linear, times threads; about 45 bytes per event, 12 per access that may race, and what changed of a row of threads, within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options: [memoryOption, reachOption],
  unfinished: (counters) => {
    const words = [prefixWords('sync-preserving', counters), unseenWords('sync-preserving', counters)];
    return words.filter((said) => said !== undefined).join('; ') || undefined;
  },
  analysis: (report, { memory = memoryOption.default, reach = reachOption.default } = {}) =>
    new SyncPreserving(report, memory, reach),
};
