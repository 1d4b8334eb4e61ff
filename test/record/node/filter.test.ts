// The filter of WebAssembly's accesses (src/record/node/wasm/seen.ts): random programs with a known schedule must have the races of that schedule, and those
// that are predicted of it, whatever is left out.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syncPreserving } from '../../../src/detectors/sync-preserving/index.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { all, runs } from '../../runs.ts';
import { filteredTraces } from '../filtered-traces.ts';
import { racesInFile, racyIn, racyInFile } from '../racy.ts';
import { EACH, type Played, played, stepsOf } from './scheduled.ts';

const traces = filteredTraces('ecmascript');

/** By the number of the trace and the variable. */
function racyNumbers(of: readonly Trace[]): number[] {
  return of.flatMap((trace, n) => racyIn(trace).map((name) => n * EACH + Number(/\d+$/.exec(name)![0]))).sort((a, b) => a - b);
}

/** Variables come first in the memory. */
const elements = (names: readonly string[]): number[] =>
  [...new Set(names.map((name) => Number(/^shared\[(\d+)\]/.exec(name)?.[1] ?? Number.NaN)))].sort((a, b) => a - b);

async function predictedIn({ bytes }: Played): Promise<number[]> {
  return elements((await racesInFile(bytes, syncPreserving)).names);
}

const accessesOf = ({ records }: Played): number => records.filter(({ kind }) => kind === 'read' || kind === 'write').length;

test.runIf(all)('the races are those of the schedule, and of its reorderings', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(traces, { minLength: 60, maxLength: 60, size: 'max' }), async (of) => {
      const [on, off] = [await played(stepsOf(of), '', 'on'), await played(stepsOf(of), '', 'off')];
      for (const { bytes } of [on, off]) expect(elements(await racyInFile(bytes))).toEqual(racyNumbers(of));
      // Of a trace that has a race already, something else may be predicted: what a repeated read saw is not known then (docs/record-wasm.md).
      const racy = new Set(racyNumbers(of).map((variable) => Math.floor(variable / EACH)));
      const without = async (run: Played) =>
        (await predictedIn(run)).filter((variable) => !racy.has(Math.floor(variable / EACH)));
      expect(await without(on)).toEqual(await without(off));
      expect(accessesOf(on)).toBeLessThan(accessesOf(off));
    }),
    // A smaller one takes as long.
    { ...runs(6, 1), endOnFailure: true },
  );
});
