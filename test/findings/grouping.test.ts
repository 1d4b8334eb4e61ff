import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combined } from '../../src/findings/combine.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { entryOf, grouped, groupings } from '../../src/findings/grouping.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import { Witness } from '../../src/trace/witness.ts';
import { runs } from '../runs.ts';
import { finding } from './finding.ts';

const ids = (findings: readonly Finding[], how: (typeof groupings)[number]) =>
  grouped(findings, how).map(({ id, members }) => [id, ...members.map(({ fingerprint }) => fingerprint)]);

/** Letters name fingerprints, variables and places. */
const race = (fingerprint: string, variable: string, a: string, b: string, ops: 'ww' | 'wr' | 'rw' = 'wr') => {
  const words = { w: 'write', r: 'read' } as const;
  const [first, second] = [...ops] as ['w' | 'r', 'w' | 'r'];
  return finding({ fingerprint, variable, at: [a, b], ops: [words[first], words[second]] });
};

describe('entries', () => {
  test('by pair hold the variables that meet at two places, in whatever order', () => {
    const all = [race('a', 'x', 'P', 'Q'), race('b', 'y', 'Q', 'P'), race('c', 'x', 'P', 'R')];
    expect(ids(all, 'pair')).toEqual([
      ['R1', 'a', 'b'],
      ['R2', 'c'],
    ]);
    expect(ids(all, 'none')).toEqual([
      ['R1', 'a'],
      ['R2', 'b'],
      ['R3', 'c'],
    ]);
  });

  test('keep what each of their findings is known by', () => {
    const sided = (name: string) => {
      const one = race(name, name, 'P', 'Q');
      return { ...one, places: one.places.map((pair) => ({ ...pair, sides: [[`${name}1`, `${name}2`]] })) };
    };
    const [group] = grouped([sided('a'), sided('b'), sided('a')], 'pair');
    expect(entryOf(group!).places).toMatchObject([
      {
        fingerprints: ['a', 'b'],
        sides: [
          ['a1', 'a2'],
          ['b1', 'b2'],
        ],
      },
    ]);
  });

  test('by cause hold one field wherever it is used, and one writer whatever it writes', () => {
    expect(ids([race('a', 'x', 'P', 'Q'), race('b', 'x', 'R', 'S')], 'cause')).toEqual([['R1', 'a', 'b']]);
    expect(ids([race('a', 'x', 'P', 'Q'), race('b', 'y', 'P', 'S')], 'cause')).toEqual([['R1', 'a', 'b']]);
    // Q only reads: what it reads may be wrong for two reasons.
    expect(ids([race('a', 'x', 'P', 'Q'), race('b', 'y', 'S', 'Q')], 'cause')).toEqual([
      ['R1', 'a'],
      ['R2', 'b'],
    ]);
  });

  test('tell their strongest finding, all variables and places, and the sum of what was seen', () => {
    const strong = { ...race('a', 'x', 'P', 'Q'), count: 3 };
    const weak = finding({
      fingerprint: 'b',
      variable: 'y',
      at: ['Q', 'P'],
      claim: 'predicted',
      count: 4,
      detectors: ['predict'],
    });
    const [group] = grouped([strong, weak], 'pair');
    expect(entryOf(group!)).toMatchObject({
      id: 'R1',
      fingerprint: 'a',
      variable: 'x',
      claim: 'observed',
      detectors: ['fasttrack', 'predict'],
      count: 7,
      variables: ['x', 'y'],
      places: [{ first: 'P', second: 'Q', claim: 'observed', fingerprints: ['a', 'b'] }],
    });
  });

  test('are told by a finding that has a proof, if one of the strongest has', () => {
    const witness = Witness.of(Uint32Array.of(0, 1));
    const [bare, proved] = [undefined, witness].map((proof, i) =>
      finding({ fingerprint: 'ab'[i]!, variable: 'xy'[i]!, at: ['P', 'Q'], claim: 'predicted', witness: proof ?? null }),
    );
    const [group] = grouped([bare!, proved!], 'pair');
    expect(entryOf(group!)).toMatchObject({ fingerprint: 'b', variable: 'y', variables: ['y', 'x'] });
    const [mixed] = grouped([finding({ fingerprint: 'c', at: ['P', 'Q'] }), proved!], 'pair');
    expect(entryOf(mixed!)).toMatchObject({ fingerprint: 'c', claim: 'observed', witness: null });
  });

  const arbitrary = fc.array(
    fc.tuple(
      fc.constantFrom('x', 'y', 'z'),
      fc.constantFrom(...'PQRST'),
      fc.constantFrom(...'PQRST'),
      fc.constantFrom('ww', 'wr', 'rw'),
    ),
    { maxLength: 12 },
  );

  test('are a partition, coarser from none to pair to cause, and have at most one entry for a pair of places', () => {
    fc.assert(
      fc.property(arbitrary, (rows) => {
        const all = rows.map(([variable, a, b, ops], i) => race(String(i), variable, a, b, ops as 'ww'));
        const [cause, pair, none] = groupings.map((how) => grouped(all, how));
        for (const groups of [cause!, pair!, none!])
          expect(
            groups.flatMap(({ members }) => members.map(({ fingerprint }) => Number(fingerprint))).sort((a, b) => a - b),
          ).toEqual(all.map((_, i) => i));
        expect(none).toHaveLength(all.length);
        expect(pair).toHaveLength(new Set(all.map(({ known }) => known.places.join())).size);
        const entryOfPair = new Map<string, string>();
        for (const { id, members } of cause!)
          for (const { known } of members) {
            const key = known.places.join();
            expect(entryOfPair.get(key) ?? id).toBe(id);
            entryOfPair.set(key, id);
          }
      }),
      runs(300),
    );
  });

  test('by cause are the transitive closure of what two findings share', () => {
    fc.assert(
      fc.property(arbitrary, (rows) => {
        const all = rows.map(([variable, a, b, ops], i) => race(String(i), variable, a, b, ops as 'ww'));
        // The definition, slowly: related findings have the same number.
        const writers = ({ first, second, known }: Finding) =>
          [first!, second].flatMap(({ op }, i) => (op === 'write' ? [known.of[i]!] : []));
        const related = (f: Finding, g: Finding) =>
          f.known.places.join() === g.known.places.join() ||
          f.known.field === g.known.field ||
          writers(f).some((place) => writers(g).includes(place));
        const numbers = all.map((_, i) => i);
        for (let changed = true; changed; ) {
          changed = false;
          for (const [i, f] of all.entries())
            for (const [j, g] of all.entries())
              if (related(f, g) && numbers[i]! < numbers[j]!) {
                numbers[j] = numbers[i]!;
                changed = true;
              }
        }
        const sets = new Map<number, string[]>();
        for (const [i, n] of numbers.entries()) sets.set(n, [...(sets.get(n) ?? []), String(i)]);
        expect(grouped(all, 'cause').map(({ members }) => members.map(({ fingerprint }) => fingerprint))).toEqual([
          ...sets.values(),
        ]);
      }),
      runs(300),
    );
  });
});

