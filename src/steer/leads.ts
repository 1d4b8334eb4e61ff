// Pairs of places that are suspected and not decided, from many runs: which to try next in the real program, and what became of those that were tried. A pair
// that did not meet stays for another try, behind the others: another schedule may bring it there. None of them is ever reported for being suspected here.

import type { Symbols } from '../trace/symbols.ts';
import { ANYBODY, type Plan, type Target, usualPlan } from './plan.ts';
import type { Candidate, Side } from './relaxed/candidates.ts';

export interface Lead {
  /** The two places, by name. */
  readonly places: readonly [string, string];
  readonly variable: string;
  readonly targets: readonly [Target, Target];
  /** Reads that would have to see another write, and those of them that somebody looks at. */
  readonly reads: number;
  readonly looked: number;
}

/** What came of all of them. */
export interface LeadCounts {
  /** Pairs that were led to at least once. */
  readonly tried: number;
  readonly confirmed: number;
  /** Tried as often as is worth it, in vain. */
  readonly givenUp: number;
  /** Not tried, or not often enough. */
  readonly open: number;
}

interface Entry extends Lead {
  tries: number;
  isConfirmed: boolean;
}

/** A pair is led to so often. */
const MOST_TRIES = 3;
/** A thread is held for so long: others are given time to come, and no more, since most pairs never meet. */
const HOLD_MS = 300;
const PATIENCE_MS = 3000;

export class Leads {
  private readonly entries = new Map<string, Entry>();
  private readonly decided = new Set<string>();

  /** Pairs of a run, but for those that are decided. Those without a site cannot be led to. */
  learn(candidates: readonly Candidate[], symbols: Symbols, name: (location: number) => string): void {
    for (const candidate of candidates) {
      const { first, second, variable, reads, looked } = candidate;
      const targets = [first, second].map((side) => targetOf(side, symbols));
      const [a, b] = targets;
      const places: [string, string] = [name(first.location), name(second.location)];
      const key = keyOf(places);
      if (a === undefined || b === undefined || this.entries.has(key) || this.decided.has(key)) continue;
      const own = { places, variable: symbols.variables.name(variable), reads, looked };
      this.entries.set(key, { ...own, targets: [a, b], tries: 0, isConfirmed: false });
    }
  }

  /** A race at these two places is reported: there is nothing left to find out. */
  decide(places: readonly [string, string]): void {
    const key = keyOf(places);
    this.decided.add(key);
    const entry = this.entries.get(key);
    if (entry?.tries === 0) this.entries.delete(key);
  }

  /** The one that is tried next. */
  next(): Lead | undefined {
    const [best] = [...this.entries.values()]
      .filter((entry) => this.isOpen(entry))
      .sort((a, b) => a.tries - b.tries || a.looked - b.looked || a.reads - b.reads);
    return best;
  }

  /** It was led to; whether the threads met there. */
  tried(lead: Lead, met: boolean): void {
    const entry = this.entries.get(keyOf(lead.places))!;
    entry.tries++;
    if (met) entry.isConfirmed = true;
  }

  private isOpen({ places, tries, isConfirmed }: Entry): boolean {
    return !isConfirmed && tries < MOST_TRIES && !this.decided.has(keyOf(places));
  }

  counts(): LeadCounts {
    const all = [...this.entries.values()];
    const tried = all.filter(({ tries }) => tries > 0);
    const confirmed = tried.filter(({ isConfirmed }) => isConfirmed).length;
    const open = all.filter((entry) => this.isOpen(entry)).length;
    return {
      tried: tried.length,
      confirmed,
      givenUp: tried.length - confirmed - tried.filter((entry) => this.isOpen(entry)).length,
      open,
    };
  }
}

function keyOf(places: readonly string[]): string {
  return [...places].sort().join('\n');
}

function targetOf({ location, writes }: Side, { sites }: Symbols): Target | undefined {
  const own = sites.get(location) ?? [];
  return own.length === 0 ? undefined : { kind: writes ? 'write' : 'read', thread: ANYBODY, sites: own };
}

/** Whoever comes first is held until another comes to the other place, with the same memory. */
export function planOf({ targets }: Lead, seed: number): Plan {
  return { ...usualPlan, seed, hold: HOLD_MS, patience: PATIENCE_MS, targets };
}
