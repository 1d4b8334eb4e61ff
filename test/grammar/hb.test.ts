import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Method } from '../../src/grammar/compress.ts';
import { TraceCompressor } from '../../src/grammar/compress.ts';
import { grammarHb } from '../../src/grammar/hb/analysis.ts';
import type { Policy } from '../../src/grammar/walk.ts';
import { bounds } from '../../src/trace/symbols.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ofModel } from '../arbitrary/model.ts';
import { basicFeatures, type Feature } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';
import { encoded, expectRaces, type Grammar, loopyTrace } from './chunks.ts';
import { randomGrammar } from './random-grammar.ts';

function check(trace: Trace, grammar: Grammar, policy: Policy): void {
  expectRaces(trace, (report) => grammarHb(grammar, bounds(trace.symbols), report, { policy }));
}

const rich: readonly Feature[] = [...basicFeatures, 'volatile', 'shared', 'wait', 'region'];

describe.each([
  ['basic operations', basicFeatures],
  ['atomics, reader locks, waits, regions', rich],
])('racy variables, and an unordered pair for each: %s', (_, features) => {
  test.each(['always', 'adaptive'] as const)('on random grammars, summing up %s', (policy) => {
    fc.assert(
      fc.property(loopyTrace({ features }), fc.nat(), (trace, seed) => {
        const { alphabet, string } = encoded(trace);
        check(trace, { terminals: alphabet, events: randomGrammar(string, alphabet.size, seed) }, policy);
      }),
      runs(120),
    );
  });

  test.each(['sequitur', 'repetition'] as const)('on the grammars of %s', (method: Method) => {
    fc.assert(
      fc.property(loopyTrace({ features }), (trace) => {
        const compressor = new TraceCompressor(method);
        for (const block of trace.blocks) compressor.block(block);
        const compressed = compressor.finish();
        check(trace, compressed, 'always');
        check(trace, compressed, 'adaptive');
      }),
      runs(60),
    );
  });
});

test('with `first` the walk ends at the first variable', () => {
  fc.assert(
    fc.property(loopyTrace(), fc.nat(), (trace, seed) => {
      const { alphabet, string } = encoded(trace);
      const grammar = { terminals: alphabet, events: randomGrammar(string, alphabet.size, seed) };
      const found: number[] = [];
      grammarHb(grammar, bounds(trace.symbols), (_, __, x) => found.push(x), { first: true });
      expect(found.length).toBe(Math.min(1, happensBeforeRaces(trace).length));
    }),
    runs(50),
  );
});

test.each(['always', 'adaptive'] as const)('racy variables of volatiles, on random grammars, summing up %s', (policy) => {
  fc.assert(
    fc.property(volatilesArbitrary(), fc.nat(), (trace, seed) => {
      const { alphabet, string } = encoded(trace);
      check(trace, { terminals: alphabet, events: randomGrammar(string, alphabet.size, seed) }, policy);
    }),
    runs(300),
  );
});

test('a rule that writes a volatile adds to what was written before it in Java, and replaces it in C11', () => {
  for (const [model, races] of [['java', []] as const, ['c11', [[0, 5]]] as const]) {
    const trace = ofModel(model, parse('T1|w(x)\nT1|vw(v)\nT2|vw(v)\nT2|r(z)\nT3|vr(v)\nT3|w(x)'));
    const { alphabet, string } = encoded(trace);
    const rule = alphabet.size;
    const [a, b, c, d, e, f] = string as [number, number, number, number, number, number];
    const events = {
      terminals: rule,
      starts: Uint32Array.of(0, 2, 7),
      symbols: Uint32Array.of(c, d, a, b, rule, e, f),
      counts: new Float64Array(7).fill(1),
    };
    const found: number[][] = [];
    grammarHb({ terminals: alphabet, events }, bounds(trace.symbols), (...pair) => found.push(pair.slice(0, 2)), {
      policy: 'always',
    });
    expect(found).toEqual(races);
  }
});
