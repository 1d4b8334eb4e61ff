// The labelled suite: every program in programs/ is compiled, run, recorded and analysed with the default detectors on each JDK of the machine, and must get the
// verdict of its name (test/record/verdict.ts).

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { finished, judgeWith } from '../record/judge.ts';
import { fault, racesIn, VERDICT, type Verdict, verdictIn } from '../record/verdict.ts';
import { sample } from '../runs.ts';
import { jdks, needsJava, versionOf } from './jdks.ts';

const programs = join(import.meta.dirname, 'programs');
/** Those in 21/ need Java 21. */
const newer = readdirSync(join(programs, '21')).map((name) => `21/${name}`);
const names = [...readdirSync(programs), ...newer].filter((name) => VERDICT.test(name));
const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A schedule may hide a race: one thread has done the work of two. A program without one is silent in every schedule. */
const MOST_RUNS: Readonly<Record<Verdict, number>> = { ok: 1, race: 4, predicted: 4, deadlock: 1, 'may-deadlock': 4 };

const compiled = new Map<string, Promise<string>>();

/** All programs at once. */
function classes(home: string): Promise<string> {
  const compile = async (): Promise<string> => {
    const out = join(folder, String(compiled.size));
    const args = ['-g', '-Xlint:all,-options', '-d', out, ...runOn(names, home), 'lib/Both.java', 'lib/Steps.java'];
    const { status, output } = await finished([join(home, 'bin/javac'), ...args], programs);
    if (status !== 0) throw new Error(output);
    return out;
  };
  if (!compiled.has(home)) compiled.set(home, compile());
  return compiled.get(home)!;
}

function runOn(all: readonly string[], home: string): string[] {
  return all.filter((name) => !newer.includes(name) || versionOf(home) >= 21);
}

/** `field-read.race.java` has the class FieldReadRace. */
function mainClass(name: string): string {
  const words = basename(name, '.java').split(/[-.]/);
  return words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join('');
}

async function expectVerdict(name: string, home: string, context: TestContext): Promise<void> {
  needsJava(context);
  const words = [join(home, 'bin/java'), '-cp', await classes(home), mainClass(name)];
  const verdict = verdictIn(name);
  let judged = await judgeWith(javaRecorder, words, programs);
  let runs = 1;
  for (; runs < MOST_RUNS[verdict] && fault(verdict, judged) !== undefined; runs++)
    judged = await judgeWith(javaRecorder, words, programs);
  context.task.meta.runs = runs;
  expect(fault(verdict, judged), `in the last of ${runs} runs`).toBeUndefined();
  // Every finding is told by a line of the program.
  for (const told of [...racesIn(judged), ...judged.deadlocks]) expect(told).toContain(basename(name));
}

// Where there is none, the tests say what is missing.
const homes = jdks().length === 0 ? ['no JDK'] : jdks();
// Unlike the other suites this one has its second try in .ci/run, whose log names it: the JDK hands things over at so many places that one which is rarely passed may
// still be missing (docs/record-java.md).
describe.each(homes)('the suite on %s', (home) => {
  for (const name of sample(runOn(names, home), 10)) test.concurrent(name, (context) => expectVerdict(name, home, context));
});
