// Programs do what they would do without us, and what could not be recorded is told.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { recordedProcesses } from '../../src/record/recording.ts';
import { finished, judgeWith } from '../record/judge.ts';
import { racesIn } from '../record/verdict.ts';
import { jdks, needsJava } from './jdks.ts';

const programs = join(import.meta.dirname, 'behaviour');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const homes = jdks().length === 0 ? ['no JDK'] : jdks();

async function compiled(home: string, path: string, context: TestContext): Promise<string> {
  needsJava(context);
  const out = mkdtempSync(join(folder, 'out-'));
  const { status, output } = await finished([join(home, 'bin/javac'), '-g', '-d', out, path], programs);
  if (status !== 0) throw new Error(output);
  return out;
}

describe.each(homes)('on %s', (home) => {
  const java = join(home, 'bin/java');

  test('a program sees the same of itself', async (context) => {
    const out = await compiled(home, 'Seen.java', context);
    const words = [java, '-cp', out, 'Seen'];
    const plain = await finished(words, programs);
    expect(plain.status).toBe(0);
    expect((await judgeWith(javaRecorder, words, programs)).stdout).toBe(plain.stdout);
  });

  test('a process that is killed loses nothing that was recorded', async (context) => {
    const out = await compiled(home, 'Killed.java', context);
    const judged = await judgeWith(javaRecorder, [java, '-cp', out, 'Killed'], programs);
    expect(judged.status).toBe(null);
    expect(racesIn(judged)).toHaveLength(1);
  });

  test('what came before a thread that nobody has started is said to be missing', async (context) => {
    const out = await compiled(home, 'Signalled.java', context);
    const told = async (filter: string): Promise<string[]> => {
      const raw = mkdtempSync(join(folder, 'raw-'));
      const options = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };
      const env = { ...process.env, ...javaRecorder.environment(raw, options, {}), FORETRACE_FILTER: filter };
      expect((await finished([java, '-cp', out, 'Signalled'], programs, env)).stdout).toBe('true\n');
      return recordedProcesses(raw).flatMap(({ unrecorded }) => unrecorded);
    };
    expect(await told('on')).toEqual([expect.stringMatching(/^what the first thread did before "SIGUSR2 handler" came/)]);
    expect(await told('off')).toEqual([]);
  });

  test('a class that has no room for hooks runs plain and is named', async (context) => {
    const lines = Array.from({ length: 3000 }, (_, i) => `        n[${i}] = n[${i + 1}];`).join('\n');
    const path = join(folder, 'Large.java');
    writeFileSync(
      path,
      `class Large {\n    static int[] n = new int[4000];\n    public static void main(String[] a) {\n${lines}\n        System.out.println("ran");\n    }\n}\n`,
    );
    const out = await compiled(home, path, context);
    const raw = mkdtempSync(join(folder, 'raw-'));
    const options = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };
    const env = { ...process.env, ...javaRecorder.environment(raw, options, process.env) };
    expect((await finished([java, '-cp', out, 'Large'], programs, env)).stdout).toBe('ran\n');
    // The one that shows it: nobody else of the class path is so large.
    expect(recordedProcesses(raw).flatMap(({ unrecorded }) => unrecorded)).toEqual([
      expect.stringMatching(/^Large \(.*MethodTooLarge/),
    ]);
  });
});
