// The lower bound of grammars beside its definition, and beside the grammars that we make.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastItems } from '../../bench/reproduce/substring-complexity.ts';
import { LocalParse } from '../../src/grammar/local-parse.ts';
import { Sequitur } from '../../src/grammar/sequitur.ts';
import { itemCount } from '../../src/grammar/slp.ts';
import { runs } from '../runs.ts';

function byDefinition(sequence: readonly number[]): number {
  let most = 0;
  for (let k = 1; k <= sequence.length; k *= 2) {
    const stretches = new Set(sequence.slice(0, sequence.length - k + 1).map((_, i) => sequence.slice(i, i + k).join(' ')));
    most = Math.max(most, Math.ceil(stretches.size / k));
  }
  return most;
}

const sequences = fc.oneof(
  fc.array(fc.nat(3), { maxLength: 60 }),
  fc.array(fc.nat(40), { maxLength: 60 }),
  fc.array(fc.array(fc.nat(5), { maxLength: 5 }), { maxLength: 8 }).map((parts) => [...parts, ...parts, ...parts].flat()),
);

test('is the definition, for lengths that are powers of two', () =>
  fc.assert(
    fc.property(sequences, (sequence) => {
      expect(leastItems(Uint32Array.from(sequence))).toBe(byDefinition(sequence));
    }),
    runs(1000),
  ));

test.each([
  ['parsing', () => new LocalParse()],
  ['repetition', () => new Sequitur(true)],
  ['sequitur', () => new Sequitur(false)],
] as const)('no grammar by %s is smaller', (_, made) =>
  fc.assert(
    fc.property(sequences, (numbers) => {
      const sequence = Uint32Array.from(numbers);
      const maker = made();
      maker.pushAll(sequence, sequence.length);
      expect(itemCount(maker.slp(41))).toBeGreaterThanOrEqual(leastItems(sequence));
    }),
    runs(300),
  ),
);
