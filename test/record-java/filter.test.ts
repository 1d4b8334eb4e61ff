// What the recorder of Java leaves out (docs/record-java.md): random programs with a known schedule have the races of that schedule, and those that are predicted of it,
// with the filter and without.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Logged, logged } from '../../bench/logged-accesses.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { assemble } from '../../src/raw/assemble/index.ts';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { recordedProcesses } from '../../src/record/recording.ts';
import { operation } from '../../src/trace/operation.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { concat } from '../formats/encode.ts';
import { filteredTraces } from '../record/filtered-traces.ts';
import { finished } from '../record/judge.ts';
import { racesInFile, racyIn, racyInFile } from '../record/racy.ts';
import { LETTERS } from '../record/step-letters.ts';
import { runs } from '../runs.ts';
import { jdks, needsJava } from './jdks.ts';

const sources = join(import.meta.dirname, 'filter');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Variables of each trace: those of even numbers are elements of an array, the others fields of objects. */
const EACH = 8;
const TRACES = 40;

const traces = filteredTraces('java');

const numberOf = (name: string): number => Number(/\d+$/.exec(name)![0]);

/** The n-th trace has the numbers from n * EACH on. Who uses an object first makes it, and others get it before they use it. */
function stepsOf(of: readonly Trace[]): string[] {
  const known = new Map<number, Set<number>>();
  return of.flatMap((trace, n) =>
    Array.from(events(trace)).flatMap(({ op, thread, target }) => {
      const letter = LETTERS[op]!;
      const at = n * EACH + numberOf(table(trace.symbols, operation(op).target).name(target));
      if ((letter !== 'r' && letter !== 'w') || at % 2 === 0) return [`${thread} ${letter} ${at}`];
      const threads = known.get(at);
      const step = `${thread} ${letter.toUpperCase()} ${at}`;
      if (threads?.has(thread)) return [step];
      known.set(at, (threads ?? new Set()).add(thread));
      return [`${thread} ${threads === undefined ? 'n' : 'g'} ${at}`, step];
    }),
  );
}

/** A class for each object, so that each has its name. */
function variables(): string {
  const all = Array.from({ length: TRACES * EACH }, (_, i) => i);
  const odd = all.filter((i) => i % 2 === 1);
  return `final class Variables {
  static final Play.Kind[] ALL = { ${all.map((i) => (i % 2 === 0 ? 'null' : `new K${i}()`)).join(', ')} };
}
${odd
  .map(
    (i) => `final class V${i} implements Play.Variable {
  double value = 1;
  static V${i} shared;
  public void read() { Play.use(value); }
  public void write() { value = 2; }
}
final class K${i} implements Play.Kind {
  public Play.Variable made() { return V${i}.shared = new V${i}(); }
  public Play.Variable shared() { return V${i}.shared; }
}`,
  )
  .join('\n')}
`;
}

const OPTIONS = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true, stacks: 'none' } as const;

let compiled: Promise<string> | undefined;

async function compile(home: string): Promise<string> {
  writeFileSync(join(folder, 'Variables.java'), variables());
  const words = [
    '-g',
    '-d',
    join(folder, 'classes'),
    join(folder, 'Variables.java'),
    join(sources, 'Play.java'),
    join(sources, 'Left.java'),
  ];
  const { status, output } = await finished([join(home, 'bin/javac'), ...words], folder);
  if (status !== 0) throw new Error(output);
  return join(folder, 'classes');
}

interface Played {
  readonly bytes: Uint8Array;
  /** The variables with a race by happens-before. */
  readonly racy: readonly string[];
  readonly predicted: readonly string[];
  readonly events: number;
}

