// --reduce in the Node.js recorder: what is left out orders nothing. Random programs with a known schedule must have the races of that schedule.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Trace } from '../../../src/trace/trace.ts';
import { ofModel } from '../../arbitrary/model.ts';
import { traceArbitrary } from '../../arbitrary/trace.ts';
import { nodeWithLocks } from '../../needs.ts';
import { parse } from '../../referee/litmus.ts';
import { runs } from '../../runs.ts';
import { racyIn, racyInFile } from '../racy.ts';
import { record } from './record.ts';
import { EACH, played, type Step, stepsOf } from './scheduled.ts';

const features = ['nested', 'overlap', 'volatile', 'cut'] as const;
const weights = { access: 6, section: 20, volatile: 2, overlap: 3 };
const traces = fc
  .oneof(
    traceArbitrary({ features, threads: 3, locks: 2, variables: 3, items: 24, nesting: 3, weights }),
    traceArbitrary({ features, threads: 2, locks: 1, variables: 2, items: 30, weights }),
    traceArbitrary({ features, threads: 8, locks: 6, variables: 4, items: 30, nesting: 6, weights }),
  )
  .map((trace) => ofModel('ecmascript', trace));

/** By the number of the trace and the variable. */
function racyNumbers(all: readonly Trace[]): number[] {
  return all.flatMap((trace, n) => racyIn(trace).map((name) => n * EACH + Number(/\d+$/.exec(name)![0]))).sort((a, b) => a - b);
}

async function racyElements(bytes: Uint8Array): Promise<number[]> {
  const names = await racyInFile(bytes);
  return names.map((name) => Number(/^variables\[(\d+)\]/.exec(name)?.[1] ?? Number.NaN)).sort((a, b) => a - b);
}

test.each(['', 'loft', 'runs'])('with "%s" the races are those of the schedule', { timeout: 600_000 }, async (method) => {
  await fc.assert(
    fc.asyncProperty(fc.array(traces, { minLength: 20, maxLength: 20, size: 'max' }), async (all) => {
      const { bytes } = await played(stepsOf(all), method);
      expect(await racyElements(bytes)).toEqual(racyNumbers(all));
    }),
    // A smaller one takes as long.
    { ...runs(20, 1), endOnFailure: true },
  );
});

describe('what is left out', () => {
  const locking = async (text: string, method: string): Promise<number> => changes(stepsOf([parse(text)]), method);
  const changes = async (steps: readonly Step[], method: string): Promise<number> => {
    const { records } = await played(steps, method);
    return records.filter(({ kind }) => kind === 'atomicUpdate' || kind === 'atomicStore').length;
  };

  test('the middle of a row', async () => {
    const row = 'T0|acq(m)\nT0|w(x)\nT0|rel(m)\n'.repeat(5);
    expect(await locking(row, '')).toBe(10);
    expect(await locking(row, 'loft')).toBe(2);
    expect(await locking(row, 'runs')).toBe(2);
  });

  test('nothing where another lock or an atomic came in between', async () => {
    expect(await locking('T0|acq(m)\nT0|rel(m)\nT0|acq(n)\nT0|rel(n)\n'.repeat(5), 'runs')).toBe(20);
    expect(await locking('T0|acq(m)\nT0|rel(m)\nT0|vr(v)\n'.repeat(5), 'runs')).toBe(10);
  });

  test('nothing where another thread had the lock, or looked at it', async () => {
    expect(await locking('T0|acq(m)\nT0|rel(m)\nT1|acq(m)\nT1|rel(m)\n'.repeat(5), 'runs')).toBe(20);
    const [take, give, look]: Step[] = [
      [0, 'a', 0],
      [0, 'z', 0],
      [1, 'p', 0],
    ];
    expect(await changes([take!, give!, look!, take!, give!], 'runs')).toBe(4);
    expect(await changes([take!, give!, take!, look!, give!], 'runs')).toBe(4);
    expect(await changes([take!, look!, give!, take!, give!], 'runs')).toBe(2);
  });
});

test('of rows of Web Locks the middle, if nobody else had the lock', (context) => {
  const executable = nodeWithLocks(context);
  const program = (turns: string) => `
    const { Worker, isMainThread, workerData } = require('node:worker_threads');
    const section = () => navigator.locks.request('m', () => { cell[0]++; });
    const five = async () => { for (let i = 0; i < 5; i++) await section(); };
    let cell = workerData;
    if (isMainThread) {
      cell = new Int32Array(new SharedArrayBuffer(4));
      ${turns}
    } else five();`;
  const acquires = (turns: string, reduce: string) =>
    record({ 'locks.cjs': program(turns) }, { executable, env: { FORETRACE_REDUCE: reduce } })
      .threads.flat()
      .filter(({ kind }) => kind === 'acquire').length;
  const one = "new Worker(__filename, { workerData: cell }).on('exit', five);";
  expect(acquires(one, '')).toBe(10);
  expect(acquires(one, 'loft')).toBe(2);
  const between = 'five().then(() => new Worker(__filename, { workerData: cell }).on("exit", section));';
  expect(acquires(between, 'runs')).toBe(3);
});
