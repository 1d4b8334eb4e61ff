// Programs do what they would do without us, and what could not be recorded is told.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { finished, judgeWith } from '../record/judge.ts';
import { racesIn } from '../record/verdict.ts';
import { compiled, homes, programs, recordedRun } from './compiled.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(homes)('on %s', (home) => {
  const java = join(home, 'bin/java');

  test('a program sees the same of itself', async (context) => {
    const out = await compiled(home, folder, 'Seen.java', context);
    const words = [java, '-cp', out, 'Seen'];
    const plain = await finished(words, programs);
    expect(plain.status).toBe(0);
    expect((await judgeWith(javaRecorder, words, programs)).stdout).toBe(plain.stdout);
  });

  test('a process that is killed loses nothing that was recorded', async (context) => {
    const out = await compiled(home, folder, 'Killed.java', context);
    const judged = await judgeWith(javaRecorder, [java, '-cp', out, 'Killed'], programs);
    expect(judged.status).toBe(null);
    expect(racesIn(judged)).toHaveLength(1);
  });

  test('what came before a thread that nobody has started is said to be missing', async (context) => {
    const out = await compiled(home, folder, 'Signalled.java', context);
    const told = async (filter: string): Promise<string[]> => {
      const { stdout, processes } = await recordedRun([java, '-cp', out, 'Signalled'], folder, { FORETRACE_FILTER: filter });
      expect(stdout).toBe('true\n');
      return processes.flatMap(({ unrecorded }) => unrecorded);
    };
    expect(await told('on')).toEqual([expect.stringMatching(/^what the first thread did before "SIGUSR2 handler" came/)]);
    expect(await told('off')).toEqual([]);
  });

  test('another agent may want a class anew that was loaded before', async (context) => {
    const out = await compiled(home, folder, 'Again.java', context);
    const jar = join(out, 'again.jar');
    writeFileSync(join(out, 'manifest'), 'Premain-Class: Again\nCan-Retransform-Classes: true\n');
    const packed = await finished([join(home, 'bin/jar'), 'cfm', jar, join(out, 'manifest'), '-C', out, 'Again.class'], folder);
    expect(packed.status, packed.output).toBe(0);
    const raw = mkdtempSync(join(folder, 'raw-'));
    const options = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };
    const env = javaRecorder.environment(raw, options, { JAVA_TOOL_OPTIONS: `-javaagent:${jar}` });
    const { stdout, output } = await finished([java, '-cp', jar, 'Again'], folder, { ...process.env, ...env });
    expect(stdout, output).toBe('4\n');
  });

  test('a class that has no room for hooks runs plain and is named', async (context) => {
    const lines = Array.from({ length: 3000 }, (_, i) => `        n[${i}] = n[${i + 1}];`).join('\n');
    const path = join(folder, 'Large.java');
    writeFileSync(
      path,
      `class Large {\n    static int[] n = new int[4000];\n    public static void main(String[] a) {\n${lines}\n        System.out.println("ran");\n    }\n}\n`,
    );
    const out = await compiled(home, folder, path, context);
    const { stdout, processes } = await recordedRun([java, '-cp', out, 'Large'], folder);
    expect(stdout).toBe('ran\n');
    // The one that shows it: nobody else of the class path is so large.
    expect(processes.flatMap(({ unrecorded }) => unrecorded)).toEqual([expect.stringMatching(/^Large \(.*MethodTooLarge/)]);
  });
});
