import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BarrierWatch } from '../../src/grammar/chunks/barrier-watch.ts';
import { decodeSummary } from '../../src/grammar/chunks/decode.ts';
import { encodeSummary } from '../../src/grammar/chunks/encode.ts';
import { ChunkFold } from '../../src/grammar/chunks/fold.ts';
import { type Subject, subjectOf } from '../../src/grammar/chunks/subject.ts';
import { type ChunkSummary, racesOf } from '../../src/grammar/chunks/summary.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { events, modelOf, type Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { modelArbitrary, ofModel } from '../arbitrary/model.ts';
import { nestedArbitrary } from '../arbitrary/nested.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { runs } from '../runs.ts';
import { chunk, livesOf, loopyTrace } from './chunks.ts';

/** By the definition: of each life of a variable the first access that races with an earlier one, and the latest that it races with. */
function expected(trace: Trace): string[] {
  const lifeAt = livesOf(trace);
  const all = [...events(trace)];
  const best = new Map<string, [number, number]>();
  for (const [first, second] of happensBeforeRaces(trace)) {
    const known = best.get(lifeAt[second]!);
    if (known === undefined || second < known[1] || (second === known[1] && first > known[0]))
      best.set(lifeAt[second]!, [first, second]);
  }
  return [...best.values()].sort((a, b) => a[1] - b[1]).map(([first, second]) => `${first} ${second} ${all[second]!.target}`);
}

/** The trace in chunks, each summed up by itself, and the sums put together in a tree that the numbers decide. */
function found(trace: Trace, cuts: readonly number[], choices: readonly number[]): string[] {
  const watch = new BarrierWatch();
  for (const block of trace.blocks) watch.block(block);
  const subject = subjectOf(bounds(trace.symbols), modelOf(trace), watch.used);
  const places = [...new Set([0, ...cuts.map((cut) => cut % (trace.length + 1)), trace.length])].sort((a, b) => a - b);
  const sums = places.slice(1).map((to, i) => sumOf(trace, subject, places[i]!, to));
  for (let n = 0; sums.length > 1; n++) {
    const at = choices[n % choices.length]! % (sums.length - 1);
    const fold = new ChunkFold(subject);
    const parts = sums.slice(at, at + 2 + (choices[n % choices.length]! % 3));
    for (const part of parts) fold.apply(part);
    sums.splice(at, parts.length, sent(subject, fold.finish()));
  }
  return sums.flatMap(racesOf).map(({ first, second, variable }) => `${first} ${second} ${variable}`);
}

function sumOf(trace: Trace, subject: Subject, from: number, to: number): ChunkSummary {
  const before = new BarrierWatch();
  for (const block of chunk(trace.symbols, trace, 0, from).blocks) before.block(block);
  const fold = new ChunkFold(subject, before.inside());
  for (const block of chunk(trace.symbols, trace, from, to).blocks) fold.block(block);
  return sent(subject, fold.finish());
}

/** As another machine gets it. */
function sent(subject: Subject, summary: ChunkSummary): ChunkSummary {
  const bytes = encodeSummary(subject, summary);
  const decoded = decodeSummary(subject, bytes);
  expect(encodeSummary(subject, decoded)).toEqual(bytes);
  return decoded;
}

const cutting = fc.record({
  cuts: fc.array(fc.nat(200), { maxLength: 8 }),
  choices: fc.array(fc.nat(100), { minLength: 1, maxLength: 8 }),
});

const inModel = (traces: fc.Arbitrary<Trace>): fc.Arbitrary<Trace> =>
  fc.tuple(modelArbitrary, traces).map(([model, trace]) => ofModel(model, trace));

const subjects: readonly [string, fc.Arbitrary<Trace>][] = [
  ['all operations', inModel(traceArbitrary({ features, items: 12 }))],
  ['loops', inModel(loopyTrace({ features }))],
  ['volatiles', volatilesArbitrary()],
  ['barriers', meetingsArbitrary({ threads: 4, barriers: 2, sections: true })],
  ['nested sections', nestedArbitrary({ threads: 4, items: 6 })],
];

describe('the races of a trace do not depend on how it is cut', () => {
  test.each(subjects)('%s', (_, traces) => {
    fc.assert(
      fc.property(traces, cutting, (trace, { cuts, choices }) => {
        expect(found(trace, cuts, choices)).toEqual(expected(trace));
      }),
      runs(400),
    );
  });

  test('a chunk for every event', () => {
    fc.assert(
      fc.property(
        inModel(traceArbitrary({ features })),
        fc.array(fc.nat(100), { minLength: 1, maxLength: 8 }),
        (trace, choices) => {
          expect(
            found(
              trace,
              Array.from({ length: trace.length }, (_, i) => i),
              choices,
            ),
          ).toEqual(expected(trace));
        },
      ),
      runs(100),
    );
  });
});
