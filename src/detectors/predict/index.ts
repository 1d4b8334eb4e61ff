// Prediction with proofs (ours): sync-preserving races first; for accesses that have none, a search for schedules that also turn
// the order of critical sections round. Every race that the search adds has a witness that the checker accepted, so none is false.
// How far it looks is bounded by a budget of steps and a window of events; what was left undecided is counted.

import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import type { Analysis, Detector, DetectorOption, RaceSink } from '../detector.ts';
import { longestPrefix, prefixWords } from '../sync-preserving/prefix.ts';
import { Proofs } from '../sync-preserving/proofs.ts';
import { ALL_OPERATIONS } from '../sync-preserving/trace-index.ts';
import { Candidates } from './candidates.ts';
import { PairDecision } from './pair-decision.ts';

const options: readonly DetectorOption[] = [
  { name: 'budget', default: 20_000_000, help: 'steps that all searches for schedules may take together' },
  { name: 'window', default: 100_000, help: 'events that one schedule may reorder' },
];

/** How often pairs that need and hold the same, and pairs of the same two places in the code, are tried. */
const ALIKE = 8;
const PLACES = 64;

interface Undecided {
  readonly second: number;
  /** Earlier accesses that it may race with. */
  readonly firsts: readonly number[];
}

class Predict implements Analysis {
  private readonly report: RaceSink;
  private readonly budget: number;
  private readonly window: number;
  private readonly collector = new ColumnCollector();
  private readonly counted: Record<string, number> = {};
  private readonly tries = new Map<string, number>();

  constructor(report: RaceSink, given: Readonly<Record<string, number>>) {
    this.report = report;
    [this.budget, this.window] = options.map(({ name, default: usual }) => given[name] ?? usual) as [number, number];
  }

  block(events: EventBlock): void {
    this.collector.block(events);
  }

  end(): void {
    const whole = this.collector.columns();
    const { columns, races, analysed } = longestPrefix(whole);
    const proofs = new Proofs(races.trace, columns);
    const prediction = new PairDecision(races.trace, this.window);
    const candidates = new Candidates(races.trace, races.lanes, prediction.must);
    const undecided: Undecided[] = [];
    let preserving = 0;
    races.each(
      (first, second, ideal) => {
        preserving++;
        proofs.add(first, second, ideal);
      },
      (at, lane, rivals, ends) => {
        const firsts = candidates.of(at, lane, rivals, ends);
        if (firsts.length > 0) undecided.push({ second: races.lanes.accesses[at]!, firsts });
      },
    );
    Object.assign(this.counted, {
      events: whole.length,
      eventsAnalysed: analysed,
      syncPreserving: preserving,
      reordered: 0,
      pairsTried: 0,
      pairsLeft: 0,
      accessesLeft: 0,
      refused: 0,
    });
    undecided.sort((a, b) => a.second - b.second);
    this.search(prediction, candidates, undecided, proofs, columns.locations);
    Object.assign(this.counted, { witnessesChecked: proofs.checked, witnessesOmitted: proofs.omitted });
    proofs.report(this.report);
  }

  counters(): Record<string, number> {
    return this.counted;
  }

  private search(
    prediction: PairDecision,
    candidates: Candidates,
    undecided: readonly Undecided[],
    proofs: Proofs,
    locations: Uint32Array,
  ): void {
    for (const { second, firsts } of undecided) {
      let left = 0;
      let found = false;
      for (const first of firsts) {
        if (!this.mayTry(candidates, locations, first, second) || prediction.spent >= this.budget) {
          left++;
          continue;
        }
        this.counted['pairsTried']!++;
        const answer = prediction.decide(first, second, this.budget - prediction.spent);
        if (answer === 'race') found = proofs.addProved(first, second, prediction.witness);
        if (found) break;
        if (answer === 'race') this.counted['refused']!++;
        else if (answer !== 'no race') left++;
      }
      if (found) this.counted['reordered']!++;
      else if (left > 0) this.counted['accessesLeft']!++;
      if (!found) this.counted['pairsLeft']! += left;
    }
    this.counted['steps'] = prediction.spent;
  }

  /** Counts a try; false if enough like it were made. */
  private mayTry(candidates: Candidates, locations: Uint32Array, first: number, second: number): boolean {
    const alike = `${candidates.kind(first)} ${candidates.kind(second)}`;
    const places = `${locations[first]} ${locations[second]}`;
    const tried = this.tries.get(alike) ?? 0;
    const there = this.tries.get(places) ?? 0;
    if (tried >= ALIKE || there >= PLACES) return false;
    this.tries.set(alike, tried + 1);
    this.tries.set(places, there + 1);
    return true;
  }
}

export const predict: Detector = {
  id: 'predict',
  title: 'Prediction with proofs',
  paper: 'foretrace; builds on Mathur, Pavlogiannis, Viswanathan, POPL 2021 and the optimistic reorderings of later work',
  claim: 'predicted',
  reports: 'for every access that has one and that the budget finds, a race with an earlier access in some correct reordering',
  cost: 'works on the whole trace: as sync-preserving, and searches bounded by --budget and --window',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options,
  unfinished: (counters) => {
    const { pairsLeft = 0, accessesLeft = 0 } = counters;
    const of = `of ${accessesLeft} access${accessesLeft === 1 ? '' : 'es'}`;
    const left = `predict left ${pairsLeft} candidate pair${pairsLeft === 1 ? '' : 's'} ${of} undecided; a larger --budget or --window decides more`;
    return prefixWords('predict', counters) ?? (pairsLeft === 0 ? undefined : left);
  },
  analysis: (report, given = {}) => new Predict(report, given),
};
