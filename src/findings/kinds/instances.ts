// What several detectors report of one mistake is one finding: told by the strongest claim, by an instance with a schedule if there is one.

import type { Position } from '../../trace/id.ts';
import { type Claim, claims, type Outcome } from '../../trace/outcome.ts';
import type { Symbols } from '../../trace/symbols.ts';
import type { ThreadTests } from '../../trace/tests.ts';
import type { Witness } from '../../trace/witness.ts';
import type { AccessLookup } from '../accesses.ts';
import { Identities } from '../identity.ts';
import { Stacks } from '../stack.ts';

/** All that it takes to describe a finding. */
export interface Describing {
  readonly lookup: AccessLookup;
  readonly symbols: Symbols;
  readonly tests: ThreadTests;
  readonly identities: Identities;
  readonly stacks: Stacks;
}

export function describing(lookup: AccessLookup, symbols: Symbols, tests: ThreadTests): Describing {
  return { lookup, symbols, tests, identities: new Identities(symbols), stacks: new Stacks(symbols) };
}

/** One mistake, and who saw it how often. */
export interface Instances<Found> {
  best: Found;
  readonly claim: Claim;
  /** By detector. */
  readonly counts: Map<string, number>;
}

/** `reported` are those of one detector, `key` tells mistakes apart. */
export function instances<Found extends { readonly witness?: Witness | undefined }>(
  results: readonly Outcome[],
  reported: (outcome: Outcome) => readonly Found[],
  key: (found: Found) => string,
): Instances<Found>[] {
  const groups = new Map<string, Instances<Found>>();
  for (const claim of claims)
    for (const outcome of results) {
      if (outcome.detector.claim !== claim) continue;
      for (const found of reported(outcome)) {
        const name = key(found);
        let group = groups.get(name);
        if (group === undefined) {
          group = { best: found, claim, counts: new Map() };
          groups.set(name, group);
        }
        if (group.claim === claim && group.best.witness === undefined && found.witness !== undefined) group.best = found;
        group.counts.set(outcome.detector.id, (group.counts.get(outcome.detector.id) ?? 0) + 1);
      }
    }
  return [...groups.values()];
}

/** What findings of every kind say of who saw them and where their threads come from. */
export function seenBy(
  { counts }: Instances<unknown>,
  positions: readonly Position[],
  { lookup, symbols, tests, stacks }: Describing,
) {
  const threads = [...new Set(positions.map((position) => symbols.threads.name(lookup.thread(position))))];
  return {
    detectors: [...counts.keys()],
    count: Math.max(...counts.values()),
    forks: lookup.forks(positions, symbols, stacks),
    processes: [],
    tests: [...new Set(threads.flatMap((thread) => tests.get(thread) ?? []))].sort(),
    trace: 0,
  };
}
