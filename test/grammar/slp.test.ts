import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { checkSlp, exactLength, lengthsOf, type Slp } from '../../src/grammar/slp.ts';

/** Rules as lists of [symbol, count]; symbols 0 to 2 are terminals. */
function slp(...rules: [number, number][][]): Slp {
  const starts = new Uint32Array(rules.length + 1);
  for (const [r, rule] of rules.entries()) starts[r + 1] = starts[r]! + rule.length;
  const items = rules.flat();
  return {
    terminals: 3,
    starts,
    symbols: Uint32Array.from(items, ([symbol]) => symbol),
    counts: Float64Array.from(items, ([, count]) => count),
  };
}

function code(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.code;
    throw error;
  }
  return undefined;
}

describe('what is wrong with a grammar is said', () => {
  test.each([
    ['a rule that uses itself', 'GRAMMAR_CYCLE', slp([[3, 1]], [[3, 1]])],
    ['rules that use each other', 'GRAMMAR_CYCLE', slp([[4, 1]], [[3, 1]], [[3, 1], [4, 1]])], // biome-ignore format: one row each
    ['a symbol that does not exist', 'GRAMMAR_UNKNOWN_SYMBOL', slp([[9, 1]])],
    ['a rule that nothing uses', 'GRAMMAR_UNUSED_RULE', slp([[0, 1]], [[1, 1]])],
    ['no rule', 'TRACE_CORRUPT', slp()],
    ['a repetition of zero', 'TRACE_CORRUPT', slp([[0, 0]])],
    ['a repetition that is no whole number', 'TRACE_CORRUPT', slp([[0, 1.5]])],
  ])('%s', (_, wanted, grammar) => {
    expect(code(() => checkSlp(grammar, 'x.slp'))).toBe(wanted);
  });
});

describe('lengths', () => {
  const huge = slp([[0, 3_000_000_001]], [[3, 3_000_000_001], [1, 1]]); // biome-ignore format: one row

  test('are exact past 2^53', () => {
    expect(exactLength(huge)).toBe(3_000_000_001n ** 2n + 1n);
  });

  test('are refused where positions would not be exact', () => {
    expect(code(() => lengthsOf(huge))).toBe('TRACE_TOO_LONG');
  });

  test('are refused past 2^63, whatever they would be', () => {
    const powers = Array.from({ length: 2000 }, (_, r): [number, number][] => [[r === 0 ? 0 : r + 2, 1_000_000]]);
    expect(code(() => exactLength(slp(...powers)))).toBe('TRACE_TOO_LONG');
  });
});
