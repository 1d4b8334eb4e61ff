// Prediction with proofs (ours): sync-preserving races first; for accesses that have none, schedules that also turn the order of critical
// sections round: those that take no search, then a search. Every race that they add has a witness that the checker accepted, so none is
// false. How far it looks is bounded by a budget of steps, a window of events and its memory; what was left undecided is counted.

import type { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import type { Analysis, DetectorOption, RaceDetector, RaceSink, Working } from '../detector.ts';
import type { Helpers } from '../helpers.ts';
import { memoryOption } from '../memory-option.ts';
import { nextStep } from '../next-step.ts';
import { reachOption } from '../reach-option.ts';
import { budgetOption, SECOND, windowOption } from '../search-options.ts';
import { Checks } from '../sync-preserving/checks.ts';
import { Ideals } from '../sync-preserving/ideals.ts';
import { longestPrefix, prefixWords, unseenWords } from '../sync-preserving/prefix.ts';
import { type LocatedColumns, Proofs } from '../sync-preserving/proofs.ts';
import { type Asked, SyncPreservingRaces } from '../sync-preserving/races.ts';
import { ALL_OPERATIONS, TraceIndex } from '../sync-preserving/trace-index.ts';
import type { Part } from '../windowed/part.ts';
import { TraceParts } from '../windowed/trace-parts.ts';
import { Candidates } from './candidates.ts';
import { Crew } from './crew.ts';
import { Judge } from './judge.ts';
import { nextWrites } from './overwrites.ts';
import { PairDecision } from './pair-decision.ts';
import { Rounds } from './rounds.ts';
import type { Sharing } from './sharing.ts';
import type { Turn } from './speculation.ts';
import { Undecided } from './undecided.ts';

const options: readonly DetectorOption[] = [budgetOption, windowOption, memoryOption, reachOption];

const COUNTERS = [
  'events',
  'eventsAnalysed',
  'syncPreserving',
  'reordered',
  'optimistic',
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

/** How many decide at a time at the most. */
const MOST_JUDGES = 4;

/** How many accesses are compared between two words on how far it is. */
const OFTEN = 4096;

interface Means extends Omit<ConstructorParameters<typeof Rounds>[0], 'opinions' | 'speculation'> {
  readonly must: Ideals;
  readonly crew: Crew;
}

class Predict implements Analysis {
  private readonly parts: TraceParts;
  private readonly patience: number;
  private readonly window: number;
  /** Steps that are left of the budget. */
  private steps: number;
  private readonly counted: Record<string, number> = Object.fromEntries(COUNTERS.map((name) => [name, 0]));

  private readonly helpers: Helpers | undefined;
  private readonly sharing: Sharing | undefined;

  constructor(report: RaceSink, given: Readonly<Record<string, number>>, helpers: Helpers | undefined, sharing?: Sharing) {
    const [budget, window, memory, reach] = options.map(({ name, default: usual }) => given[name] ?? usual) as [
      number,
      number,
      number,
      number,
    ];
    this.helpers = helpers;
    this.sharing = sharing;
    this.steps = budget * SECOND;
    // A larger budget is also one for each pair: most of those that are left need more than they got.
    this.patience = Math.max(1, budget / budgetOption.default);
    this.window = window;
    this.parts = new TraceParts(memory, reach, report, (part, working) => this.look(part, working));
  }

  block(events: EventBlock): void {
    this.parts.block(events);
  }

  end(working?: Working): void {
    this.parts.end(working);
  }

  private look({ columns: all, variables, asked, meter, room, share, report }: Part, working?: Working): number {
    const { counted } = this;
    const { columns, ready, analysed } = longestPrefix(all, meter, prepared(meter, this.helpers, variables, asked));
    if (analysed < all.length) return analysed;
    const { races, must, crew } = ready;
    const proofs = new Proofs(races.trace, columns, meter, room, new Checks(races.trace, crew.facts));
    const candidates = new Candidates(races.trace, races.lanes, must);
    const undecided = new Undecided(meter);
    let compared = 0;
    const compare = (): void => {
      if (++compared % OFTEN === 0) working?.(compared / races.lanes.accesses.length);
    };
    counted['accessesUnseen']! += races.each(
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
    const verified = crew.verify(proofs);
    const means = { must, crew, candidates, proofs, locations: columns.locations };
    if (undecided.size > 0) this.decide(undecided, means, meter, share, working);
    if (this.sharing?.isShare) return analysed;
    proofs.verify(verified);
    counted['witnessesChecked']! += proofs.checked;
    proofs.report(report);
    return analysed;
  }

  /** Half of the memory that is left is for those who decide: each has its part, whoever else there is. */
  private decide(undecided: Undecided, means: Means, meter: Meter, share: number, working: Working | undefined): void {
    const { counted, window, sharing } = this;
    const { must, crew, ...others } = means;
    const ground = { must, nextWrites: nextWrites(must.trace, meter) };
    const { budget } = meter;
    const kept = Math.floor((budget - meter.used) / 2);
    meter.budget -= kept;
    const bytes = Math.floor(kept / MOST_JUDGES);
    const judge = new Judge((searching) => new PairDecision(ground, window, searching), bytes);
    const opinions = sharing?.opinions(judge, must.trace.columns, bytes) ?? judge;
    const speculation = sharing === undefined ? crew.speculation(undecided.pairs, judge, ground, window, bytes) : undefined;
    const rounds = new Rounds({ opinions, speculation, ...others }, meter, this.steps * share, sharing?.portion);
    rounds.run(this.turns(undecided, means.candidates), undecided.size, this.patience, working);
    meter.budget = budget;
    this.steps -= rounds.spent;
    for (const [name, count] of Object.entries(rounds.counted)) counted[name]! += count;
    counted['steps']! += Math.ceil(rounds.spent);
  }

  private *turns(undecided: Undecided, candidates: Candidates): Generator<Turn> {
    const { sharing } = this;
    for (const turn of undecided.inOrder()) if (sharing?.takes(() => candidates.kind(turn.second)) !== false) yield turn;
  }

  counters(): Record<string, number> {
    return this.parts.counters(this.counted);
  }
}

/** A trace as the search needs it, for as long as there is memory. */
function prepared(meter: Meter, helpers: Helpers | undefined, variables: Uint8Array | undefined, asked: Asked) {
  return (columns: LocatedColumns) => {
    const trace = new TraceIndex(columns, meter);
    const crew = new Crew(helpers, trace);
    const ideals = crew.ideals(meter);
    const must = new Ideals(trace, false, meter);
    return { races: new SyncPreservingRaces(trace, meter, variables, asked, ideals), must, crew };
  };
}

/** How much was decided, and what would decide most of the rest. */
function undecidedWords(counters: Readonly<Record<string, number>>): string {
  const { pairs = 0, pairsLeft = 0, accessesLeft = 0, memoryReached = 0, windows = 0 } = counters;
  // Never 100 % where something is left.
  const share = Math.floor((100 * Math.max(0, pairs - pairsLeft)) / Math.max(1, pairs));
  const of = `${accessesLeft} access${accessesLeft === 1 ? '' : 'es'}`;
  const alike = 'they are like pairs that were tried in vain; foretrace explain looks at one of them alone';
  // Windows are as long as there is memory for them.
  const next = nextStep({ ...counters, memoryReached: windows === 0 ? memoryReached : 0 }, alike);
  return `predict decided ${share} % of ${pairs} candidate pairs that need a search and left ${pairsLeft} of them, at ${of}, undecided; ${next}`;
}

export const predict: RaceDetector = {
  finds: 'race',
  id: 'predict',
  title: 'Prediction with proofs',
  paper: 'foretrace; builds on Mathur, Pavlogiannis, Viswanathan, POPL 2021 and Shi, Mathur, Pavlogiannis, ICSE 2024',
  claim: 'predicted',
  reports: 'for every access that has one and that the budget finds, a race with an earlier access in some correct reordering',
  cost: 'works on the whole trace, or on windows of one that does not fit: as sync-preserving, and searches bounded by --budget and --window; all within --memory',
  operations: ALL_OPERATIONS,
  reentrant: true,
  options,
  unfinished: (counters) => {
    const { pairsLeft = 0 } = counters;
    const left = pairsLeft === 0 ? undefined : undecidedWords(counters);
    const words = [prefixWords('predict', counters), unseenWords('predict', counters), left];
    return words.filter((said) => said !== undefined).join('; ') || undefined;
  },
  analysis: (report, given = {}, helpers) => new Predict(report, given, helpers),
};

/** The same, with others who decide about pairs, somewhere else: see sharing.ts. */
export function predictIn(sharing: Sharing): RaceDetector {
  return { ...predict, analysis: (report, given = {}, helpers) => new Predict(report, given, helpers, sharing) };
}
