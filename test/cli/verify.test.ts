// Schedules from strangers: each is a proof or one clear line that says why not.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, foretrace } from './run.ts';

const TRACE = 'T1|acq(m)|1\nT1|w(x)|2\nT1|rel(m)|3\nT2|acq(m)|4\nT2|rel(m)|5\nT2|w(x)|6\n';
const sections = ['T2|acq(m)|4', 'T2|rel(m)|5', 'T1|acq(m)|1', 'T1|w(x)|2', 'T2|w(x)|6'];

test.each([
  ['a proof', sections.join('\n'), 0, /^proof of a race: after 3 steps/],
  [
    'an event twice',
    [...sections, 'T2|w(x)|6'].join('\n'),
    1,
    /^no proof: step 5 of 6: thread "T2" has no more events in the trace$/,
  ],
  [
    'an event that comes later',
    sections.slice(1).join('\n'),
    1,
    /^no proof: step 0 of 4: thread "T2" does "rel\(m\)"; in the trace/,
  ],
  ['an unknown thread', 'T9|w(x)|1\nT1|w(x)|1', 1, /^no proof: step 0 of 2: the trace has no thread "T9"$/],
  ['a fork of itself', 'T1|fork(T1)|1\nT2|w(x)|1', 1, /^no proof: step 0 of 2: thread "T1" does "fork\(T1\)"; in the trace/],
  ['one step', sections[0]!, 1, /^no proof: step 1 of 1: a schedule ends with the two racing accesses$/],
  ['no access', sections.slice(0, 3).join('\n'), 1, /^no proof: step 2 of 3: the last two events are not both accesses$/],
  [
    'half a million threads',
    Array.from({ length: 500_000 }, (_, i) => `X${i}|w(x)|1`).join('\n'),
    1,
    /^no proof: step 0 of 500000: /,
  ],
  [
    'half a million steps',
    'T1|acq(m)|1\n'.repeat(500_000),
    1,
    /^no proof: step 1 of 500000: thread "T1" does "acq\(m\)"; in the trace/,
  ],
  ['a name without an end', `T1|w(${'y'.repeat(1_000_000)})|1`, 1, /^no proof: step 0 of 1: .{1,300}$/],
  ['nothing', '', 2, /error TRACE_EMPTY: schedule\.std: /],
  ['positions', '[0, 0, -1, 1e99]', 2, /error FORMAT_UNKNOWN: schedule\.std: /],
  ['noise', '\0\x01\x02'.repeat(1000), 2, /error FORMAT_UNKNOWN: schedule\.std: /],
])('%s', (_name, schedule, status, words) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'trace.std'), TRACE);
  writeFileSync(join(cwd, 'schedule.std'), schedule);
  const answer = foretrace(['verify', 'trace.std', '--schedule', 'schedule.std'], { cwd });
  // A wrong file has a hint in a second line.
  const [line, ...more] = `${answer.stdout}${answer.stderr}`.trimEnd().split('\n');
  expect(line).toMatch(words);
  expect(more).toHaveLength(status === 2 ? 1 : 0);
  expect(answer.status).toBe(status);
});

test('a schedule that cuts a block, as explain writes it, and one in which nobody comes between', () => {
  const cwd = folder();
  const [own, other] = [
    ['T1|begin(b)|1', 'T1|acq(m)|2', 'T1|r(x)|3', 'T1|rel(m)|4', 'T1|acq(m)|5', 'T1|w(x)|6', 'T1|rel(m)|7', 'T1|end(b)|8'],
    ['T2|acq(m)|9', 'T2|w(x)|10', 'T2|rel(m)|11'],
  ];
  writeFileSync(join(cwd, 'trace.std'), [...own!, ...other!].join('\n'));
  const detector = ['--detector', 'atomicity-predicted'];
  expect(foretrace(['explain', ...detector, 'trace.std', 'R1', '--schedule', 'cut.std'], { cwd }).status).toBe(0);
  const proof = foretrace(['verify', 'trace.std', '--schedule', 'cut.std'], { cwd });
  expect(proof.stdout).toMatch(/^proof of a broken block: in 9 steps .*"T2" \(event 9\) comes between .*event 2.*event 5/);
  expect(proof.status).toBe(0);
  writeFileSync(join(cwd, 'whole.std'), own!.slice(0, 6).join('\n'));
  expect(foretrace(['verify', 'trace.std', '--schedule', 'whole.std'], { cwd }).stdout).toMatch(/^no proof: /);
});

test.each([
  ['a cycle of locks', 'T1|acq(a)|1\nT2|acq(b)|2\nT1|req(b)|3\nT2|req(a)|4\n'],
  ['a cycle through a join', 'T0|fork(T1)|1\nT0|acq(m)|2\nT1|req(m)|3\nT0|reqjoin(T1)|4\n'],
  ['a lock of its own', 'T1|acq(a)|1\nT1|req(a)|2\n'],
  ['what nobody is left to give', 'T1|req(s)|1\nT1|stuck(s)|1\n'],
])('a run that hung needs no schedule, and none is written: %s', (_name, trace) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'trace.std'), trace);
  const told = foretrace(['explain', 'trace.std', 'R1'], { cwd });
  expect(told).toMatchObject({ status: 0, stderr: '' });
  expect(told.stdout).toContain('None is needed: it happened in this very run.');
  const written = foretrace(['explain', 'trace.std', 'R1', '--schedule', 'schedule.std'], { cwd });
  expect(written.status).toBe(2);
  expect(written.stderr).toContain('R1 happened in this very run');
});
