// What the watch calls observed is a race by the definition, on the trace of the same logs, whenever one looks; and it misses the first race of no variable.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Suspicion } from '../../../src/raw/screen/suspicions.ts';
import { events, type Trace } from '../../../src/trace/trace.ts';
import { atomicRaces, hbRaces, type Pair, shbRaces } from '../../referee/observed-races.ts';
import { runs } from '../../runs.ts';
import { assembled } from '../assemble/assembled.ts';
import { arbitrarySteps, Program } from '../assemble/program.ts';
import { arbitraryDiscipline, disciplined } from './disciplined.ts';
import { arbitrarySweeps } from './sweeps.ts';
import { watched } from './watched.ts';

/** Pairs of sites, in the order in which they were told, or in which the events are. */
const sitesOf = ({ earlier, later }: Suspicion) => `${earlier.site} ${later.site}`;
function sites(trace: Trace, pairs: readonly Pair[]): Set<string> {
  const all = [...events(trace)];
  const site = (position: number) => trace.symbols.locations.name(all[position]!.location).replace('L', '') || '0';
  return new Set(pairs.map(([first, second]) => `${site(first)} ${site(second)}`));
}
const bothWays = (pairs: Set<string>) => new Set([...pairs].flatMap((pair) => [pair, pair.split(' ').reverse().join(' ')]));

/** The first race of each variable, as sites. */
function firstRaces(trace: Trace): string[] {
  const all = [...events(trace)];
  const firsts = new Map<number, Pair>();
  for (const pair of [...shbRaces(trace)].sort((a, b) => a[1] - b[1])) {
    const variable = all[pair[1]]!.target;
    if (!firsts.has(variable)) firsts.set(variable, pair);
  }
  return [...sites(trace, [...firsts.values()])];
}

/** Whether the access that ends a race was told of, or its thread knows the other access already from another variable that it wrote. */
function isTold(pair: string, told: readonly Suspicion[]): boolean {
  const [first, second] = pair.split(' ').map(Number);
  return told.some(({ earlier, later }) => later.site === second || (earlier.site === first && earlier.how === 'write'));
}

/** `isRelaxed`: there are loads that acquire at a fence, if one comes: until then nobody knows what they order. */
const programs = fc.oneof(
  arbitraryDiscipline.map((deeds) => ({ logs: disciplined(deeds), isRelaxed: false })),
  arbitrarySteps.map((steps) => ({ logs: new Program(steps).logs, isRelaxed: true })),
);

describe('what is observed', () => {
  test('is a race, and the first of each variable is told', async () => {
    let races = 0;
    let quiet = 0;
    await fc.assert(
      fc.asyncProperty(programs, async ({ logs, isRelaxed }) => {
        const { told, watch } = await watched(logs);
        const { trace } = await assembled(logs);
        // Of atomics on parts of each other the trace makes reads, for all of the run: what these see is not known before.
        const plainRaces = watch.passedOver.size > 0 ? hbRaces : shbRaces;
        const definition = sites(trace, [...plainRaces(trace), ...atomicRaces(trace)]);
        const observed = told.filter((pair) => pair.observed);
        expect(observed.map(sitesOf).filter((pair) => !definition.has(pair))).toEqual([]);
        races += observed.length;
        quiet += told.length - observed.length;
        if (watch.passedOver.size > 0) return;
        const missed = firstRaces(trace).filter((pair) => !isTold(pair, isRelaxed ? told : observed));
        expect(missed).toEqual([]);
      }),
      runs(240),
    );
    const some = runs(240).numRuns / 24;
    expect(races).toBeGreaterThan(some);
    expect(quiet).toBeGreaterThan(some);
  });

  test('is a race whenever one looks, and whenever an era ends', async () => {
    await fc.assert(
      fc.asyncProperty(programs, arbitrarySweeps, fc.array(fc.boolean()), async ({ logs }, sweeps, eras) => {
        const { told } = await watched(logs, { sweeps, isLate: true, eras });
        const { trace } = await assembled(logs);
        const definition = bothWays(sites(trace, [...hbRaces(trace), ...atomicRaces(trace)]));
        const observed = told.filter((pair) => pair.observed).map(sitesOf);
        expect(observed.filter((pair) => !definition.has(pair))).toEqual([]);
      }),
      runs(240),
    );
  });
});
