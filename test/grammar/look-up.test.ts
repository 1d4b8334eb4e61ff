import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccessLookup } from '../../src/findings/accesses.ts';
import { Stacks } from '../../src/findings/stack.ts';
import { noLocations, TraceCompressor } from '../../src/grammar/compress.ts';
import { GrammarLookup } from '../../src/grammar/look-up.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { basicFeatures } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';
import { encoded, loopyTrace } from './chunks.ts';
import { randomGrammar } from './random-grammar.ts';

const features = [...basicFeatures, 'shared', 'reentrant'] as const;

function fromEvents(trace: Trace, positions: readonly number[]): AccessLookup {
  const lookup = new AccessLookup(positions);
  for (const block of trace.blocks) lookup.block(block);
  return lookup;
}

function someAccesses(trace: Trace, picks: readonly number[]): number[] {
  const accesses = [...events(trace)].flatMap(({ op }, i) => (op === Op.read || op === Op.write ? [i] : []));
  return accesses.length === 0 ? [] : picks.map((pick) => accesses[pick % accesses.length]!);
}

test('accesses, held locks and starts of threads are those of the events, on any grammar', () => {
  fc.assert(
    fc.property(loopyTrace({ features }), fc.nat(), fc.array(fc.nat(), { minLength: 1 }), (trace, seed, picks) => {
      const positions = someAccesses(trace, picks);
      const { alphabet, string } = encoded(trace);
      const rules = randomGrammar(string, alphabet.size, seed);
      const lookup = new AccessLookup(positions);
      lookup.ask(new GrammarLookup({ terminals: alphabet, events: rules, locations: noLocations(string.length) }));
      const expected = fromEvents(trace, positions);
      for (const position of positions) {
        const { location, ...access } = expected.access(position, trace.symbols);
        expect(lookup.access(position, trace.symbols)).toMatchObject(access);
        expect(lookup.variable(position)).toBe(expected.variable(position));
      }
    }),
    runs(150),
  );
});

test('locations and forks too, on what compression makes', () => {
  fc.assert(
    fc.property(loopyTrace({ features }), fc.array(fc.nat(), { minLength: 1 }), (trace, picks) => {
      const positions = someAccesses(trace, picks);
      const compressor = new TraceCompressor('repetition');
      for (const block of trace.blocks) compressor.block(block);
      const lookup = new AccessLookup(positions);
      lookup.ask(new GrammarLookup(compressor.finish()));
      const expected = fromEvents(trace, positions);
      const stacks = new Stacks(trace.symbols);
      for (const position of positions)
        expect(lookup.stacked(position, trace.symbols, stacks)).toEqual(expected.stacked(position, trace.symbols, stacks));
      const last = Math.max(...positions);
      const before = lookup.forks(positions, trace.symbols, stacks).filter(({ index }) => index <= last);
      expect(before).toEqual(expected.forks(positions, trace.symbols, stacks));
    }),
    runs(100),
  );
});
