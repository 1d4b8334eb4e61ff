// Merging stays quick and small however many races there are. Limits are generous: machines of others are busy.

import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { hbPairs } from '../../src/detectors/hb-pairs/index.ts';
import { shb } from '../../src/detectors/shb/index.ts';
import { memoryInput } from '../../src/formats/input.ts';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

test('a million races at nine hundred pairs of places', async () => {
  const trace = lines(2000, (i) => (i < 1000 ? `T0|w(x)|a.c:${i % 30}` : `T1|w(x)|b.c:${i % 30}`));
  const { findings, detectors } = await analyze(memoryInput('run.std', trace), { detectors: [hbPairs] });
  expect(detectors[0]!.raceCount).toBe(1_000_000);
  expect(findings).toHaveLength(900);
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(1_000_000);
});

test('one variable with three hundred thousand racy accesses', async () => {
  const trace = lines(300_000, (i) => `T${i % 2}|w(x)|a.c:${i % 2}`);
  const { findings } = await analyze(memoryInput('run.std', trace), { detectors: [shb] });
  expect(findings).toHaveLength(1);
  expect(findings[0]!.count).toBe(299_999);
});

test('twenty thousand findings, without locations and with bare numbers', async () => {
  const trace = lines(40_000, (i) => (i % 4 < 2 ? `T${i % 2}|w(v${i >> 1})` : `T${i % 2}|w(v${i >> 1})|${i}`));
  const { findings } = await analyze(memoryInput('run.std', trace), { detectors: [shb] });
  expect(findings).toHaveLength(20_000);
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(20_000);
});
