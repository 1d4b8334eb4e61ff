// A screen that looks while logs grow says what it says of the whole logs, however they grew; and where plain accesses come after their
// time, it never passes what can race.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Raw } from '../../../src/raw/format.ts';
import { IncrementalScreen, type Screened } from '../../../src/raw/screen/incremental.ts';
import { runs } from '../../runs.ts';
import { arbitrarySteps, Program } from '../assemble/program.ts';
import { RawLogWriter } from '../raw-log.ts';
import { arbitraryDiscipline, disciplined } from './disciplined.ts';
import { canRace, screenedLogs } from './screened-logs.ts';
import { arbitrarySweeps, GrowingLogs, type Sweep } from './sweeps.ts';

async function screenedSweeps(
  logs: readonly RawLogWriter[],
  sweeps: readonly Sweep[],
  { isLate = false, capacity = 4 } = {},
): Promise<Screened | undefined> {
  const source = new GrowingLogs(logs, isLate);
  const screen = new IncrementalScreen(source, capacity);
  const known = new Set<number>();
  const greet = () => {
    for (const number of source.there) if (!known.has(number)) screen.log(number);
    for (const number of source.there) known.add(number);
  };
  for (const sweep of sweeps) {
    const frontier = source.sweep(sweep);
    greet();
    await screen.run(frontier);
  }
  source.finish();
  greet();
  return screen.end();
}

/** What is the same whatever the order in which memory was met. */
const passed = (screened: Screened | undefined) => screened && { events: screened.events, locks: screened.locks };

describe('the verdict does not depend on when one looks', () => {
  test('at programs that keep to a discipline', async () => {
    let clean = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDiscipline, arbitrarySweeps, fc.integer({ min: 1, max: 4 }), async (deeds, sweeps, capacity) => {
        const logs = disciplined(deeds);
        const whole = await screenedLogs(logs);
        expect(passed(await screenedSweeps(logs, sweeps, { capacity }))).toEqual(passed(whole));
        if (whole !== undefined) clean++;
      }),
      runs(240),
    );
    expect(clean).toBeGreaterThan(runs(240).numRuns / 24);
  });

  test('at programs that do anything', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, arbitrarySweeps, async (steps, sweeps) => {
        const { logs } = new Program(steps);
        expect(passed(await screenedSweeps(logs, sweeps))).toEqual(passed(await screenedLogs(logs)));
      }),
      runs(240),
    );
  });
});

describe('what passes cannot race, though accesses come late', () => {
  test('in programs that keep to a discipline', async () => {
    let clean = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDiscipline, arbitrarySweeps, async (deeds, sweeps) => {
        const logs = disciplined(deeds);
        if ((await screenedSweeps(logs, sweeps, { isLate: true })) === undefined) return;
        clean++;
        expect(await canRace(logs)).not.toBe(true);
      }),
      runs(240),
    );
    expect(clean).toBeGreaterThan(runs(240).numRuns / 24);
  });

  test('in programs that do anything', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, arbitrarySweeps, async (steps, sweeps) => {
        const program = new Program(steps);
        if ((await screenedSweeps(program.logs, sweeps, { isLate: true })) === undefined) return;
        expect(program.races()).toEqual([]);
      }),
      runs(480),
    );
  });
});

