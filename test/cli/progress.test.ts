import { expect, test } from 'vitest';
import { announced, Progress } from '../../src/cli/progress.ts';

/** A terminal that keeps what was written, and a clock that the test turns. */
function terminal(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 5000 };
  return { written, clock, now: () => clock.time, stream: { isTTY, columns: 60, write: (text: string) => written.push(text) } };
}

test('shows nothing in the first second, then one line that is cleared', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress(stream, false, 'x.std', 4_000_000, now);
  progress.update(1_000_000, 10_000);
  expect(written).toEqual([]);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  progress.update(2_100_000, 3_100_000);
  expect(written).toEqual(['\rx.std  50 % of 4.0 MB  3.0 M events  1.5 M events/s\x1b[K']);
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

test('never wraps the line, and shortens a long name first', () => {
  const { written, clock, now, stream } = terminal(true);
  const progress = new Progress(stream, false, 'x'.repeat(100), undefined, now);
  clock.time += 2000;
  progress.update(2_000_000, 3_000_000);
  expect(written).toEqual([`\r…${'x'.repeat(31)}  2.0 MB  3.0 M events  1.5\x1b[K`]);
});

test('what cannot tell how far it is says what it does, to a terminal', () => {
  const { written, stream } = terminal(true);
  announced({ quiet: false }, 'making a trace', stream)();
  expect(written).toEqual(['\rmaking a trace\x1b[K', '\r\x1b[K']);
  announced({ quiet: true }, 'making a trace', stream)();
  announced({ quiet: false }, 'making a trace', { ...stream, isTTY: false })();
  expect(written.length).toBe(2);
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
  announced({ quiet: false }, 'of b\x1b[2J', stream)();
  expect(written[0]).toMatch(/^\ra\\u001b\[2J\\u202e\.std {2}/);
  expect(written[1]).toBe('\rof b\\u001b[2J\x1b[K');
});
