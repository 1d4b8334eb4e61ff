// The windowed CP analysis on one trace, and what it has of the races that `cp` finds in the whole.

import { cp, cpAnalysis } from '../../../src/detectors/cp/index.ts';
import { Lowering } from '../../../src/trace/lowering.ts';
import { Lookup } from './races.ts';
import { type Repeats, timed } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface WindowQuestion extends Question {
  readonly file: string;
  readonly size: number;
  readonly repeats: Repeats;
}

export interface Windowed {
  readonly seconds: number;
  readonly windows: number;
  /** CP-only races: pairs of accesses, and pairs of places. */
  readonly races: number;
  readonly places: readonly string[];
  /** Of the CP-only races of the whole trace whose accesses are less than a window apart: how many, and how many of them it found. */
  readonly near: number;
  readonly nearFound: number;
  /** The same for less than half a window, which fit into some window whole. */
  readonly half: number;
  readonly halfFound: number;
  /** Pairs whose first access is that of no race that `cp` reports. */
  readonly lost: number;
}

await answer(async ({ file, size, repeats }: WindowQuestion): Promise<Windowed> => {
  const { blocks } = await inMemory(file);
  const found = new Map<string, readonly [number, number]>();
  let windows = 0;
  const { seconds } = timed(repeats, () => {
    found.clear();
    const windowed = cpAnalysis((first, second, observed) => {
      if (!observed) found.set(`${first} ${second}`, [first, second]);
    }, size);
    const lowering = new Lowering(cp.operations, cp.reentrant, (block) => windowed.block(block));
    for (const block of blocks) lowering.lower(block);
    windowed.end();
    windows = windowed.counters()['windows']!;
  });

  const counts = { near: 0, nearFound: 0, half: 0, halfFound: 0 };
  const firsts = new Set<number>();
  const whole = cpAnalysis((first, second, observed) => {
    firsts.add(first);
    if (observed || second - first >= size) return;
    const has = found.has(`${first} ${second}`);
    counts.near++;
    if (has) counts.nearFound++;
    if (second - first >= size >> 1) return;
    counts.half++;
    if (has) counts.halfFound++;
  });
  const again = new Lowering(cp.operations, cp.reentrant, (block) => whole.block(block));
  for (const block of blocks) again.lower(block);
  whole.end();

  const lookup = new Lookup([...found.values()].flat());
  for (const block of blocks) lookup.block(block);
  const lost = [...found.values()].filter(([first]) => !firsts.has(first)).length;
  const places = [...new Set([...found.values()].map(([first, second]) => lookup.place(first, second)))].sort();
  return { seconds, windows, races: found.size, places, ...counts, lost };
});
