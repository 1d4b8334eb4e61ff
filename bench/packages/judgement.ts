// Which judgement of the list a reported pair of places has.

import type { Judgement, Part } from './package.ts';
import type { Pair } from './record.ts';

/** Undefined if nobody has judged it. Only races are judged by their places: whatever else is reported is news. */
export function judgementOf({ type, places }: Pair, judged: readonly Judgement[]): Judgement | undefined {
  const [a, b] = places;
  if (type !== 'race' || a === undefined || b === undefined) return undefined;
  const fits = ([first, second]: Judgement['places']) =>
    (isAt(a, first) && isAt(b, second)) || (isAt(a, second) && isAt(b, first));
  return judged.find(({ places }) => fits(places));
}

function isAt(place: string, part: Part): boolean {
  if (typeof part === 'string') return has(place, part);
  if (!('module' in part)) return part.some((one) => isAt(place, one));
  const offset = /\+0x([\da-f]+)/.exec(place)?.[1];
  if (offset === undefined || !has(place, part.module)) return false;
  const at = Number.parseInt(offset, 16);
  return part.ranges.some(([from, to]) => from <= at && at < to);
}

/** `a.js:1` is in `lib/a.js:1:7`, and not in `a.js:12`. */
export function has(place: string, part: string): boolean {
  const at = place.indexOf(part);
  return at >= 0 && (!/\w$/.test(part) || !/^\w/.test(place.slice(at + part.length)));
}

/** Pairs of places without order, each once, the first that was seen. */
export function distinct(pairs: readonly Pair[]): Pair[] {
  const known = new Map<string, Pair>();
  for (const pair of pairs) {
    const key = `${pair.type} ${pair.places.toSorted().join(' ')}`;
    if (!known.has(key)) known.set(key, pair);
  }
  return [...known.values()];
}
