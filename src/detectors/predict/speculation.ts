// Opinions on pairs before it is their turn, by threads that help. The turns come one after the other all the same, and each is taken as if
// nobody had thought of it before: what is known ahead is taken from there, and what turns out to be of no use is forgotten. So the outcome is the
// same with any number of threads.

import type { Helpers, Pending } from '../helpers.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import type { Glimpse, Opinions, Searched } from './judge.ts';

/** An access, and those that it may race with. */
export interface Turn {
  readonly second: number;
  readonly firsts: ArrayLike<number>;
  /** Per pair: 0 if it will not be searched for. */
  readonly wanted?: Uint8Array | undefined;
}

/** What is thought of a pair. */
export interface Opinion {
  readonly glimpse: Glimpse;
  readonly searched: Searched | undefined;
}

/** Turns that are handed over together, how many such lots a helper has at a time, and how many wait to be taken. */
const LOT = 8;
const AT_HELPER = 2;
const WAITING = 16;

/** Up to the first pair that races: those after it are not asked about then. */
export function foreseen(opinions: Opinions, { second, firsts, wanted }: Turn, patience: number): Opinion[] {
  const found: Opinion[] = [];
  for (let i = 0; i < firsts.length; i++) {
    const glimpse = kept(opinions.glimpse(firsts[i]!, second, patience === 0));
    const isWanted = glimpse.kind === 'open' && wanted?.[i] !== 0;
    const searched = isWanted ? kept(opinions.search(firsts[i]!, second, patience, Number.POSITIVE_INFINITY)) : undefined;
    found.push({ glimpse, searched });
    if (glimpse.kind === 'reversal' || searched?.answer === 'race') break;
  }
  return found;
}

/** With a schedule of its own: that of a judge is used again. */
function kept<O extends { readonly schedule?: Schedule | undefined }>(opinion: O): O {
  const { schedule } = opinion;
  if (schedule === undefined) return opinion;
  return { ...opinion, schedule: { base: schedule.base.slice(), end: schedule.end, tail: Uint32Array.from(schedule.tail) } };
}

/** Opinions on the pairs of a turn, as far as they are known. */
class Foreseen implements Opinions {
  private readonly own: Opinions;
  private readonly known = new Map<number, Opinion>();

  constructor(own: Opinions, { firsts }: Turn, opinions: readonly Opinion[]) {
    this.own = own;
    for (const [i, opinion] of opinions.entries()) this.known.set(firsts[i]!, opinion);
  }

  glimpse(first: number, second: number, optimistic: boolean): Glimpse {
    return this.known.get(first)?.glimpse ?? this.own.glimpse(first, second, optimistic);
  }

  search(first: number, second: number, patience: number, budget: number): Searched {
    const searched = this.known.get(first)?.searched;
    return searched !== undefined && budget >= searched.limit ? searched : this.own.search(first, second, patience, budget);
  }
}

interface Lot<T> {
  readonly turns: readonly T[];
  readonly helper: number;
  readonly pending: Pending<readonly (readonly Opinion[])[]>;
}

/** What of the turns is asked before it is their turn. */
export interface Ahead {
  readonly patience: number;
  /** Whether a pair may be searched for, as far as is known. */
  readonly mayTry: (first: number, second: number) => boolean;
  /** Whether no turn that comes now takes an opinion. */
  readonly isOver: () => boolean;
}

export class Speculation {
  private readonly own: Opinions;
  private readonly helpers: Helpers;

  /** The helpers know the trace. */
  constructor(own: Opinions, helpers: Helpers) {
    this.own = own;
    this.helpers = helpers;
  }

  /** Gives the turns in their order, each with opinions on its pairs. */
  *deal<T extends Turn>(turns: Iterable<T>, ahead: Ahead): Generator<readonly [T, Opinions]> {
    const { own, helpers } = this;
    const source = turns[Symbol.iterator]();
    const lots: Lot<T>[] = [];
    const loads = new Uint32Array(helpers.count);
    for (;;) {
      for (let h = 0; h < helpers.count && !ahead.isOver(); h++) {
        while (loads[h]! < AT_HELPER) {
          const lot = this.handOver(h, take(source), ahead);
          if (lot === undefined) break;
          lots.push(lot);
          loads[h]!++;
        }
      }
      const lot = lots.shift();
      if (lot === undefined) {
        const own = take(source);
        if (own.length === 0) return;
        for (const turn of own) yield [turn, this.own];
        continue;
      }
      if (lot.helper >= 0) loads[lot.helper]!--;
      if (!ahead.isOver()) this.thinkMeanwhile(lot, lots, source, ahead);
      const opinions = ahead.isOver() ? undefined : lot.pending.wait();
      for (const [i, turn] of lot.turns.entries())
        yield [turn, opinions === undefined ? own : new Foreseen(own, turn, opinions[i]!)];
    }
  }

  private handOver<T extends Turn>(helper: number, turns: readonly T[], ahead: Ahead): Lot<T> | undefined {
    if (turns.length === 0) return undefined;
    const { patience } = ahead;
    const pending = this.helpers.ask<readonly (readonly Opinion[])[]>(helper, {
      kind: 'foresee',
      turns: turns.map((turn) => wantedOf(turn, ahead)),
      patience,
    });
    return { turns, helper, pending };
  }

  /** Until somebody has an opinion on a lot, this thread forms one on those behind it. */
  private thinkMeanwhile<T extends Turn>({ pending }: Lot<T>, lots: Lot<T>[], source: Iterator<T>, ahead: Ahead): void {
    while (!pending.isReady() && lots.length < WAITING) {
      const turns = take(source, 1);
      if (turns.length === 0) return;
      const opinions = turns.map((turn) => foreseen(this.own, wantedOf(turn, ahead), ahead.patience));
      lots.push({ turns, helper: -1, pending: { isReady: () => true, wait: () => opinions } });
    }
  }
}

function take<T>(source: Iterator<T>, most: number = LOT): T[] {
  const taken: T[] = [];
  while (taken.length < most) {
    const { done, value } = source.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

function wantedOf({ second, firsts }: Turn, { patience, mayTry }: Ahead): Turn {
  if (patience > 0) return { second, firsts };
  return { second, firsts, wanted: Uint8Array.from(firsts, (first) => Number(mayTry(first, second))) };
}
