// `predict` with helpers: whatever they have done when they are asked, and whether they answer at all, every byte of its result is that of one
// thread alone.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Helpers, Pending } from '../../src/detectors/helpers.ts';
import { Help, type HelpOrder } from '../../src/detectors/predict/help.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';

/** Helpers in this thread, each with copies as another thread would have them. `moods` say what each question meets with. */
class NearHelpers implements Helpers {
  readonly count: number;
  asked = 0;
  readonly kinds = new Set<string>();
  private readonly helps: readonly Help[];
  private readonly moods: readonly Mood[];

  constructor(count: number, moods: readonly Mood[]) {
    this.count = count;
    this.moods = moods;
    this.helps = Array.from({ length: count }, () => new Help());
  }

  areWorth(): boolean {
    return true;
  }

  tell(helper: number, order: HelpOrder): void {
    this.helps[helper]!.answer(structuredClone(order));
  }

  ask<Answer>(helper: number, order: HelpOrder): Pending<Answer> {
    const mood = this.moods[this.asked++ % this.moods.length]!;
    this.kinds.add(order.kind);
    const answer = structuredClone(this.helps[helper]!.answer(structuredClone(order))) as Answer;
    let looks = 0;
    return { isReady: () => mood !== 'late' || ++looks > 3, wait: () => (mood === 'lost' ? undefined : answer) };
  }
}

type Mood = 'done' | 'late' | 'lost';
const moods: fc.Arbitrary<Mood[]> = fc.array(fc.constantFrom('done', 'late', 'lost'), { minLength: 1, maxLength: 5 });

/** All that a detector says. */
function told(trace: Trace, options: Readonly<Record<string, number>>, helpers?: Helpers): string {
  const races: unknown[] = [];
  const analysis = predict.analysis((first, second, witness) => races.push([first, second, witness]), options, helpers);
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return JSON.stringify([races, analysis.counters()]);
}

const shapes = fc.record({
  seed: fc.nat(1000),
  threads: fc.integer({ min: 3, max: 16 }),
  events: fc.integer({ min: 500, max: 3000 }),
  races: fc.constantFrom(0.02, 0.05, 0.2),
  sync: fc.constantFrom(0.2, 0.4),
  locks: fc.integer({ min: 3, max: 20 }),
  variables: fc.integer({ min: 5, max: 50 }),
  locations: fc.integer({ min: 1, max: 3 }),
  nesting: fc.integer({ min: 1, max: 3 }),
});
const means = fc.record({
  budget: fc.oneof(fc.double({ min: 0, max: 0.01, noNaN: true }), fc.constantFrom(5, 7)),
  window: fc.constantFrom(50, 100_000, 100_000, 100_000),
  memory: fc.oneof(fc.integer({ min: 100_000, max: 1_000_000 }), fc.constant(2 ** 31), fc.constant(2 ** 31)),
  reach: fc.constantFrom(0, 0, 500),
});

describe('helpers make no difference', () => {
  it('on generated traces, with little and with much of all', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(shapes, means, fc.integer({ min: 1, max: 3 }), moods, (shape, options, count, met) => {
        const trace = generatedTrace(shape);
        const helpers = new NearHelpers(count, met);
        expect(told(trace, options, helpers)).toBe(told(trace, options));
        for (const kind of helpers.kinds) kinds.add(kind);
      }),
      runs(180),
    );
    expect([...kinds].sort()).toEqual(['foresee', 'ideals', 'verify']);
  });

  it('on traces with all that a trace can have', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), means, moods, (trace, options, met) => {
        expect(told(trace, options, new NearHelpers(2, met))).toBe(told(trace, options));
      }),
      runs(200),
    );
  });
});
