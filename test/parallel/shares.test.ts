import { expect, test } from 'vitest';
import type { Detector } from '../../src/detectors/detector.ts';
import { detectorById, detectors, recommended } from '../../src/detectors/index.ts';
import { shares } from '../../src/parallel/shares.ts';

const races = recommended.filter(({ finds }) => finds === 'race');
const ids = (jobs: number): string[][] => shares(races, jobs).map((share) => share.map(({ id }) => id));

test('the one that keeps the trace has a thread for itself, and the main thread reads', () => {
  expect(ids(1)).toEqual([['predict', 'shb', 'hb-atomics']]);
  expect(ids(2)).toEqual([['shb', 'hb-atomics'], ['predict']]);
  expect(ids(3)).toEqual([[], ['predict'], ['shb', 'hb-atomics']]);
  expect(ids(100)).toEqual([[], ['predict'], ['shb'], ['hb-atomics']]);
});

test('every detector is in one share', () => {
  for (const jobs of [1, 2, 5, 50]) expect(new Set(shares(detectors, jobs).flat())).toEqual(new Set(detectors));
  for (const jobs of [1, 2, 5, 50]) expect(shares(detectors, jobs).flat().length).toBe(detectors.length);
});

test('what costs no more than the reading stays in the main thread', () => {
  const [fasttrack, shb, eraser] = ['fasttrack', 'shb', 'eraser'].map((id) => detectorById(id)!) as [
    Detector,
    Detector,
    Detector,
  ];
  expect(shares([shb], 4)).toEqual([[shb]]);
  expect(shares([fasttrack, shb], 4)).toEqual([[fasttrack, shb]]);
  expect(shares([fasttrack, shb, eraser], 4)).toEqual([[], [fasttrack], [shb], [eraser]]);
});

test('a detector that is not in the list stays in the main thread', () => {
  const own = { ...detectorById('fasttrack')! };
  expect(shares([own], 4)).toEqual([[own]]);
});
