import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { GrammarDecoder } from '../../src/formats/grammar/decoder.ts';
import { grammar, writeGrammar } from '../../src/formats/grammar/index.ts';
import { TraceCompressor } from '../../src/grammar/compress.ts';
import { generateGrammar } from '../../src/grammar/generate.ts';
import { grammarHb } from '../../src/grammar/hb/analysis.ts';
import { exactLength } from '../../src/grammar/slp.ts';
import { strict } from '../../src/trace/problems.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';
import { soupArbitrary } from '../arbitrary/soup.ts';
import { decode, encode, named } from '../formats/encode.ts';
import { runs } from '../runs.ts';

const loops = { events: 5000, threads: 3, locks: 2, variables: 6, races: 0.3, seed: 5 };

function bytesOf(options = loops): Uint8Array {
  const { trace, symbols } = generateGrammar(options);
  const parts: Uint8Array[] = [];
  writeGrammar(trace, symbols, (part) => parts.push(part));
  return new Uint8Array(Buffer.concat(parts));
}

function code(bytes: Uint8Array): string | undefined {
  try {
    const decoder = new GrammarDecoder('x.slp');
    decoder.push(bytes);
    decoder.complete();
  } catch (error) {
    if (error instanceof InputError) return error.code;
    throw error;
  }
  return undefined;
}

test('every trace comes back: operations, names, locations', () => {
  fc.assert(
    fc.property(soupArbitrary, (trace) => {
      expect(named(decode(grammar, encode(grammar, trace)).trace)).toEqual(named(trace));
    }),
    runs(100),
  );
});

describe('a file that is', () => {
  const whole = bytesOf();

  test('whole is read', () => {
    expect(code(whole)).toBeUndefined();
  });

  test('cut anywhere is truncated', () => {
    for (let length = 0; length < whole.length; length += 7) expect(code(whole.subarray(0, length))).toBe('TRACE_TRUNCATED');
  });

  test('damaged anywhere is told', () => {
    for (let at = 0; at < whole.length; at += 5) {
      const broken = whole.slice();
      broken[at]! ^= 0x10;
      expect(['TRACE_CORRUPT', 'TRACE_VERSION', 'TRACE_TRUNCATED'], `byte ${at}`).toContain(code(broken));
    }
  });

  test('too long to be expanded is refused by the reader, and analysed as a grammar', () => {
    const events = 10 ** 12;
    const bytes = bytesOf({ ...loops, events });
    const reader = grammar.reader({ file: 'x.slp', problems: strict, emit: () => {} });
    reader.push(bytes);
    expect(() => reader.end()).toThrowError(expect.objectContaining({ code: 'TRACE_TOO_LONG' }));
    const decoder = new GrammarDecoder('x.slp');
    decoder.push(bytes);
    const { trace, symbols } = decoder.complete();
    expect(exactLength(trace.events)).toBe(BigInt(events));
    const found: number[] = [];
    grammarHb(trace, bounds(symbols), (_, __, x) => found.push(x));
    expect(found.length).toBeGreaterThan(0);
  });
});

test('a generated grammar is a well-formed trace of the length that was asked for', () => {
  const { trace } = decode(grammar, bytesOf());
  expect(trace.length).toBe(5000);
  const checker = new WellFormed(trace.symbols, strict, () => ({}));
  for (const block of trace.blocks) checker.check(block, () => {});
  const compressor = new TraceCompressor('sequitur');
  for (const block of trace.blocks) compressor.block(block);
  const found = (events: Parameters<typeof grammarHb>[0]) => {
    const variables: number[] = [];
    grammarHb(events, bounds(trace.symbols), (_, __, x) => variables.push(x));
    return variables.sort((a, b) => a - b);
  };
  expect(found(compressor.finish())).toEqual(found(generateGrammar(loops).trace));
});
