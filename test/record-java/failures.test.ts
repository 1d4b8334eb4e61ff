// What goes wrong within the recorder stays within it: the program runs on as it would, and the verdict is partial.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
    const { stdout, processes } = await recordedRun([java, '-cp', out, 'Deep'], folder);
    expect(stdout).toBe('up again\n');
    expect(processes.flatMap(({ unrecorded }) => unrecorded)).toEqual([
      expect.stringMatching(/^the stack of a thread was used up.*-Xss/),
    ]);
  });
});
