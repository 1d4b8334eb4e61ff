// `--memory`, as a user calls it.

import { writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualMemory } from '../../src/cli/memory.ts';
import { folder, foretrace } from './run.ts';

/** Ordered by a lock throughout, and longer than a megabyte has room for. */
const LOCKED = Array.from({ length: 6000 }, (_, i) => {
  const thread = `T${i % 2}`;
  return `${thread}|acq(m)|a.c:1\n${thread}|w(x)|a.c:2\n${thread}|rel(m)|a.c:3\n`;
}).join('');

/** The two accesses of y share no lock, and only a predictor can tell that they never meet: T0 would read what T1 wrote. */
const DOUBTFUL =
  'T0|acq(m)|c.c:1\nT0|r(z)|c.c:2\nT0|w(y)|c.c:3\nT0|rel(m)|c.c:4\nT1|acq(m)|c.c:5\nT1|w(z)|c.c:6\nT1|rel(m)|c.c:7\nT1|w(y)|c.c:8\n';

const RACE = 'T0|w(y)|b.c:1\nT1|w(y)|b.c:2\n';

function home(trace: string): string {
  const cwd = folder();
  writeFileSync(join(cwd, 'run.std'), trace);
  return cwd;
}

test('a result for which the memory was too small is partial: status 3 if nothing was found', () => {
  const { status, stderr } = foretrace(['analyze', 'run.std', '--memory', '1M'], { cwd: home(DOUBTFUL + LOCKED) });
  expect(status).toBe(3);
  expect(stderr).toMatch(/^foretrace: partial: predict looked at 18008 events in \d+ windows: .*--memory/);
});

test('little memory is enough where nothing can race', () => {
  expect(foretrace(['analyze', 'run.std', '--memory', '1M'], { cwd: home(LOCKED) }).status).toBe(0);
});

test('and 1 if something was, which is said as well', () => {
  const { status, stdout, stderr } = foretrace(['analyze', 'run.std', '--memory', '1M'], { cwd: home(RACE + LOCKED) });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^race {2}y {2}happened in this run/)]);
  expect(stderr).toContain('partial: predict looked at 18002 events in ');
});

test('a race that is far from the beginning has a schedule of the whole trace, which can be checked', () => {
  const cwd = home(
    `T0|acq(m)|a.c:1\nT0|w(x)|a.c:2\nT0|rel(m)|a.c:3\n${LOCKED}T0|w(y)|b.c:1\nT0|acq(m)|b.c:2\nT0|rel(m)|b.c:3\nT1|acq(m)|b.c:4\nT1|rel(m)|b.c:5\nT1|w(y)|b.c:6\n`,
  );
  const few = ['--reach', '100', '--detector', 'predict'];
  const { status, stderr } = foretrace(['analyze', 'run.std', ...few], { cwd });
  expect([status, stderr]).toEqual([1, expect.stringContaining('more than 100 events apart')]);
  const explained = foretrace(['explain', 'run.std', 'R1', '--schedule', 'race.std', ...few], { cwd });
  expect([explained.status, explained.stderr]).toEqual([0, expect.stringMatching(/^180\d\d steps written/)]);
  expect(foretrace(['verify', 'run.std', '--schedule', 'race.std'], { cwd }).stdout).toContain('proof of a race: after 180');
});

test.each(['100M', '0.1G', '104857600', '102400KiB', '100mb'])('%s is enough', (memory) => {
  const { status, stderr } = foretrace(['analyze', 'run.std', '--memory', memory], { cwd: home(LOCKED) });
  expect([status, stderr]).toEqual([0, '']);
});

test.each(['much', '', '-1', '1X', '0', '1000K', '1e9G', '99999999999T'])('%o is no size', (memory) => {
  const { status, stderr } = foretrace(['analyze', 'run.std', '--memory', memory], { cwd: home(LOCKED) });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^foretrace: error USAGE: --memory cannot be /)]);
});

test('unless somebody says it, it is a quarter of what there is', () => {
  expect(usualMemory()).toBeGreaterThan(0);
  expect(usualMemory()).toBeLessThanOrEqual(totalmem() / 4);
});
