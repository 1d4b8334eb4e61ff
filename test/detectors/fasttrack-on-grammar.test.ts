// FastTrack's kernel on grammars that it expands itself: against the definition on small traces with all operations, against FastTrack on the events on long ones.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { fasttrackOnGrammar } from '../../src/detectors/fasttrack/on-grammar.ts';
import { Decompression, noLocations } from '../../src/grammar/compress.ts';
import { generateGrammar } from '../../src/grammar/generate.ts';
import { lengthsOf } from '../../src/grammar/slp.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { features } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { encoded, expectRaces, type Grammar, loopyTrace } from '../grammar/chunks.ts';
import { randomGrammar } from '../grammar/random-grammar.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

test.each([
  ['all operations', loopyTrace({ features })],
  ['barriers', loopyTrace({ features: ['fork', 'barrier', 'guarded'], weights: { barrier: 6 } })],
  ['allocations', loopyTrace({ features: ['fork', 'alloc', 'hand-over'], weights: { alloc: 6 } })],
  ['volatiles', volatilesArbitrary()],
])('exactly the racy variables, with an unordered pair for each: %s', (_, traces) => {
  fc.assert(
    fc.property(traces, fc.nat(), (trace, seed) => {
      const { alphabet, string } = encoded(trace);
      const grammar = { terminals: alphabet, events: randomGrammar(string, alphabet.size, seed) };
      expectRaces(trace, (report) => fasttrackOnGrammar(grammar, bounds(trace.symbols), report));
    }),
    runs(200),
  );
});

/** The second positions of what FastTrack reports on the events, one for each variable. */
function onEvents({ terminals, events }: Grammar, ids: ReturnType<typeof bounds>): number[] {
  const analysis = fasttrack.analysis((_, second) => seconds.push(second));
  const seconds: number[] = [];
  const found = new Map<number, number>();
  const expansion = new Decompression({ terminals, events, locations: noLocations(lengthsOf(events).at(-1)!) }, ids);
  for (let block = expansion.next(); block !== undefined; block = expansion.next()) {
    analysis.block(block);
    for (const second of seconds.splice(0)) {
      const x = block.targets[second - block.start]!;
      found.set(x, found.get(x) ?? second);
    }
  }
  return [...found.values()];
}

test('slices, parts of the start rule and repetitions may end anywhere', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20_000, max: 40_000 }), fc.nat(), (events, seed) => {
      const { trace, symbols } = generateGrammar({ events, threads: 4, locks: 3, variables: 40, races: 0.05, seed });
      const found: number[] = [];
      const counters = fasttrackOnGrammar(trace, bounds(symbols), (_, second) => found.push(second));
      expect(found).toEqual(onEvents(trace, bounds(symbols)));
      expect(counters).toEqual({ expanded: events });
    }),
    runs(30),
  );
});

test('a start rule of more than a part, and rules as deep as there are', () => {
  const { alphabet, string } = encoded(parse('T1|w(x)\nT2|w(y)\nT3|r(z)\nT2|w(x)\nT3|w(y)'));
  const [a, b, c, d, e] = string as [number, number, number, number, number];
  const depth = 500;
  const size = alphabet.size;
  // Rule r is c, then rule r - 1; the start rule is a b, the deepest rule, 5000 times c, d e.
  const rules = Array.from({ length: depth }, (_, r) => (r === 0 ? [c, c] : [c, size + r - 1]));
  const bodies = [...rules, [a, b, size + depth - 1, ...Array.from({ length: 5000 }, () => c), d, e]];
  const symbols = Uint32Array.from(bodies.flat());
  const starts = new Uint32Array(bodies.length + 1);
  for (const [r, body] of bodies.entries()) starts[r + 1] = starts[r]! + body.length;
  const events = { terminals: size, starts, symbols, counts: new Float64Array(symbols.length).fill(1) };
  const found: number[][] = [];
  const ids = { threads: 3, locks: 0, variables: 3, locations: 1 };
  fasttrackOnGrammar({ terminals: alphabet, events }, ids, (...pair) => found.push(pair));
  const end = 2 + 5000 + depth + 1;
  expect(found).toEqual([
    [0, end, 0],
    [1, end + 1, 1],
  ]);
});

test('with `first` it ends at the first variable', () => {
  const { trace, symbols } = generateGrammar({ events: 30_000, threads: 4, locks: 3, variables: 40, races: 0.5, seed: 1 });
  const found: number[] = [];
  const { expanded } = fasttrackOnGrammar(trace, bounds(symbols), (_, second) => found.push(second), true);
  expect(found).toHaveLength(1);
  expect(expanded).toBeLessThan(30_000);
});

test.each([0, 10_000])('memory that is allocated anew is another variable, %d events later', (later) => {
  const others = Array.from({ length: later }, () => 'T1|r(y)');
  const race = ['T1|w(x)', 'T2|w(x)', 'T1|w(x)'];
  const trace = parse([...race, 'T2|alloc(x)', ...others, ...race].join('\n'));
  const { alphabet, string } = encoded(trace);
  const found: number[][] = [];
  const events = randomGrammar(string, alphabet.size, 1);
  fasttrackOnGrammar({ terminals: alphabet, events }, bounds(trace.symbols), (...pair) => found.push(pair));
  expect(found).toEqual([
    [0, 1, 0],
    [4 + later, 5 + later, 0],
  ]);
});
