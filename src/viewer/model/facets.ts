// By what findings are found and counted: files, variables, threads, and the words of each.

import { type Finding, sidesOf } from '../../findings/finding.ts';
import { pathOf, sourcePlace } from '../../findings/place.ts';
import { wordsOf } from '../../report/kind-words.ts';
import { headOf } from '../../report/stacks.ts';
import type { Claim } from '../../trace/outcome.ts';
import { claims } from '../../trace/outcome.ts';
import type { ViewFinding } from './opened.ts';

/** Frames of a stack that a search looks in. */
const SEARCHED = 32;

/** Made when first asked for: ten thousand findings are searched at every key. */
const texts = new WeakMap<Finding, string>();

/** All that a search looks in, in small letters. */
export function searchable(finding: Finding): string {
  const known = texts.get(finding);
  if (known !== undefined) return known;
  const { id, fingerprint, kind, claim, variables, detectors, places, processes, tests } = finding;
  const words = [id, wordsOf(finding).one, fingerprint, kind, claim, ...variables, ...detectors, ...processes, ...tests];
  for (const { first, second } of places) words.push(first ?? '', second);
  for (const { thread, locks, location, target, stack } of sidesOf(finding))
    words.push(thread, ...locks, location, target ?? '', ...stack.slice(0, SEARCHED).map((frame) => frame.location));
  const text = [...new Set(words)].join('\n').toLowerCase();
  texts.set(finding, text);
  return text;
}

const files = new WeakMap<Finding, readonly string[]>();

/** The files of its events. */
export function filesOf(finding: Finding): readonly string[] {
  const known = files.get(finding);
  if (known !== undefined) return known;
  const places = sidesOf(finding).map((side) => headOf(side).location);
  const names = [...new Set(places.filter((place) => sourcePlace(place) !== undefined).map(pathOf))];
  files.set(finding, names);
  return names;
}

export function threadsOf(finding: Finding): string[] {
  return [...new Set(sidesOf(finding).map(({ thread }) => thread))];
}

/** How many findings there are of one file, variable or thread. */
export interface Facet {
  readonly name: string;
  readonly count: number;
  /** The strongest claim among them. */
  readonly claim: Claim;
}

export type FacetKind = 'file' | 'variable' | 'thread';

const NAMES: Readonly<Record<FacetKind, (finding: Finding) => readonly string[]>> = {
  file: filesOf,
  variable: ({ variables }) => variables,
  thread: threadsOf,
};

/** Those with most findings first, and by name. */
export function facets(findings: readonly ViewFinding[], kind: FacetKind): Facet[] {
  const all = new Map<string, { count: number; claim: number }>();
  for (const { finding } of findings)
    for (const name of NAMES[kind](finding)) {
      const facet = all.get(name) ?? { count: 0, claim: claims.length };
      all.set(name, { count: facet.count + 1, claim: Math.min(facet.claim, claims.indexOf(finding.claim)) });
    }
  return [...all]
    .map(([name, { count, claim }]) => ({ name, count, claim: claims[claim]! }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