describe('results of several traces', () => {
  const result = (file: string, ...findings: Finding[]): AnalysisResult => ({
    traces: [{ file, events: 1, threads: 2, locks: 0, variables: 1, repaired: 0, complete: true, memoryModel: 'java' }],
    detectors: [
      {
        id: 'shb',
        claim: 'observed',
        trace: 0,
        raceCount: 0,
        races: () => [],
        finds: 'race' as const,
        deadlocks: [],
        violations: [],
        variables: [],
        counters: {},
      },
    ],
    findings,
  });

  test('share the findings that they share, told where they are strongest', () => {
    const weak = finding({ fingerprint: 'a', claim: 'predicted', count: 2 });
    const strong = finding({ fingerprint: 'a', claim: 'observed', count: 3 });
    const other = finding({ fingerprint: 'b', claim: 'observed' });
    const both = combined([result('one', weak), result('two', strong, other)], ['process 1', 'process 2']);
    expect(both.traces.map(({ file }) => file)).toEqual(['one', 'two']);
    expect(both.detectors.map(({ trace }) => trace)).toEqual([0, 1]);
    expect(both.findings).toMatchObject([
      { fingerprint: 'a', claim: 'observed', trace: 1, count: 5, processes: ['process 2', 'process 1'] },
      { fingerprint: 'b', trace: 1, processes: ['process 2'] },
    ]);
  });

  test('of one trace stay as they are', () => {
    const alone = result('one', finding());
    expect(combined([alone], ['process 1'])).toBe(alone);
  });
});
