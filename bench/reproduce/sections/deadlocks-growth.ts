// How the time for deadlocks and for cut blocks grows with the length of generated traces.

import type { LockPairs } from '../../lock-pairs.ts';
import { amount, type Cell, digits, milliseconds, table } from '../markdown.ts';
import type { Context } from '../section.ts';
import type { Growth, GrowthQuestion } from '../tasks/growth.ts';

export type Curves = ReadonlyMap<string, readonly Growth[]>;

interface Shape {
  readonly name: string;
  readonly detectors: readonly [string, string];
  readonly inverted: number;
  readonly inBlocks?: GrowthQuestion['inBlocks'];
  readonly kept?: LockPairs['kept'];
}

const PAIRS = 10_000;
const EVENTS = [100_000, 300_000, 1_000_000, 3_000_000];

const search = { detectors: ['deadlock', 'sync-preserving'] } as const;
export const deadlockShapes: readonly Shape[] = [
  { name: 'one order', ...search, inverted: 0 },
  { name: 'ten pairs inverted', ...search, inverted: 10 },
  { name: 'ten inverted, ordered by reads', ...search, inverted: 10, kept: 'reads' },
];
const check = { detectors: ['atomicity', 'fasttrack'], inverted: 0 } as const;
export const blockShapes: readonly Shape[] = [
  { name: 'a block round each section', ...check, inBlocks: 'sections' },
  { name: 'all of each thread in long blocks', ...check, inBlocks: 'rows' },
];

export async function measuredGrowth({ measuring, quick, repeats, limits }: Context, shapes: readonly Shape[]): Promise<Curves> {
  const curves = new Map<string, Growth[]>();
  for (const { name, ...shape } of shapes) {
    const points: Growth[] = [];
    for (const events of quick ? EVENTS.slice(0, 2) : EVENTS) {
      const question = { ...shape, shape: name, events, pairs: PAIRS, repeats };
      const long = { ...limits, seconds: 4 * limits.seconds };
      const { result } = await measuring.measure<Growth>('growth', undefined, { question, limits: long });
      if (result !== undefined) points.push(result);
    }
    curves.set(name, points);
  }
  return curves;
}

/** `columns`: what there is to decide, and what is found. */
export function growthTable(
  curves: Curves,
  [own, beside]: readonly [string, string],
  columns: readonly [string, string],
): string {
  return table(
    [':trace', 'events', ...columns, `\`${own}\`, ms`, 'ns per event', `\`${beside}\`, ms`, 'ratio'],
    [...curves].flatMap(([name, points]) =>
      points.map(({ events, candidates, found, seconds: [a, b] }): Cell[] => [
        ...[name, events, candidates, found],
        ...[milliseconds(a), digits((a * 1e9) / events, 2), milliseconds(b), digits(a / b, 2)],
      ]),
    ),
  );
}

/** What limits of a detector kept from its results; empty if nothing. */
export function growthLimits(curves: Curves): string {
  const parts = [...curves].flatMap(([name, points]) =>
    points.flatMap(({ events, unfinished }) =>
      unfinished === undefined ? [] : [`${name}, ${amount(events)} events: ${unfinished}`],
    ),
  );
  return parts.length === 0 ? '' : `Not all decided: ${parts.join('. ')}.\n`;
}
