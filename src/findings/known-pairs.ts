// What a baseline knows: the fingerprints that it has, and pairs of places that both race on the variable by what it has, each with another.
// Which of the pairs of such places a run shows is up to its schedule; a place that it does not know is new.

import type { Finding } from './finding.ts';
import { fingerprint } from './fingerprint.ts';

/** A variable with more places has few runs in which none of its pairs is known. */
const MOST_PLACES = 100;

export function knownBy(baseline: ReadonlySet<string>, all: readonly Finding[]): (finding: Finding) => boolean {
  const places = new Map<string, Set<string>>();
  for (const { known } of all) {
    const own = places.get(known.variable) ?? new Set();
    places.set(known.variable, own);
    for (const place of known.places) own.add(place);
  }
  const racing = new Map([...places].map(([variable, own]) => [variable, racingPlaces(baseline, variable, [...own])]));
  return ({ fingerprint: own, known }) =>
    baseline.has(own) || known.places.every((place) => racing.get(known.variable)!.has(place));
}

/** Of these places, those that the baseline has in a pair with one of them. */
function racingPlaces(baseline: ReadonlySet<string>, variable: string, places: readonly string[]): Set<string> {
  const found = new Set<string>();
  if (places.length > MOST_PLACES) return found;
  for (const [i, first] of places.entries())
    for (const second of places.slice(i)) if (baseline.has(fingerprint(variable, [first, second]))) found.add(first).add(second);
  return found;
}
