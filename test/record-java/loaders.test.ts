// Class loaders of all kinds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { judgeWith } from '../record/judge.ts';
import { racesIn } from '../record/verdict.ts';
import { compiled, homes, programs, recordedRun } from './compiled.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(homes)('on %s', (home) => {
  test.for(['alone', 'with a parent'])('classes of a loader that hides what is not of java.lang: %s', async (way, context) => {
    const out = await compiled(home, folder, 'Isolated.java', context);
    const judged = await judgeWith(javaRecorder, [join(home, 'bin/java'), '-cp', out, 'Isolated', way], programs);
    expect(judged.output).not.toContain('NoClassDefFoundError');
    expect(judged.stdout).toBe('true\n');
    expect(racesIn(judged)).toHaveLength(1);
  });

  test('a class that is loaded while another is rewritten runs plain and is named', async (context) => {
    const out = await compiled(home, folder, 'Helped.java', context);
    const { stdout, processes } = await recordedRun([join(home, 'bin/java'), '-cp', out, 'Helped'], folder);
    expect(stdout).toBe('done\n');
    expect(processes.flatMap(({ unrecorded }) => unrecorded)).toEqual([
      expect.stringMatching(/^Helped\$Helper \(it was loaded where/),
    ]);
  });
});
