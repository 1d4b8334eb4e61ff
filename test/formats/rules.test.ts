import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { RulesDecoder } from '../../src/formats/rules/decoder.ts';
import { rules } from '../../src/formats/rules/index.ts';
import { writeRules } from '../../src/formats/rules/writer.ts';
import { generateGrammar } from '../../src/grammar/generate.ts';
import { exactLength } from '../../src/grammar/slp.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operations } from '../../src/trace/operation.ts';
import { nastyEvents, nastyName, traceOf } from '../arbitrary/nasty.ts';
import { soupArbitrary } from '../arbitrary/soup.ts';
import { runs } from '../runs.ts';
import { decode, encode, named } from './encode.ts';
import { bytesOf, failure, read, repaired } from './rows.ts';

function short(text: string): string[] {
  return read(rules, text).map(([thread, op, target, location]) => `${thread} ${op}(${target})${location && ` @ ${location}`}`);
}

function grammarOf(text: string) {
  const decoder = new RulesDecoder('x.rules');
  decoder.push(bytesOf(text));
  return decoder.complete();
}

test('every trace comes back: operations, names, locations', () => {
  fc.assert(
    fc.property(soupArbitrary, (trace) => {
      expect(named(decode(rules, encode(rules, trace)).trace)).toEqual(named(trace));
    }),
    runs(100),
  );
});

test('names of any kind come back', () => {
  const name = nastyName(/^$/);
  const events = nastyEvents({ ops: operations.map(({ op }) => op), thread: name, target: name, location: name });
  fc.assert(
    fc.property(events, (all) => {
      const trace = traceOf(all);
      const bytes = encode(rules, trace);
      expect(rules.recognise(bytes)).toBe(true);
      // What is written can be shown to a person as it is.
      expect(Buffer.from(bytes).toString()).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
      expect(named(decode(rules, bytes).trace)).toEqual(named(trace));
    }),
    runs(200),
  );
});

test.each(['#', '→', '->', 'p->', 'x→'])('what would be a comment or a rule at the start of a line comes back: %s', (sign) => {
  const builder = new TraceBuilder();
  // Lines break after about a hundred characters: each of the names comes to stand first in one, and second.
  for (let i = 0; i < 200; i++) {
    const word = i % 2 === 0 ? `loc${i}` : `${sign}${sign === '#' ? i : ''}`;
    builder.add(sign === '#' ? word : 'T', Op.write, `x${i}`, word);
  }
  const trace = builder.trace();
  expect(named(decode(rules, encode(rules, trace)).trace)).toEqual(named(trace));
});

test('a grammar comes back rule by rule, with its repetitions and its facts', () => {
  const { trace, symbols } = generateGrammar({ events: 10 ** 12, threads: 3, locks: 2, variables: 6, races: 0.3, seed: 5 });
  const parts: Uint8Array[] = [];
  writeRules(trace, symbols, (part) => parts.push(part), new Map([['made', 'by hand = yes']]));
  const text = Buffer.concat(parts).toString();
  const back = grammarOf(text);
  expect(back.metadata.get('made')).toBe('by hand = yes');
  expect(exactLength(back.trace.events)).toBe(10n ** 12n);
  const again: Uint8Array[] = [];
  writeRules(back.trace, back.symbols, (part) => again.push(part), back.metadata);
  expect(Buffer.concat(again).toString()).toBe(text);
});

describe('what people write', () => {
  test('as the papers do, in any order, over several lines', () => {
    const text = `# Figure 2, in part
S → A B
B -> F
A → 〈1 : w(x)〉〈1 : fork(2)〉
F →  <2 : r(x)>^2
     ⟨2 : acq(ℓ)⟩
     2:unlock(ℓ)
`;
    expect(short(text)).toEqual(['1 w(x)', '1 fork(2)', '2 r(x)', '2 r(x)', '2 acq(ℓ)', '2 rel(ℓ)']);
  });

  test('short names for events, and locations', () => {
    const text = 'S → a b^2\na → T1:w(x)\nb → T2:begin\n@S → a.c:3 @R\n@R → "b c.c:4"^2\n';
    expect(short(text)).toEqual(['T1 w(x) @ a.c:3', 'T2 begin() @ b c.c:4', 'T2 begin() @ b c.c:4']);
  });

  test('names of rules are kept', () => {
    expect(grammarOf('Start → W W\nW → 1:w(x)\n').trace.ruleNames).toEqual(['W', 'Start']);
  });
});

describe('what is wrong is told with its line', () => {
  test.each([
    ['S → UV\nU → 1:w(x)', 'GRAMMAR_UNKNOWN_SYMBOL', 1, 'there is no rule "UV"'],
    ['S → A\nA → B\nB → A', 'GRAMMAR_CYCLE', 3, 'rule "B" uses rule "A", which leads back to it'],
    ['S → S', 'GRAMMAR_CYCLE', 1, 'rule "S" uses rule "S"'],
    ['S → 1:w(x)\nA → 1:w(x)', 'GRAMMAR_UNUSED_RULE', 2, 'nothing uses rule "A"'],
    ['S → A\nA →', 'GRAMMAR_EMPTY_RULE', 2, 'rule "A" has an empty body'],
    ['S → A\nA → 1:w(x)\nA → 1:r(x)', 'TRACE_BAD_LINE', 3, 'there is a rule "A" already, in line 2'],
    ['S → 1:w(x)^0', 'TRACE_BAD_LINE', 1, 'repeated 0 times'],
    ['S → 1:w(x)^99999999999999999999', 'TRACE_BAD_LINE', 1, 'repeated 100000000000000000000 times'],
    ['S → 1:wirte(x)', 'TRACE_UNKNOWN_OPERATION', 1, 'no operation is called "wirte"'],
    ['S → 1:w()', 'TRACE_BAD_LINE', 1, 'has no target'],
    ['S → 1:w(x', 'TRACE_BAD_LINE', 1, 'is no part of a rule'],
    ['S → "\\x":w(x)', 'TRACE_BAD_LINE', 1, 'is no part of a rule'],
    ['S → 1:w(x) … 7 more', 'TRACE_BAD_LINE', 1, '"… 7 more" is no part of a rule'],
    ['S → 1:w(x)^2\n@S → a.c:3', 'TRACE_BAD_LINE', undefined, '2 events and 1 locations'],
    ['S → A^9007199254740991\nA → 1:w(x)^9007199254740991', 'TRACE_TOO_LONG', undefined, 'more than 2^63'],
  ])('%s', (text, code, line, what) => {
    const error = failure(rules, text);
    expect(error).toMatchObject({ code });
    expect(error.place.line).toBe(line);
    expect(error.message).toContain(what);
  });

  test('nothing is left of a broken grammar when it is repaired', () => {
    expect(repaired(rules, 'S → A\n')).toEqual({ rows: [], counts: { GRAMMAR_UNKNOWN_SYMBOL: 1 } });
  });

  test('a name that is no text', () => {
    const builder = new TraceBuilder();
    builder.add('T1', Op.write, 'x');
    const trace = builder.trace();
    trace.symbols.variables.intern(Uint8Array.of(0xff), 0, 1, 0);
    expect(() => encode(rules, trace)).toThrowError(InputError);
  });
});

test('a chain of a hundred thousand rules is read', () => {
  const count = 100_000;
  const lines = Array.from({ length: count }, (_, i) => `R${i} → ${i === count - 1 ? '1:w(x)' : `R${i + 1}`}\n`);
  expect(short(lines.join(''))).toEqual(['1 w(x)']);
});
