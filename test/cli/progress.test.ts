import { expect, test } from 'vitest';
import { Progress } from '../../src/cli/progress.ts';

/** A terminal that keeps what was written, and a clock that the test turns. */
function terminal(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 5000 };
  return { written, clock, now: () => clock.time, stream: { isTTY, columns: 80, write: (text: string) => written.push(text) } };
}

test('shows nothing in the first second, then one line that is cleared', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress(stream, false, 'x.std', 4_000_000, now);
  progress.update(1_000_000, 10_000);
  expect(written).toEqual([]);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  progress.update(2_100_000, 3_100_000);
  expect(written).toEqual(['\rx.std  50 % of 4.0 MB  3.0 M events  1.5 M events/s  about 2 s left\x1b[K']);
  progress.end();
  expect(written.at(-1)).toBe('\r\x1b[K');
});

test('a terminal of unknown width gets the whole line', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress({ ...stream, columns: 0 }, false, 'x.std', undefined, now);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  expect(written).toEqual(['\rx.std  2.0 MB  3.0 M events  1.5 M events/s\x1b[K']);
});

test.each([
  [80, '…xxxxxxxxxxxxxxxx  50 % of 4.0 MB  3.0 M events  1.5 M events/s  about 2 s left'],
  [60, '…xxxxxxxxxxxx  50 % of 4.0 MB  3.0 M events  about 2 s left'],
  [40, '…xxxxxx  50 % of 4.0 MB  about 2 s left'],
  [20, '…  50 % of 4.0 MB  '],
])('never wraps the line of %i columns: shortens a long name first', (columns, line) => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress({ ...stream, columns }, false, 'x'.repeat(100), 4_000_000, now);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  expect(written).toEqual([`\r${line}\x1b[K`]);
  expect(line.length).toBeLessThan(columns);
});

test.each([
  [1, 'about 17 min left'],
  [10, 'about 2 min left'],
  [11, 'about 81 s left'],
  [99, 'about 1 s left'],
  [0.1, ''],
  [100, ''],
])('at %d %% the rest is "%s"', (percent, left) => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress(stream, false, 'x', 1e6, now);
  clock.time += 10_000;
  progress.update(percent * 1e4);
  expect(written).toEqual([`\rx  ${Math.floor(percent)} % of 1.0 MB${left === '' ? '' : `  ${left}`}\x1b[K`]);
});

test('another reading of the same input starts anew', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress(stream, false, 'x', 4_000_000, now);
  clock.time += 60_000;
  progress.update(4_000_000, 6_000_000);
  progress.update(0, 0);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  expect(written.at(-1)).toBe('\rx  50 % of 4.0 MB  3.0 M events  1.5 M events/s  about 2 s left\x1b[K');
});

test.each([
  ['a pipe', false, false],
  ['a quiet run', true, true],
])('%s sees nothing', (_, isTTY, quiet) => {
  const { written, clock, now, stream } = terminal(isTTY);
  const progress = new Progress(stream, quiet, 'x.std', undefined, now);
  clock.time += 2000;
  progress.update(1, 1);
  progress.end();
  expect(written).toEqual([]);
});

test('a name moves nothing but its own letters', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress({ ...stream, columns: 0 }, false, 'a\x1b[2J\u202e.std', undefined, now);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  expect(written[0]).toMatch(/^\ra\\u001b\[2J\\u202e\.std {2}/);
});

test('work without bytes is told in per cent, and a second part of it from the start', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress(stream, false, 'predict', 'share', now);
  clock.time += 2000;
  progress.update(0.5);
  clock.time += 2000;
  progress.update(0.1);
  clock.time += 1000;
  progress.update(0.2);
  expect(written).toEqual(['\rpredict  50 %  about 2 s left\x1b[K', '\rpredict  20 %  about 4 s left\x1b[K']);
});