async function played(home: string, steps: readonly string[], filter: 'on' | 'off'): Promise<Played> {
  compiled ??= compile(home);
  const own = mkdtempSync(join(folder, 'run-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  writeFileSync(join(own, 'steps'), `${steps.join('\n')}\n`);
  const env = { ...process.env, ...javaRecorder.environment(own, OPTIONS, {}), FORETRACE_FILTER: filter };
  const words = [join(home, 'bin/java'), '-cp', await compiled, 'Play', join(own, 'steps')];
  const { status, output } = await finished(words, own, env);
  if (status !== 0) throw new Error(output);
  const [recorded] = recordedProcesses(own);
  const parts: Uint8Array[] = [];
  const settings = { sharedOnly: true, liftLocks: true, memoryModel: 'java' } as const;
  await assemble(recorded!.folder, await javaRecorder.naming(recorded!.folder), settings, {
    write: (bytes) => parts.push(bytes),
  });
  const bytes = concat(parts);
  const predicted = await racesInFile(bytes, syncPreserving);
  return { bytes, racy: await racyInFile(bytes), predicted: predicted.names, events: predicted.events };
}

/** The numbers of the elements of the array. */
function elements(names: readonly string[]): number[] {
  const numbers = names.map((name) => /^double\[(\d+)\]/.exec(name)?.[1]).filter((number) => number !== undefined);
  return [...new Set(numbers.map(Number))].sort((a, b) => a - b);
}

const objects = (names: readonly string[]): string[] => names.filter((name) => /^V\d+\./.test(name));

function racyElements(of: readonly Trace[]): number[] {
  const all = of.flatMap((trace, n) => racyIn(trace).map((name) => n * EACH + numberOf(name)));
  return all.filter((number) => number % 2 === 0).sort((a, b) => a - b);
}

test('the races are those of the schedule, and of its reorderings', { timeout: 600_000 }, async (context) => {
  needsJava(context);
  const home = jdks()[0]!;
  await fc.assert(
    fc.asyncProperty(fc.array(traces, { minLength: TRACES, maxLength: TRACES, size: 'max' }), async (of) => {
      const [on, off] = [await played(home, stepsOf(of), 'on'), await played(home, stepsOf(of), 'off')];
      for (const { racy } of [on, off]) expect(elements(racy)).toEqual(racyElements(of));
      // Whoever got an object by a race: that race is told, and what its maker did to it before is not.
      const published = [...on.racy, ...on.predicted];
      const isPublishedInOrder = (name: string) =>
        !name.endsWith('.value') || !published.includes(name.replace('.value', '.shared'));
      expect(objects(on.racy).filter(isPublishedInOrder)).toEqual(objects(off.racy).filter(isPublishedInOrder));
      for (const name of objects(on.racy)) expect(off.racy).toContain(name);
      // Of a trace that has a race already, something else may be predicted: what a repeated read saw is not known then.
      const racy = new Set(
        [...elements(off.racy), ...objects(off.racy).map((name) => numberOf(name.split('.')[0]!))].map((at) =>
          Math.floor(at / EACH),
        ),
      );
      const isFree = (name: string) => isPublishedInOrder(name) && !racy.has(Math.floor(Number(/\d+/.exec(name)![0]) / EACH));
      expect(on.predicted.filter(isFree)).toEqual(off.predicted.filter(isFree));
      expect(on.events).toBeLessThan(off.events);
    }),
    // A smaller one takes as long.
    { ...runs(10, 1), endOnFailure: true },
  );
});

/** Accesses and bytes of the log of Left.java. */
async function left(home: string, what: string, filter: 'on' | 'off'): Promise<Logged> {
  compiled ??= compile(home);
  const own = mkdtempSync(join(folder, 'left-'));
  const env = { ...process.env, ...javaRecorder.environment(own, OPTIONS, {}), FORETRACE_FILTER: filter };
  const { status, output } = await finished([join(home, 'bin/java'), '-cp', await compiled, 'Left', what], own, env);
  if (status !== 0) throw new Error(output);
  return logged(own);
}

// Beside the thousand: the fields of the lambda's class and of threads are of the JDK or final, so there are none.
test.for([
  ['alone', 0],
  ['repeated', 1],
  ['object', 0],
  ['array', 0],
  ['walk', 1000],
] as const)('of a thousand accesses (%s) %i are recorded', async ([what, kept], context) => {
  needsJava(context);
  const home = jdks()[0]!;
  const [on, off] = [await left(home, what, 'on'), await left(home, what, 'off')];
  expect(off.accesses).toBeGreaterThanOrEqual(1000);
  expect(on.accesses).toBe(kept);
  expect(on.bytes).toBeLessThan(off.bytes / 8);
});
