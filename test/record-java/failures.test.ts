// What goes wrong within the recorder stays within it: the program runs on as it would, and the verdict is partial.

import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { judgeWith } from '../record/judge.ts';
import { racesIn } from '../record/verdict.ts';
import { compiled, homes, programs, recordedRun } from './compiled.ts';
import { versionOf } from './jdks.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** From then on no JVM has a SecurityManager. */
const WITHOUT_MANAGER = 24;

/** Ours, of what was printed. */
const said = (output: string): string[] =>
  output.split('\n').filter((line) => line !== '' && !line.startsWith('both') && !line.startsWith('Picked'));

describe.each(homes)('on %s', (home) => {
  const java = join(home, 'bin/java');

  const itHasManager = versionOf(home) < WITHOUT_MANAGER;
  if (itHasManager)
    test('the rights of the program are not those of the recorder', async (context) => {
      const out = await compiled(home, folder, 'Managed.java', context);
      const judged = await judgeWith(javaRecorder, [java, '-Djava.security.manager', '-cp', out, 'Managed'], programs);
      expect(judged.output).not.toContain('AccessControlException');
      expect(judged.stdout).toBe('both are done\n');
      expect(racesIn(judged)).toHaveLength(1);
    });

  test('a stack that is used up within a hook', async (context) => {
    const out = await compiled(home, folder, 'Deep.java', context);
    const { stdout, output, processes } = await recordedRun([java, '-cp', out, 'Deep'], folder);
    // A monitor that was had when there was no stack to say so.
    expect(output).not.toContain('IllegalMonitorStateException');
    expect(output).not.toContain('ASSERTION FAILED');
    expect(stdout).toBe('up again\n');
    expect(processes.flatMap(({ unrecorded }) => unrecorded)).toEqual([
      expect.stringMatching(/^the stack of a thread was used up.*-Xss/),
    ]);
  });

  test('a folder that cannot be made', async (context) => {
    const out = await compiled(home, folder, 'Managed.java', context);
    const gone = join(folder, 'no', 'such');
    const { status, stdout, output, processes } = await recordedRun([java, '-cp', out, 'Managed'], folder, {
      FORETRACE_RECORD: gone,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'both are done\n' });
    expect(said(output)).toEqual([
      expect.stringMatching(/^foretrace: the recording cannot be written; the program runs unrecorded: .*such/),
    ]);
    expect(processes).toEqual([]);
  });

  test('a limit that is no number', async (context) => {
    const out = await compiled(home, folder, 'Managed.java', context);
    const run = await recordedRun([java, '-cp', out, 'Managed'], folder, { FORETRACE_MAX_EVENTS: 'abc' });
    expect(run.stdout).toBe('both are done\n');
    expect(said(run.output)).toEqual(['foretrace: FORETRACE_MAX_EVENTS is no number (abc): recording has no limit']);
    expect(run.processes.map(({ unrecorded, refused }) => ({ unrecorded, refused }))).toEqual([
      { unrecorded: [], refused: undefined },
    ]);
  });

  test('a heap that is full takes nothing from the log', async (context) => {
    const out = await compiled(home, folder, 'Memory.java', context);
    const judged = await judgeWith(javaRecorder, [java, '-XX:+UseSerialGC', '-Xmx24m', '-cp', out, 'Memory'], programs);
    expect({ stdout: judged.stdout, said: said(judged.output) }).toEqual({ stdout: 'done\n', said: ['done'] });
    expect(racesIn(judged).length).toBeGreaterThan(0);
  });

  test.for([
    ['files that may be open', 'ulimit -n 100', constants.errno.EMFILE],
    ['the size of a file', 'ulimit -f 4', constants.errno.EFBIG],
  ] as const)('the reason why the system takes no more: %s', async ([, limit, errno], context) => {
    const out = await compiled(home, folder, 'Files.java', context);
    const { stdout, processes } = await recordedRun(['sh', '-c', `${limit}; exec "$0" -cp "$1" Files`, java, out], folder);
    expect(stdout).toBe('done\n');
    expect(processes.map(({ refused }) => refused)).toEqual([errno]);
  });
});
