// The verdicts on Raptor, with made-up numbers on both sides of the line.

import { describe, expect, test } from 'vitest';
import type { Claim } from '../../bench/reproduce/claims.ts';
import { raptorClaimList } from '../../bench/reproduce/sections/raptor-claims.ts';
import type { RaptorMeasured } from '../../bench/reproduce/sections/raptor-row.ts';
import type { Causal } from '../../bench/reproduce/tasks/causal.ts';
import type { BySets } from '../../bench/reproduce/tasks/raptor.ts';
import type { Windowed } from '../../bench/reproduce/tasks/window.ts';

const none = { races: 0, places: 0 };
const quiet: Causal = { seconds: 1, all: none, observed: none, only: none, places: [], byLatestReads: none };
const place = { place: 'a and b', races: 10, shortest: 400, longest: 6000 };
const racy: Causal = {
  ...quiet,
  all: { races: 10, places: 1 },
  only: { races: 10, places: 1 },
  places: [place],
  byLatestReads: { races: 10, places: 1 },
};
const bySets: BySets = { seconds: 2, races: 0, same: true, owners: 1, unfinished: undefined };
const window: Windowed = {
  seconds: 1,
  windows: 1,
  races: 10,
  places: [place.place],
  near: 100,
  nearFound: 100,
  half: 50,
  halfFound: 50,
  lost: 0,
};

interface MadeUp extends Partial<Omit<RaptorMeasured, 'program'>> {
  readonly name?: string;
  readonly events?: number;
}

function row({ name = 'native/one', events = 200_000, ...measured }: MadeUp = {}): RaptorMeasured {
  const program = { source: { name }, facts: { events, threads: 2 } } as RaptorMeasured['program'];
  const windows = new Map([500, 5000, 50_000].map((size) => [size, window] as const));
  return { program, causal: quiet, windows, sets: bySets, fasttrack: 1, ...measured };
}

/** The claim whose sentence has these words. */
function claim(words: string, ...rows: MadeUp[]): Claim | undefined {
  return raptorClaimList(rows.map(row)).find((one) => one?.document.includes(words));
}

describe('the sets track CP exactly', () => {
  const words = 'track CP exactly';

  test('does not hold as printed; mended, if every race is the same', () => {
    expect(claim(words, {})).toMatchObject({
      holds: 'mended',
      here: expect.stringMatching(/Not as printed.*on 1 of the 1 trace that were measured, in 2.0 times its time/),
    });
    const differ = claim(words, { sets: { ...bySets, same: false } });
    expect(differ).toMatchObject({ holds: false, here: expect.stringContaining('on 0 of the 1 trace') });
    expect(claim(words, { sets: { ...bySets, unfinished: 'memory' } })?.here).toContain('on 0 of the 1 trace');
  });

  test('nothing measured shows nothing', () => expect(claim(words, { sets: undefined })).toBeUndefined());
});

describe('slow', () => {
  const words = 'is slow';

  test.each([
    [130, true],
    [120, false],
  ])('%d times FastTrack, about 190 there', (seconds, holds) =>
    expect(claim(words, { sets: { ...bySets, seconds } })?.holds).toBe(holds),
  );

  test('a trace that was given up counts as slow', () => {
    expect(claim(words, {}, { sets: undefined })).toMatchObject({ holds: true, here: expect.stringContaining('1 of 2 traces') });
  });

  test('short traces show nothing', () => expect(claim(words, { events: 9_999 })).toBeUndefined());
});

describe('complete', () => {
  const words = 'Raptor is complete';
  test.each([
    [10, true],
    [9, false],
  ])('%i of 10 races by the latest reads', (races, holds) =>
    expect(claim(words, { causal: { ...racy, byLatestReads: { races, places: 1 } } })?.holds).toBe(holds),
  );
  test('without races shows nothing', () => expect(claim(words, {})).toBeUndefined());
});

describe('windows', () => {
  const windows = (own: Partial<Windowed>, small: Partial<Windowed> = own) =>
    new Map([
      [500, { ...window, ...small }],
      [5000, { ...window, ...own }],
      [50_000, { ...window, ...own }],
    ]);

  test('miss races', () => {
    const missing = claim('A window misses', { causal: racy, windows: windows({}, { places: [], races: 0 }) });
    expect(missing?.holds).toBe(true);
    expect(claim('A window misses', { causal: racy })?.holds).toBe(false);
    // All of them miss it: the smaller one does not miss more.
    expect(claim('A window misses', { causal: racy, windows: windows({ places: [], races: 0 }) })?.holds).toBe(false);
  });

  test('find nothing that the whole does not', () => {
    expect(claim('finds all that the windows find', {})?.holds).toBe(true);
    expect(claim('finds all that the windows find', { windows: windows({ lost: 1 }) })?.holds).toBe(false);
  });

  test.each([
    [91, true],
    [90, false],
  ])('find %i of 100 near races', (nearFound, holds) =>
    expect(claim('shorter than the window', { windows: windows({ nearFound }) })?.holds).toBe(holds),
  );

  test('cost more if they are larger', () => {
    expect(claim('costs far more', { windows: windows({ seconds: 3.1 }, { seconds: 1 }) })?.holds).toBe(true);
    expect(claim('costs far more', { windows: windows({ seconds: 3 }, { seconds: 1 }) })?.holds).toBe(false);
  });
});

test.each([
  [1, true],
  [3, true],
  [4, false],
])('more races than happens-before, in half of the programs there, here in one of %i', (programs, holds) => {
  const quietOnes = Array.from({ length: programs - 1 }, () => ({}));
  expect(claim('happens-before does not', ...quietOnes, { causal: racy })?.holds).toBe(holds);
});

test('far apart: beyond a window of 5 000', () => {
  expect(claim('far apart', { causal: racy })?.holds).toBe(true);
  const near = { ...racy, places: [{ ...place, longest: 5000 }] };
  expect(claim('far apart', { causal: near })?.holds).toBe(false);
});

test('the headline counts programs and static races', () => {
  expect(claim('happens-before does not', {}, { causal: racy })?.headline?.answer).toBe(
    'It does in 1 of 2 programs: 1 static race beside 0 by happens-before.',
  );
});

test.each([
  [2, true],
  [1, false],
])('tsp has %i static races: %s', (places, holds) =>
  expect(claim('tsp has', { name: 'java/tsp_map10', causal: { ...racy, only: { races: 82, places } } })?.holds).toBe(holds),
);