describe('while logs grow', () => {
  const NOTHING = { passed: 0, more: [0, 0, 0, 0], ends: [false, false, false, false] };
  const X = 0x1000;

  /** The first thread forks another and writes before, the other writes and ends, the first waits for it and writes again. */
  function handedBack(): RawLogWriter[] {
    const [first, second] = [new RawLogWriter(0), new RawLogWriter(1)];
    first.stamp(1).record(Raw.begin).write(X).stamp(2).record(Raw.fork, { address: 1 });
    second
      .stamp(3)
      .record(Raw.begin)
      .write(X)
      .write(X + 8)
      .stamp(4)
      .record(Raw.end);
    first.stamp(5).record(Raw.join, { address: 1 }).write(X).stamp(6).record(Raw.end);
    return [first, second];
  }

  /** A screen of logs of which so many records are there besides what must be, and all else later. */
  function screenOf(logs: readonly RawLogWriter[], passed: number, more: readonly number[] = NOTHING.more) {
    const source = new GrowingLogs(logs, true);
    const frontier = source.sweep({ ...NOTHING, passed, more });
    const screen = new IncrementalScreen(source);
    for (const number of source.there) screen.log(number);
    return { source, screen, frontier };
  }

  test.each([
    [0, 0],
    [1, 2],
    [2, 3],
    [3, 6],
    [4, 7],
    [5, 9],
    [6, 10],
  ])('nothing is handled that is later than %i', async (frontier, records) => {
    const { source, screen } = screenOf(handedBack(), 0);
    source.finish();
    for (const number of source.there) screen.log(number);
    await screen.run(frontier);
    expect(screen.records).toBe(records);
  });

  test('an access of later is left for later, a late one is handled', async () => {
    const { source, screen, frontier } = screenOf(handedBack(), 3, [0, 0]);
    await screen.run(frontier);
    // Of the second thread there is its beginning alone.
    expect(screen.records).toBe(4);
    source.finish();
    expect(await screen.end()).toMatchObject({ events: 10 });
  });

  test('who waits for a thread waits for its last record', async () => {
    const logs = handedBack();
    const source = new GrowingLogs(logs, true);
    const screen = new IncrementalScreen(source);
    source.sweep({ ...NOTHING, passed: 3 });
    for (const number of source.there) screen.log(number);
    const [first] = logs;
    // All of the first thread is there, and the second has not told that it ended.
    source.sweep({ ...NOTHING, more: [first!.bytes().length, 0, 0, 0] });
    expect(await screen.run(6)).toBe(true);
    expect(screen.records).toBe(4);
    source.finish();
    expect(await screen.run(6)).toBe(true);
    expect(await screen.end()).toMatchObject({ events: 10 });
  });

  test('a thread that goes on after somebody waited for its end is doubtful', async () => {
    const [first, second] = handedBack();
    second!.stamp(7).write(X + 16);
    const { source, screen, frontier } = screenOf([first!, second!], 6);
    expect(await screen.run(frontier)).toBe(true);
    expect(screen.records).toBe(10);
    source.finish();
    expect(await screen.end()).toBeUndefined();
  });

  test('an access of memory that was freed since is doubtful', async () => {
    const [first, second] = [new RawLogWriter(0), new RawLogWriter(1)];
    first.stamp(1).record(Raw.fork, { address: 1 }).allocate(X, 8);
    second.stamp(2).record(Raw.begin).write(X);
    first.write(X).stamp(3).free(X).stamp(4).record(Raw.send, { address: 8 });
    const { source, screen, frontier } = screenOf([first, second], 4);
    expect(await screen.run(frontier)).toBe(true);
    source.finish();
    expect(await screen.end()).toBeUndefined();
  });

  test('and so is one whose log comes only then', async () => {
    const [first, second] = handedBack();
    const { screen, frontier, source } = screenOf([first!], 6);
    expect(await screen.run(frontier)).toBe(true);
    const all = new GrowingLogs([first!, second!], true);
    all.finish();
    Object.assign(source, { available: (n: number) => all.available(n), read: all.read.bind(all), isOver: () => true });
    screen.log(1);
    expect(await screen.end()).toBeUndefined();
  });

  test('one that comes so late that nobody can tell is looked at again when all is there', async () => {
    const [first, second] = [new RawLogWriter(0), new RawLogWriter(1)];
    first.stamp(1).record(Raw.fork, { address: 1 });
    second
      .stamp(2)
      .record(Raw.begin)
      .write(X + 64);
    // More blocks of the page than the screen keeps in mind.
    for (let time = 3; time < 20_003; time += 2)
      first
        .stamp(time)
        .allocate(X, 8)
        .stamp(time + 1)
        .free(X);
    const { source, screen, frontier } = screenOf([first, second], 20_003);
    expect(await screen.run(frontier)).toBe(true);
    expect(screen.records).toBe(20_002);
    source.finish();
    expect(await screen.end()).toMatchObject({ events: 20_003 });
  });

  test('there may be more threads than there is room for', async () => {
    const logs = [new RawLogWriter(0)];
    logs[0]!.stamp(1).record(Raw.begin).write(X);
    for (let number = 1; number <= 20; number++) {
      logs[0]!.stamp(2 * number).record(Raw.fork, { address: number });
      logs.push(
        new RawLogWriter(number)
          .stamp(2 * number + 1)
          .record(Raw.begin)
          .read(X),
      );
    }
    const late = logs.map((log) => log);
    late.at(-1)!.write(X);
    expect(await screenedSweeps(logs.slice(0, -1), [{ ...NOTHING, passed: 9 }])).toBeDefined();
    expect(await screenedSweeps(late, [{ ...NOTHING, passed: 9 }])).toBeUndefined();
  });
});
