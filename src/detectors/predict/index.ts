// Prediction with proofs (ours): sync-preserving races first; for accesses that have none, a search for schedules that also turn
// the order of critical sections round. Every race that the search adds has a witness that the checker accepted, so none is false.
// How far it looks is bounded by a budget of steps, a window of events and its memory; what was left undecided is counted.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import type { Analysis, Detector, DetectorOption, RaceSink, Working } from '../detector.ts';
import { memoryOption } from '../memory-option.ts';
import { longestPrefix, mostEvents, prefixWords, unseenWords } from '../sync-preserving/prefix.ts';
import { Proofs } from '../sync-preserving/proofs.ts';
import { SyncPreservingRaces } from '../sync-preserving/races.ts';
import { Suspects } from '../sync-preserving/suspects.ts';
import { ALL_OPERATIONS, TraceIndex } from '../sync-preserving/trace-index.ts';
import { Candidates } from './candidates.ts';
import { PairDecision } from './pair-decision.ts';
import { Rounds } from './rounds.ts';
import { Undecided } from './undecided.ts';

/**
 * In seconds. Steps are counted, so that the same trace gives the same races on every machine, busy or not: a second is as many as one
 * core takes in about that time.
 */
const BUDGET = 5;
const SECOND = 4_000_000;

const options: readonly DetectorOption[] = [
  {
    name: 'budget',
    unit: 'seconds',
    default: BUDGET,
    help: 'how long all searches for schedules may take together, counted in steps, of which a second has four million',
  },
  { name: 'window', default: 100_000, help: 'events that one schedule may reorder' },
  memoryOption,
];

const COUNTERS = [
  'events',
  'eventsAnalysed',
  'syncPreserving',
  'reordered',
  'pairs',
  'pairsRefuted',
  'pairsTried',
  'pairsLeft',
  'accessesLeft',
  'accessesUnseen',
  'leftToBudget',
  'leftToWindow',
  'leftToLikeness',
  'refused',
  'steps',
  'witnessesChecked',
  'witnessesOmitted',
  'memory',
  'memoryReached',
];

/** How many accesses are compared between two words on how far it is. */
const OFTEN = 4096;

class Predict implements Analysis {
  private readonly report: RaceSink;
  private readonly budget: number;
  private readonly window: number;
  private readonly meter: Meter;
  private readonly collector: ColumnCollector;
  /** Until the end of the trace: what it needs is not there any more when the search begins. */
  private suspects: Suspects | undefined;
  private readonly counted: Record<string, number> = {};

  constructor(report: RaceSink, given: Readonly<Record<string, number>>) {
    this.report = report;
    const [budget, window, memory] = options.map(({ name, default: usual }) => given[name] ?? usual) as [number, number, number];
    this.budget = budget;
    this.window = window;
    this.meter = new Meter(memory);
    this.collector = new ColumnCollector(mostEvents(memory));
    this.suspects = new Suspects(memory);
  }

  block(events: EventBlock): void {
    this.collector.block(events);
    this.suspects!.block(events);
  }

  end(working?: Working): void {
    const { collector, counted } = this;
    const { none, memory } = this.suspects!;
    const variables = none ? undefined : this.suspects!.variables();
    this.suspects = undefined;
    for (const name of COUNTERS) counted[name] = 0;
    const { events } = collector;
    Object.assign(counted, { events, eventsAnalysed: events, memory: memory + collector.bytes });
    if (!none) this.look(variables, working);
  }

  private look(variables: Uint8Array | undefined, working: Working | undefined): void {
    const { meter, window, collector, counted } = this;
    const { columns, ready, analysed } = longestPrefix(collector.columns(), meter, prepared(meter, window, variables), collector);
    const { races, decision } = ready;
    const proofs = new Proofs(races.trace, columns, meter);
    const candidates = new Candidates(races.trace, races.lanes, decision.must);
    const undecided = new Undecided(meter);
    counted['eventsAnalysed'] = analysed;
    let compared = 0;
    const compare = (): void => {
      if (++compared % OFTEN === 0) working?.(compared / races.lanes.accesses.length);
    };
    counted['accessesUnseen'] = races.each(
      (first, second, ideal) => {
        compare();
        const kept = proofs.add(first, second, ideal);
        if (kept) counted['syncPreserving']!++;
        return kept;
      },
      (at, lane, rivals, ends) => {
        compare();
        const firsts = candidates.of(at, lane, rivals, ends);
        return firsts.length === 0 || undecided.add(races.lanes.accesses[at]!, firsts);
      },
    );
    const rounds = new Rounds({ decision, candidates, proofs, locations: columns.locations }, meter, this.budget * SECOND);
    // A larger budget is also one for each pair: most of those that are left need more than they got.
    rounds.run(undecided, Math.max(1, this.budget / BUDGET), working);
    Object.assign(counted, rounds.counted, {
      steps: decision.spent,
      witnessesChecked: proofs.checked,
      witnessesOmitted: proofs.omitted,
      memory: Math.max(counted['memory']!, meter.peak),
      memoryReached: Number(meter.full),
    });
    proofs.report(this.report);
  }

  counters(): Record<string, number> {
    return this.counted;
  }
}

/** A trace as the search needs it, for as long as there is memory. */
function prepared(meter: Meter, window: number, variables: Uint8Array | undefined) {
  return (columns: ReturnType<ColumnCollector['columns']>) => {
    const races = new SyncPreservingRaces(new TraceIndex(columns, meter), meter, variables);
    return { races, decision: new PairDecision(races.trace, window, meter, meter) };
  };
}

/** How much was decided, and what would decide most of the rest. */
function undecidedWords(counters: Readonly<Record<string, number>>): string {
  const { pairs = 0, pairsLeft = 0, accessesLeft = 0, memoryReached = 0 } = counters;
  const { leftToBudget = 0, leftToWindow = 0, leftToLikeness = 0 } = counters;
  // Never 100 % where something is left.
  const share = Math.floor((100 * Math.max(0, pairs - pairsLeft)) / Math.max(1, pairs));
  const of = `${accessesLeft} access${accessesLeft === 1 ? '' : 'es'}`;
  const most = Math.max(leftToBudget, leftToWindow, leftToLikeness);
  const next =
    memoryReached > 0
      ? 'a larger --memory decides more'
      : most === leftToBudget
        ? 'a larger --budget decides more'
        : most === leftToWindow
          ? 'a larger --window decides more'
          : 'they are like pairs that were tried in vain; foretrace explain looks at one of them alone';
  return `predict decided ${share} % of ${pairs} candidate pairs that need a search and left ${pairsLeft} of them, at ${of}, undecided; ${next}`;
}

export const predict: Detector = {
  id: 'predict',
  title: 'Prediction with proofs',
  paper: 'foretrace; builds on Mathur, Pavlogiannis, Viswanathan, POPL 2021 and the optimistic reorderings of later work',
  claim: 'predicted',
  reports: 'for every access that has one and that the budget finds, a race with an earlier access in some correct reordering',
  cost: 'works on the whole trace: as sync-preserving, and searches bounded by --budget and --window; all within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options,
  unfinished: (counters) => {
    const { pairsLeft = 0 } = counters;
    const left = pairsLeft === 0 ? undefined : undecidedWords(counters);
    const words = [prefixWords('predict', counters), unseenWords('predict', counters), left];
    return words.filter((said) => said !== undefined).join('; ') || undefined;
  },
  analysis: (report, given = {}) => new Predict(report, given),
};
