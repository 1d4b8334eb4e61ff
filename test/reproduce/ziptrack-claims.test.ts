// The verdicts on ZipTrack's table, with made-up numbers on both sides of the line.

import { describe, expect, test } from 'vitest';
import type { Claim } from '../../bench/reproduce/claims.ts';
import { ziptrackClaimList } from '../../bench/reproduce/sections/ziptrack-claims.ts';
import type { Row } from '../../bench/reproduce/sections/ziptrack-row.ts';

interface Made {
  readonly name?: string;
  readonly events?: number;
  readonly ratio?: number;
  /** How many times as fast the grammar is as any reader, until the first race. */
  readonly hb?: number;
  readonly lockset?: number;
  /** Seconds of readers for the whole trace; one until the first race. */
  readonly whole?: Readonly<Record<string, number>>;
}

function row({ name = 'a', events = 1000, ratio = 1, hb = 1, lockset = 1, whole = { fasttrack: 1 } }: Made): Row {
  const facts = { events, accesses: events, threads: 2, locks: 1, variables: 9, repaired: 0, isOwn: true };
  return {
    program: { source: { name: `java/${name}`, files: [], size: 1, hash: name }, facts, files: [] },
    grammar: {
      items: events / ratio,
      plainItems: events / ratio,
      ...{
        outline: undefined,
        parsing: { seconds: 1, items: 1, bytes: 1 },
        bytes: { repetition: 1, native: 1, names: 1 },
        least: undefined,
        reading: 1,
        compression: 1,
        hb: 1,
        lockset: 1,
      },
      first: { djit: 1, fasttrack: 1, 'goldilocks-lazy': 1, eraser: 1, 'grammar-hb': 1 / hb, 'grammar-lockset': 1 / lockset },
    },
    eager: undefined,
    whole: new Map(Object.entries(whole)),
  };
}

/** Three rows of each kind. */
const three = (...made: readonly Made[]) => made.flatMap((each) => [row(each), row(each), row(each)]);

function claim(rows: readonly Row[], says: RegExp): Claim {
  return ziptrackClaimList(rows).find((each) => each !== undefined && says.test(each.document))!;
}

test.each([
  [1.4, 1.8, true],
  [1.6, 1.8, false],
  [1.4, 1.6, false],
  [1.8, 1.4, false],
])('short traces compress %d times, long ones %d: %s', (small, large, holds) => {
  const rows = three({ ratio: small }, { ratio: large, events: 200_000 });
  expect(claim(rows, /hardly compress/).holds).toBe(holds);
});

test('grammars without repetitions are those of all traces, and the largest gain is named', () => {
  const rows = three({}, { events: 5_000_000 });
  const odd = row({ name: 'ringbuf', events: 1_599_424, ratio: 500 });
  const gained = { ...odd, grammar: { ...odd.grammar, plainItems: odd.grammar.items * 1.66 } };
  expect(claim([...rows, gained], /hardly compress/).here).toContain('1.66 times at most (ringbuf)');
});

test.each([
  [40_000, true],
  [1_500, false],
])('bufwriter compresses %d times: %s', (ratio, holds) =>
  expect(claim([...three({}), row({ name: 'ibm_bufwriter', ratio })], /^bufwriter/).holds).toBe(holds),
);

describe('the grammar is 2.9 times as fast as FastTrack', () => {
  test.each([
    [2.9, true],
    [2, true],
    [1.5, false],
    [0.59, false],
  ])('%d times: %s', (hb, holds) => expect(claim(three({ hb }), /^On average the grammar/).holds).toBe(holds));

  test('is the headline, with our number', () => {
    expect(claim(three({ hb: 2 }), /^On average the grammar/).headline).toMatchObject({
      id: 'ziptrack',
      answer: expect.stringContaining('2.0 times as fast in the geometric mean of 3 traces, faster on 3'),
    });
  });
});

test.each([
  [[1, 2, 3, 4, 5, 6, 7, 8], true],
  [[8, 7, 6, 5, 4, 3, 2, 1], false],
  [[4, 1, 7, 3, 5, 2, 8, 6], false],
])('speed-ups %j follow from compression: %s', (speedups, holds) => {
  const rows = speedups.map((hb, i) => row({ hb, ratio: i + 1 }));
  expect(claim(rows, /comes from the compression/).holds).toBe(holds);
});

test.each([
  [0.5, 1, true],
  [0.9, 1, false],
  [1.1, 2, false],
])('where races come early %d times, elsewhere %d: %s', (early, late, holds) => {
  const rows = three({ hb: early, whole: { fasttrack: 100 } }, { hb: late });
  expect(claim(rows, /comes early/).holds).toBe(holds);
});

test.each([
  [70, true],
  [20, false],
])('the best of the large traces is %d times as fast: %s', (hb, holds) => {
  const rows = [...three({ events: 200_000 }), row({ events: 200_000, hb })];
  expect(claim(rows, /up to 100 times/).holds).toBe(holds);
});

describe('Goldilocks falls far behind', () => {
  const large = (goldilocks: number | undefined, name = 'a') =>
    row({
      name,
      events: 200_000,
      whole: { fasttrack: 1, 'goldilocks-lazy': 1, ...(goldilocks === undefined ? {} : { goldilocks }) },
    });

  test.each([
    [[3, 3, 20], true],
    [[3, 3, 15], false],
    [[1, 1, 40], false],
  ])('%j times: %s', (times, holds) => {
    expect(claim(times.map((time) => large(time)), /falls far behind/).holds).toBe(holds); // biome-ignore format: one line
  });

  test('what took too long is named', () => {
    const rows = [large(3), large(20), large(undefined, 'slow')];
    expect(claim(rows, /falls far behind/).leftOut).toEqual([{ what: ['slow'], why: expect.stringContaining('limit') }]);
  });
});

test.each([
  [1000, true],
  [1.1, false],
])('locksets on the grammar %d times as fast: %s', (lockset, holds) =>
  expect(claim(three({ lockset }), /^Locksets on the grammar/).holds).toBe(holds),
);
