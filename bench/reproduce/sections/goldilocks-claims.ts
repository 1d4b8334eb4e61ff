// What Goldilocks' document says of its Fig. 4 and Table 1, against those here.

import type { Claim } from '../claims.ts';
import { digits, list, several, times } from '../markdown.ts';
import { goldilocksTable } from '../papers/goldilocks.ts';
import type { Program } from '../section.ts';
import { geometricMean, least, most } from '../statistics.ts';
import type { PerAccess } from '../tasks/threads.ts';

/** Detector → its costs by threads. */
export type Curves = ReadonlyMap<string, PerAccess>;

/** Nanoseconds per access on one program, by detector. */
export interface Costs {
  readonly program: Program;
  readonly nanoseconds: ReadonlyMap<string, number>;
}

/** A curve is flat if it does not rise to more than this from four threads to the most. */
const FLAT = 1.5;

/** From four threads on: with one or two there is hardly any sharing. */
function growth(points: PerAccess | undefined): number {
  if (points === undefined) return Number.NaN;
  const from = points.find(([threads]) => threads >= 4)!;
  return points.at(-1)![1] / from[1];
}

export function figureClaims(curves: ReadonlyMap<string, Curves>): (Claim | undefined)[] {
  const of = (pattern: string, detector: string) => growth(curves.get(pattern)?.get(detector));
  const spots = ['SharedSpot', 'LocalSpot'];
  const lazy = spots.map((pattern) => of(pattern, 'goldilocks-lazy'));
  const eraser = spots.map((pattern) => of(pattern, 'eraser'));
  const whole = of('SharedSpot', 'vector-clocks');
  const shared = of('SharedSpot', 'fasttrack');
  const multiset = curves.get('Multiset');
  const last = (detector: string) => multiset?.get(detector)?.at(-1)?.[1] ?? Number.NaN;
  return [
    {
      document:
        'In SharedSpot and LocalSpot Goldilocks and Eraser hardly grow with the threads: short circuits decide in constant time.',
      holds: [...lazy, ...eraser].every((value) => value < FLAT),
      here: `From 4 to 256 threads Goldilocks grows ${list(lazy.map((value) => digits(value, 2)))} times, Eraser ${list(eraser.map((value) => digits(value, 2)))} times (SharedSpot and LocalSpot).`,
    },
    {
      document:
        'The vector-clock algorithm does Θ(threads) work at every synchronisation of SharedSpot, and Goldilocks is asymptotically better.',
      holds: whole > 2 * lazy[0]!,
      here: `Whole vectors grow ${digits(whole, 2)} times from 4 to 256 threads, Goldilocks ${digits(lazy[0]!, 2)} times. Clocks that are shared and only joined where there is news (\`fasttrack\`) grow ${digits(shared, 2)} times: most of the difference was in the vectors, not in the idea.`,
    },
    multiset === undefined
      ? undefined
      : {
          document: 'In Multiset, too, Goldilocks stays below vector clocks.',
          holds: last('goldilocks-lazy') < last('vector-clocks'),
          here: `With the most threads an access costs ${digits(last('goldilocks-lazy') / last('vector-clocks'), 2)} of what it costs with whole vectors, and ${digits(last('goldilocks-lazy') / last('fasttrack'), 2)} of what it costs with \`fasttrack\`.`,
        },
  ];
}

export function tableClaims(costs: readonly Costs[]): (Claim | undefined)[] {
  const ratios = (above: string, below: string) =>
    costs.flatMap(({ nanoseconds }) => {
      const [a, b] = [nanoseconds.get(above), nanoseconds.get(below)];
      return a === undefined || b === undefined ? [] : [a / b];
    });
  const there = (pick: (row: (typeof goldilocksTable)[number]) => number) =>
    geometricMean(goldilocksTable.map((row) => (pick(row) - row.plain) / (row.goldilocks - row.plain)));
  const [clocks, locksets, today] = [
    ratios('vector-clocks', 'goldilocks-lazy'),
    ratios('eraser', 'goldilocks-lazy'),
    ratios('fasttrack', 'goldilocks-lazy'),
  ];
  if (clocks.length === 0) return [];
  return [
    {
      document: `Goldilocks is faster than vector clocks: what these add to a run is ${times(there((row) => row.vectorClock))} what Goldilocks adds (geometric mean of the document’s table).`,
      holds: geometricMean(clocks) > 1,
      here: `Here it is ${times(geometricMean(clocks))} over ${several(clocks.length, 'program')}, from ${digits(least(clocks), 2)} to ${digits(most(clocks), 2)}; with so few threads whole vectors are short, and part of it is that our textbook version keeps an object per access.`,
    },
    {
      document: `Goldilocks is as fast as Eraser, which adds ${times(there((row) => row.eraser))} as much there.`,
      holds: geometricMean(locksets) > 0.8,
      here: `Here Eraser costs ${digits(geometricMean(locksets), 2)} of Goldilocks, from ${digits(least(locksets), 2)} to ${digits(most(locksets), 2)}.`,
    },
    {
      document: 'The document’s vector clocks are not the last word.',
      holds: undefined,
      here: `\`fasttrack\`, three years younger, costs ${digits(geometricMean(today), 2)} of lazy Goldilocks on the same traces.`,
    },
  ];
}
