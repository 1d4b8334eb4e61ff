// The pairs of `predict` in shares: whatever their number, and whichever are missing, the result is that of one analysis, to the byte.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../src/analyze.ts';
import { detectorById } from '../src/detectors/index.ts';
import { predictIn } from '../src/detectors/predict/index.ts';
import { SharedPairs, ShareOfPairs } from '../src/detectors/predict/sharing.ts';
import { type Input, memoryInput } from '../src/formats/input.ts';
import { native } from '../src/formats/native/index.ts';
import { json } from '../src/report/json.ts';
import { analyzeShared, decideShare } from '../src/share.ts';
import { generatedTrace } from '../src/trace/random/generator.ts';
import type { Trace } from '../src/trace/trace.ts';
import { features, traceArbitrary } from './arbitrary/trace.ts';
import { all, runs } from './runs.ts';

const detectors = ['shb', 'predict'].map((id) => detectorById(id)!);
type Options = Readonly<Record<string, number>>;

function written({ symbols, blocks }: Pick<Trace, 'symbols' | 'blocks'>): Input {
  const parts: Uint8Array[] = [];
  const writer = native.writer({ symbols, write: (bytes) => parts.push(bytes.slice()) });
  for (const block of blocks) writer.block(block);
  writer.end();
  return memoryInput('trace', Buffer.concat(parts));
}

async function alone(input: Input, detectorOptions: Options): Promise<string> {
  const { unfinished, ...result } = await analyze(input, { detectors, detectorOptions });
  return [...json(result), ...unfinished].join('\n');
}

async function sharesOf(input: Input, of: number, detectorOptions: Options): Promise<(readonly string[])[]> {
  return Promise.all(Array.from({ length: of }, (_, number) => decideShare(input, { number, of }, { detectorOptions })));
}

async function shared(input: Input, detectorOptions: Options, shares: readonly (readonly string[])[]): Promise<string> {
  const { unfinished, ...result } = await analyzeShared(input, { detectors, detectorOptions }, shares);
  return [...json(result), ...unfinished].join('\n');
}

test('random traces, as a whole and in windows, with budgets that are spent', async () => {
  const budget = fc.constantFrom(5, 1e-3, 1e-5);
  await fc.assert(
    fc.asyncProperty(
      traceArbitrary({ features }),
      fc.nat(6),
      budget,
      fc.integer({ min: 1, max: 5 }),
      async (trace, reach, budget, of) => {
        const input = written(trace);
        const options = { reach, budget };
        const shares = await sharesOf(input, of, options);
        expect(await shared(input, options, shares)).toBe(await alone(input, options));
      },
    ),
    runs(200, 10),
  );
});

const many = written(
  generatedTrace({ events: 8000, threads: 12, locks: 6, variables: 120, races: 0.02, sync: 0.4, writes: 0.15, nesting: 3 }),
);

test.each([
  ['a budget that lasts', { budget: 5 }],
  ['a budget that is spent', { budget: 0.002 }],
  ['little memory', { budget: 5, memory: 4_000_000 }],
  ['windows', { budget: 5, reach: 300 }],
])('a trace with many pairs, with %s', async (_, options: Options) => {
  const one = await alone(many, options);
  for (const of of all ? [1, 2, 3, 4] : [3]) {
    const shares = await sharesOf(many, of, options);
    expect(await shared(many, options, shares)).toBe(one);
    // A share that is not there, and one of somebody with less memory, make no difference.
    const others = await sharesOf(many, of, { ...options, memory: 3_000_000 });
    expect(await shared(many, options, [...shares.slice(1), others[0]!])).toBe(one);
  }
});

test('what shares have found out is not found out again', async () => {
  const detectorOptions = { budget: 5 };
  const shares = Array.from({ length: 3 }, (_, number) => new ShareOfPairs({ number, of: 3 }));
  for (const share of shares) await analyze(many, { detectors: [predictIn(share)], detectorOptions });
  const told = new SharedPairs(shares.map(({ lines }) => lines));
  const asked = { glimpses: 0, searches: 0 };
  await analyze(many, { detectors: [predictIn(new Counting(told, asked))], detectorOptions });
  expect(asked).toEqual({ glimpses: 0, searches: 0 });
  const opinions = shares.flatMap(({ lines }) => lines).filter((line) => line.startsWith('['));
  expect(opinions.length).toBeGreaterThan(20);
  // Each pair is of one share.
  expect(new Set(opinions.map((line) => JSON.stringify((JSON.parse(line) as unknown[]).slice(0, 3)))).size).toBe(opinions.length);
});

/** Counts what is still asked of the judge. */
class Counting {
  readonly isShare = false;
  readonly portion = 1;
  private readonly told: SharedPairs;
  private readonly asked: { glimpses: number; searches: number };

  constructor(told: SharedPairs, asked: { glimpses: number; searches: number }) {
    this.told = told;
    this.asked = asked;
  }

  takes(): boolean {
    return true;
  }

  opinions(...[judge, events, bytes]: Parameters<SharedPairs['opinions']>): ReturnType<SharedPairs['opinions']> {
    const { asked } = this;
    const counted: typeof judge = {
      glimpse(...args) {
        asked.glimpses++;
        return judge.glimpse(...args);
      },
      search(...args) {
        asked.searches++;
        return judge.search(...args);
      },
    };
    return this.told.opinions(counted, events, bytes);
  }
}
