import { expect, test } from 'vitest';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';

/** Two threads; the first has so many records, of memory of its own, that it alone is several slices. */
function longLog(records: number): RawLogWriter[] {
  const first = new RawLogWriter(0).stamp(1);
  for (let i = 0; i < records; i++) first.write(0x200);
  return [first.write(0x100), new RawLogWriter(1).stamp(2).write(0x100)];
}

test('a long log pauses within each of its three readings, and tells how far it is', async () => {
  const shares: number[] = [];
  const pause = async (done: number) => void shares.push(done);
  const { assembled: counts, trace } = await assembled(longLog(600_000), { pause });
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  const within = (from: number, to: number) => shares.filter((share) => share > from && share < to).length;
  expect([within(0, 0.05), within(0.05, 0.45), within(0.45, 1)].map((count) => count > 1)).toEqual([true, true, true]);
  // To pause changes nothing.
  const { trace: same } = await assembled(longLog(600_000));
  expect(counts.dropped.local).toBe(600_000);
  expect(lines(trace)).toEqual(lines(same));
});

test('much memory pauses also where its cells are taken out', async () => {
  const first = new RawLogWriter(0).stamp(1);
  for (let page = 1; page <= 4096; page++) first.write(page * 4096);
  const shares: number[] = [];
  const pause = async (done: number) => void shares.push(done);
  const { assembled: counts } = await assembled([first, new RawLogWriter(1).stamp(2).read(4096)], { pause });
  expect(counts.events).toBe(2);
  expect(shares.filter((share) => share === 0.45).length).toBeGreaterThan(4);
});
