// The filter of WebAssembly's accesses (src/record/node/wasm/seen.ts): random programs with a known schedule must have the races of that schedule, and those
// that are predicted of it, whatever is left out.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Detection } from '../../../src/detectors/detection.ts';
import { syncPreserving } from '../../../src/detectors/sync-preserving/index.ts';
import { memoryInput } from '../../../src/formats/input.ts';
import { readTrace } from '../../../src/formats/read.ts';
import type { Trace } from '../../../src/trace/trace.ts';
import { ofModel } from '../../arbitrary/model.ts';
import { traceArbitrary } from '../../arbitrary/trace.ts';
import { all, runs } from '../../runs.ts';
import { racyIn, racyInFile } from '../racy.ts';
import { EACH, type Played, played, stepsOf } from './scheduled.ts';

const features = ['nested', 'overlap', 'volatile'] as const;
const weights = { access: 10, section: 12, volatile: 6, overlap: 2 };
const guarded = { access: 1, section: 12 };
// Many variables with few accesses each: whether one is racy depends on single ones.
const traces = fc
  .oneof(
    traceArbitrary({ features, threads: 2, locks: 1, variables: 6, items: 20, weights }),
    traceArbitrary({ features, threads: 3, locks: 2, variables: 8, items: 20, nesting: 2, weights }),
    // Most accesses are guarded: few races but those of other schedules.
    traceArbitrary({ features: ['nested'], threads: 2, locks: 2, variables: 6, items: 10, weights: guarded }),
  )
  .map((trace) => ofModel('ecmascript', trace));

/** By the number of the trace and the variable. */
function racyNumbers(of: readonly Trace[]): number[] {
  return of.flatMap((trace, n) => racyIn(trace).map((name) => n * EACH + Number(/\d+$/.exec(name)![0]))).sort((a, b) => a - b);
}

/** Variables come first in the memory. */
const elements = (names: readonly string[]): number[] =>
  [...new Set(names.map((name) => Number(/^shared\[(\d+)\]/.exec(name)?.[1] ?? Number.NaN)))].sort((a, b) => a - b);

async function predictedIn({ bytes }: Played): Promise<number[]> {
  const detection = new Detection([syncPreserving]);
  const targets: number[] = [];
  const { symbols } = await readTrace(memoryInput('played', bytes), {}, (block) => {
    detection.block(block);
    targets.push(...block.targets.subarray(0, block.length));
  });
  const { races } = detection.end()[0]!;
  return elements(Array.from({ length: races.length }, (_, i) => symbols.variables.name(targets[races.second(i)]!)));
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
