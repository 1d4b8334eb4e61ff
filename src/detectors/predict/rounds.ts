// Shares the budget between the accesses that need a search. In the first round each pair gets little: most searches that succeed do so
// within a few steps per event of their window (75 of 100 within 2.3, 99 within 11; those that fail would take any number). Who needs more
// gets more in the next round, when all have had their turn.

import type { Meter } from '../../base/meter.ts';
import type { Working } from '../detector.ts';
import type { Proofs } from '../sync-preserving/proofs.ts';
import type { Candidates } from './candidates.ts';
import type { Cost, Opinions, Searched } from './judge.ts';
import type { Speculation, Turn } from './speculation.ts';

/** How much more patience each round has than the one before. */
const MORE = 8;
/** How often pairs that need and hold the same, and pairs of the same two places in the code, are tried. */
const ALIKE = 8;
const PLACES = 64;
/** What it takes in bytes to remember a try. */
const TRY = 192;

/** What decides, and who does so ahead, who is asked about, and who keeps what was found. */
interface Means {
  readonly opinions: Opinions;
  readonly speculation: Speculation | undefined;
  readonly candidates: Candidates;
  readonly proofs: Proofs;
  /** Per event: its place in the code. */
  readonly locations: Uint32Array;
}

/** An access, those that it may race with and that had too little so far, and how many more were left undecided. */
interface CountedTurn extends Turn {
  readonly left?: number;
}

export class Rounds {
  /** How many pairs there were, how they were decided, and what kept the others. */
  readonly counted = {
    reordered: 0,
    /** Of these, those that took no search. */
    optimistic: 0,
    pairs: 0,
    pairsRefuted: 0,
    pairsTried: 0,
    pairsLeft: 0,
    accessesLeft: 0,
    leftToBudget: 0,
    leftToWindow: 0,
    leftToLikeness: 0,
    refused: 0,
  };
  /** Steps that were taken for all pairs. */
  spent = 0;
  private readonly opinions: Opinions;
  private readonly speculation: Speculation | undefined;
  private readonly candidates: Candidates;
  private readonly proofs: Proofs;
  private readonly locations: Uint32Array;
  private readonly meter: Meter;
  private readonly budget: number;
  private readonly places: number;
  private readonly tries = new Map<string, number>();

  /** `portion`: of what may be tried, that of the turns which are taken here. */
  constructor({ opinions, speculation, candidates, proofs, locations }: Means, meter: Meter, budget: number, portion = 1) {
    this.opinions = opinions;
    this.speculation = speculation;
    this.candidates = candidates;
    this.proofs = proofs;
    this.locations = locations;
    this.meter = meter;
    this.budget = budget * portion;
    this.places = Math.ceil(PLACES * portion);
  }

  /** So many turns at the most, until all is decided, the budget is spent, or each pair had `patience` times what is usual. */
  run(all: Iterable<Turn>, size: number, patience: number, working: Working | undefined): void {
    let turns: Iterable<CountedTurn> = all;
    let count = size;
    for (let given = 0; count > 0; given = Math.min(patience, given * MORE || 1)) {
      const next: CountedTurn[] = [];
      let done = 0;
      for (const [turn, opinions] of this.dealt(turns, given)) {
        // What comes when the budget is spent takes no time.
        working?.(Math.max(done++ / count, this.spent / Math.max(1, this.budget)));
        const more = this.turn(turn, opinions, given, given >= patience);
        if (more !== undefined) next.push(more);
      }
      turns = next;
      count = next.length;
    }
  }

  /** Each turn with who is asked about it. */
  private *dealt(turns: Iterable<CountedTurn>, patience: number): Generator<readonly [CountedTurn, Opinions]> {
    const { speculation, opinions } = this;
    const isOver = (): boolean => this.spent >= this.budget;
    const mayTry = (first: number, second: number): boolean => this.tried(first, second).isLittle;
    if (speculation !== undefined) yield* speculation.deal(turns, { patience, mayTry, isOver });
    else for (const turn of turns) yield [turn, opinions];
  }

  /** Tries what is left of an access. Gives what needs another round. */
  private turn(turn: CountedTurn, opinions: Opinions, patience: number, isLast: boolean): CountedTurn | undefined {
    const { counted, budget } = this;
    const { second, firsts, left: before = 0 } = turn;
    const again: number[] = [];
    const isFirst = patience === 0;
    let left = before;
    if (isFirst) counted.pairs += firsts.length;
    for (let i = 0; i < firsts.length; i++) {
      const first = firsts[i]!;
      if (this.spent >= budget) {
        counted.leftToBudget += firsts.length - i;
        left += firsts.length - i;
        break;
      }
      const glimpse = this.paid(opinions.glimpse(first, second, isFirst));
      if (glimpse.kind === 'refuted') {
        counted.pairsRefuted++;
        continue;
      }
      const isReversal = glimpse.kind === 'reversal';
      if (isReversal) counted.optimistic++;
      else if (isFirst && !this.mayTry(first, second)) {
        counted.leftToLikeness++;
        left++;
        continue;
      }
      if (isFirst) counted.pairsTried++;
      const { answer, schedule } = isReversal
        ? { answer: 'race', schedule: glimpse.schedule }
        : this.search(opinions, first, second, patience);
      if (answer === 'race') {
        const fate = this.proofs.addProved(first, second, schedule!);
        if (fate === 'kept') {
          counted.reordered++;
          return undefined;
        }
        if (fate === 'no memory') {
          // Another partner, with a shorter schedule, would not be the race that more memory shows.
          left += firsts.length - i;
          break;
        }
        counted.refused++;
        if (isReversal) again.push(first);
      } else if (answer === 'too far') {
        counted.leftToWindow++;
        left++;
      } else if (answer === 'out of budget') again.push(first);
    }
    if (again.length > 0 && !isLast) return { second, firsts: again, left };
    counted.leftToBudget += again.length;
    left += again.length;
    counted.pairsLeft += left;
    if (left > 0) counted.accessesLeft++;
    return undefined;
  }

  private search(opinions: Opinions, first: number, second: number, patience: number): Searched {
    return this.paid(opinions.search(first, second, patience, this.budget - this.spent));
  }

  private paid<C extends Cost>(opinion: C): C {
    const { meter } = this;
    this.spent += opinion.steps;
    meter.peak = Math.max(meter.peak, meter.used + opinion.bytes);
    meter.full ||= opinion.starved;
    return opinion;
  }

  /** Counts a try; false if enough like it were made. */
  private mayTry(first: number, second: number): boolean {
    const { tries } = this;
    const { alike, places, tried, there, isLittle } = this.tried(first, second);
    if (!isLittle) return false;
    if (!this.meter.take(TRY * (Number(tried === 0) + Number(there === 0)))) return false;
    tries.set(alike, tried + 1);
    tries.set(places, there + 1);
    return true;
  }

  /** How often pairs like this one were tried so far. */
  private tried(first: number, second: number): Tried {
    const { candidates, locations, tries } = this;
    const alike = `${candidates.kind(first)} ${candidates.kind(second)}`;
    const places = `${locations[first]} ${locations[second]}`;
    const tried = tries.get(alike) ?? 0;
    const there = tries.get(places) ?? 0;
    return { alike, places, tried, there, isLittle: tried < ALIKE && there < this.places };
  }
}

interface Tried {
  /** Under which names that is counted. */
  readonly alike: string;
  readonly places: string;
  readonly tried: number;
  readonly there: number;
  readonly isLittle: boolean;
}
