// tools/check-witness.py, the checker in another language: it accepts every witness of the traces in the repository, and it agrees with
// ScheduleChecker on mutilated ones. Whoever believes neither of the two may read the other.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import type { AnalysisResult } from '../../src/findings/result.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { std } from '../../src/formats/std.ts';
import { json } from '../../src/report/json.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { operations } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { scheduleTrace } from '../../src/witness/schedule.ts';
import { askedArbitrary } from '../arbitrary/nested.ts';
import { basicFeatures, features, traceArbitrary } from '../arbitrary/trace.ts';
import { encode } from '../formats/encode.ts';
import { needs } from '../needs.ts';
import { parse } from '../referee/litmus.ts';
import { all, runs, sample, seed } from '../runs.ts';

const root = join(import.meta.dirname, '../..');
const tool = join(root, 'tools/check-witness.py');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function python(args: readonly string[], input = ''): Answer {
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd: folder, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** Text traces in a folder, those that are not broken by intent and not too large for a test. */
function tracesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.std(\.gz)?$/.test(name) && !name.startsWith('broken'))
    .map((name) => join(path, name))
    .filter((name) => statSync(name).size < (all ? 100_000 : 10_000))
    .sort();
}

// Beside the repository there may be more recorded traces.
const paths = [...tracesIn(join(root, 'traces')), ...(all ? tracesIn(join(root, '../shared/traces')) : [])];

interface Batch {
  readonly trace: string;
  readonly schedules: readonly (readonly number[])[];
  /** Of deadlocks: the acquires of each schedule. */
  readonly cycles?: readonly (readonly number[])[];
}

/** Many schedules of many traces in one process. */
const DRIVER = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("check_witness", sys.argv[1])
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)
def accepts(trace, schedule, cycle):
    try:
        tool.check(trace, schedule, cycle)
        return True
    except tool.Refused:
        return False
    except Exception as error:
        return repr(error)
answers = []
for batch in json.load(sys.stdin):
    trace = tool.Trace(tool.events_of(batch["trace"], "trace"))
    cycles = batch.get("cycles") or [None for _ in batch["schedules"]]
    answers.append([accepts(trace, schedule, cycle) for schedule, cycle in zip(batch["schedules"], cycles)])
json.dump(answers, sys.stdout)
`;

function verdicts(path: string, batches: readonly Batch[]): unknown[][] {
  const { status, stdout, stderr } = python(['-B', '-c', DRIVER, path], JSON.stringify(batches));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as unknown[][];
}

/** The trace as it is, and the report of what has witnesses. */
async function analysed(path: string): Promise<{ text: Uint8Array; result: AnalysisResult }> {
  const bytes = readFileSync(path);
  const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return { text, result: await analyze(memoryInput(path, text), { detectors: [predict, syncPreserving] }) };
}

test('it reads every operation', () => {
  const text = readFileSync(tool, 'utf8');
  for (const { short } of operations) expect(text).toContain(`"${short}"`);
});

test('every witness of the traces in the repository is accepted', async (context) => {
  needs('python3', context);
  const batches: Batch[] = [];
  for (const path of paths) {
    const { text, result } = await analysed(path);
    const races = result.detectors.flatMap((detector) => [...detector.races()]);
    const schedules = [...result.findings, ...races].flatMap(({ witness }) => (witness === null ? [] : [[...witness]]));
    batches.push({ trace: Buffer.from(text).toString(), schedules: all ? schedules : schedules.slice(0, 50) });
  }
  const refused = verdicts(tool, batches).map((found) => found.filter((ok) => ok !== true).length);
  expect(paths.filter((_, i) => refused[i] !== 0)).toEqual([]);
  expect(batches.flatMap(({ schedules }) => schedules).length).toBeGreaterThan(all ? 1000 : 100);
});

type Change = Readonly<Record<'kind' | 'a' | 'b', number>>;

/** Swaps two steps, drops one, cuts the end off, repeats one, or moves one: most of that breaks program order. */
function mutilated(witness: readonly number[], { kind, a, b }: Change, threads: Uint32Array): number[] {
  if (kind > 4) return interleaved(witness, a + 301 * b, threads);
  const copy = [...witness];
  const i = a % copy.length;
  const j = b % copy.length;
  if (kind === 0) [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  else if (kind === 1) copy.splice(i, 1);
  else if (kind === 2) copy.length = i;
  else if (kind === 3) copy.splice(i, 0, copy[j]!);
  else copy.splice(i, 0, ...copy.splice(j, 1));
  return copy;
}

/** The same events in another order that keeps that of each thread, up to the last two: only what is between threads can be wrong. */
function interleaved(witness: readonly number[], start: number, threads: Uint32Array): number[] {
  const queues = new Map<number, number[]>();
  for (const e of witness.slice(0, -2)) queues.set(threads[e]!, [...(queues.get(threads[e]!) ?? []), e]);
  const order: number[] = [];
  for (let state = start; queues.size > 0; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const [thread, queue] = [...queues][(state >>> 16) % queues.size]!;
    order.push(queue.shift()!);
    if (queue.length === 0) queues.delete(thread);
  }
  return [...order, ...witness.slice(-2)];
}

const change = fc.record({ kind: fc.nat(9), a: fc.nat(300), b: fc.nat(300) });

/** What random traces seldom have in their witnesses. */
const handmade = [
  'A|acq(m); A|wait(m); B|acq(m); B|notify(m); B|rel(m); A|acq(m); A|rel(m); A|w(x); B|w(x)',
  'A|acq(m); A|acq(m); A|wait(m); B|acq(m); B|notify(m); B|notify(m); B|rel(m); A|acq(m); A|rel(m); A|rel(m); A|w(x); B|w(x)',
  'A|acq(m); A|wait(m); B|acq(m); B|rel(m); A|acq(m); A|rel(m); A|w(x); B|w(x)',
  'A|benter(b); B|benter(b); A|bexit(b); B|bexit(b); A|benter(b); B|benter(b); B|bexit(b); A|bexit(b); A|w(x); B|w(x)',
  'A|benter(b); C|benter(c); B|benter(b); B|bexit(b); B|w(x); A|bexit(b); C|bexit(c); A|w(x); C|w(x)',
].map((text) => parse(text.replaceAll('; ', '\n')));

/** Fewer may have nothing that tells the mutants below apart. */
const ENOUGH = 500;

/** The same cases for all tests: random traces with all operations, their witnesses whole and mutilated, and what ScheduleChecker says. */
function cases(): { batches: Batch[]; expected: boolean[][] } {
  const batches: Batch[] = [];
  const expected: boolean[][] = [];
  // One feature at a time beside the basic ones, too: then more of a witness is about it.
  const shapes = fc.constantFrom([...features], ...features.map((feature) => [...new Set([...basicFeatures, feature])]));
  const mutilations = fc.tuple(
    shapes.chain((wanted) => traceArbitrary({ features: wanted })),
    fc.array(change, { minLength: 20, maxLength: 20 }),
  );
  for (const [trace, changes] of fc.sample(mutilations, { numRuns: Math.max(ENOUGH, runs(1500).numRuns), seed })) {
    const columns = columnsOf(trace);
    const schedules: number[][] = [];
    const analysis = predict.analysis((_first, _second, witness) => {
      if (witness === undefined || schedules.length > 100) return;
      schedules.push([...witness], ...changes.map((one) => mutilated([...witness], one, columns.threads)));
    });
    for (const block of trace.blocks) analysis.block(block);
    analysis.end();
    if (schedules.length === 0) continue;
    const checker = new ScheduleChecker(columns, trace.symbols);
    batches.push({ trace: Buffer.from(encode(std, trace)).toString(), schedules });
    expected.push(schedules.map((schedule) => checker.check(schedule).ok));
  }
  for (const trace of handmade) {
    const columns = columnsOf(trace);
    const positions = Array.from({ length: trace.length }, (_, e) => e);
    const schedules = Array.from({ length: 200 }, (_, start) => interleaved(positions, start, columns.threads));
    const checker = new ScheduleChecker(columns, trace.symbols);
    batches.push({ trace: Buffer.from(encode(std, trace)).toString(), schedules });
    expected.push(schedules.map((schedule) => checker.check(schedule).ok));
  }
  return { batches, expected };
}

/** The same of deadlocks. */
function deadlockCases(): { batches: Batch[]; expected: boolean[][] } {
  const batches: Batch[] = [];
  const expected: boolean[][] = [];
  const mutilations = fc.tuple(askedArbitrary(), fc.array(change, { minLength: 20, maxLength: 20 }));
  for (const [trace, changes] of fc.sample(mutilations, { numRuns: Math.max(ENOUGH, runs(1500).numRuns), seed })) {
    const columns = columnsOf(trace);
    const schedules: number[][] = [];
    const cycles: (readonly number[])[] = [];
    const analysis = deadlock.analysis(({ cycle, witness }) => {
      for (const one of [undefined, ...changes]) {
        schedules.push(one === undefined ? [...witness!] : mutilated([...witness!], one, columns.threads));
        cycles.push(one === undefined || one.a % 4 > 0 ? cycle : cycle.with(one.a % cycle.length, one.b % trace.length));
      }
    });
    for (const block of trace.blocks) analysis.block(block);
    analysis.end();
    const checker = new ScheduleChecker(columns, trace.symbols);
    batches.push({ trace: Buffer.from(encode(std, trace)).toString(), schedules, cycles });
    expected.push(schedules.map((schedule, i) => checker.checkDeadlock(schedule, cycles[i]!).ok));
  }
  return { batches, expected };
}

test('both checkers agree on mutilated schedules of deadlocks', (context) => {
  needs('python3', context);
  const { batches, expected } = deadlockCases();
  const found = verdicts(tool, batches);
  for (const [i, batch] of batches.entries()) expect({ ...batch, ok: found[i] }).toEqual({ ...batch, ok: expected[i] });
  expect(expected.flat()).toContain(true);
  expect(expected.flat()).toContain(false);
});

describe('both checkers agree', () => {
  const { batches, expected } = cases();

  test('on mutilated witnesses of random traces', (context) => {
    needs('python3', context);
    const found = verdicts(tool, batches);
    for (const [i, batch] of batches.entries())
      for (const [j, schedule] of batch.schedules.entries())
        expect({ ...batch, schedules: [schedule], ok: found[i]![j] }).toEqual({
          ...batch,
          schedules: [schedule],
          ok: expected[i]![j],
        });
    const flat = expected.flat();
    expect(flat.filter((ok) => ok).length).toBeGreaterThan(500);
    expect(flat.filter((ok) => !ok).length).toBeGreaterThan(500);
  });

  const bugs = [
    ['locks', 'need(owner == thread, "another thread holds the lock")', 'pass'],
    ['locks of readers', 'need(set(readers.get(target, ())) <= {thread}, "another thread holds the lock as a reader")', 'pass'],
    ['what is read', 'racing = cycle is None and step >= len(schedule) - 2', 'racing = True'],
    ['program order', 'need(trace.place[e] == progress[thread], "this is not the next event of its thread")', 'pass'],
    ['forks', 'need(thread not in trace.fork or trace.fork[thread] in done, "its thread is not forked yet")', 'pass'],
    ['joins', 'need(progress[target] == trace.count[target], "the joined thread has not ended")', 'pass'],
    ['waits', 'need(notify is None or done.get(notify, -1) > done[wait], "nobody has ended the wait")', 'pass'],
    [
      'barriers',
      'need(arrived[trace.round[e]] == trace.arrivals[trace.round[e]], "somebody has not arrived at the barrier")',
      'pass',
    ],
    ['fresh memory', 'allocations[target] += 1', 'pass'],
  ] as const;
  test.for(sample(bugs, 4))('and would not if one ignored %s', ([name, line, instead], context) => {
    needs('python3', context);
    const source = readFileSync(tool, 'utf8');
    expect(source.split(line)).toHaveLength(2);
    const bugged = file(`ignores ${name}.py`, source.replace(line, instead));
    expect(verdicts(join(folder, bugged), batches)).not.toEqual(expected);
  });
});

describe('as a program', () => {
  const trace = parse('A|acq(m)|1\nA|w(x)|2\nA|rel(m)|3\nB|acq(m)|4\nB|rel(m)|5\nB|w(x)|6');
  const witness = [3, 4, 0, 1, 5];
  const text = (one: Trace): Uint8Array => encode(std, one);
  const report = (first: number, second: number, positions: unknown): string =>
    JSON.stringify({
      findings: [{ id: 'R1\x1b', first: { index: first }, second: { index: second }, witness: positions }],
      detectors: [],
    });

  const inversion = parse('A|acq(m)\nA|acq(n)\nA|rel(n)\nA|rel(m)\nB|acq(n)\nB|acq(m)\nB|rel(m)\nB|rel(n)');
  const cycleReport = (cycle: readonly number[]): string =>
    JSON.stringify({ findings: [{ id: 'R1', cycle: cycle.map((index) => ({ index })), witness: [0, 4] }], detectors: [] });

  test.for([
    [
      'the schedule of a deadlock',
      ['--schedule', file('dead.std', text(scheduleTrace(inversion, [0, 4], [1, 5])))],
      0,
      /^1 of 1 /,
    ],
    [
      'one that waits too early',
      ['--schedule', file('early.std', text(scheduleTrace(inversion, [4], [0, 5])))],
      1,
      /a lock twice/,
    ],
    ['the report of a deadlock', [file('dead.json', cycleReport([1, 5]))], 0, /^1 of 1 /],
    ['the report of no deadlock', [file('alive.json', cycleReport([1, 4]))], 1, /thread or a lock twice/],
  ] as const)('%s', ([, args, status, words], context) => {
    needs('python3', context);
    file('inversion.std', text(inversion));
    const answer = python([tool, 'inversion.std', ...args]);
    expect(answer.status).toBe(status);
    expect(answer.stdout + answer.stderr).toMatch(words);
  });

  const lines = [
    ['a schedule', ['--schedule', file('good.std', text(scheduleTrace(trace, witness)))], 0, /^1 of 1 /],
    ['a wrong schedule', ['--schedule', file('bad.std', text(scheduleTrace(trace, [0, 3, 4, 1, 5])))], 1, /another thread holds/],
    ['a schedule of another trace', ['--schedule', file('other.std', 'C|w(x)|1\nA|w(x)|2\n')], 1, /does not do this next/],
    ['a report', [file('good.json', report(1, 5, witness))], 0, /^1 of 1 /],
    ['a report without witnesses', [file('none.json', report(1, 5, null))], 0, /^0 of 0 /],
    ['a report that names other accesses', [file('pair.json', report(0, 5, witness))], 1, /^'R1\\x1b' proves .* other accesses/],
    ['positions that are none', [file('odd.json', report(1, 5, [-1, true, 1e300, 'x']))], 1, /the trace has no such event/],
    ['no report', [file('no.json', '[1]')], 2, /is no report/],
    ['deep nesting', [file('deep.json', '['.repeat(100_000))], 2, /is no report/],
    ['no file', ['nowhere.json'], 2, /nowhere/],
    ['no arguments', [], 2, /python3 tools\/check-witness.py TRACE REPORT.json/],
  ] as const;
  test.for(sample(lines, 3))('%s', ([, args, status, words], context) => {
    needs('python3', context);
    file('small.std', text(trace));
    const answer = python([tool, ...(args.length === 0 ? [] : ['small.std']), ...args]);
    expect(answer.status).toBe(status);
    expect(`${answer.stdout}${answer.stderr}`).toMatch(words);
    expect(answer.stderr).not.toContain('Traceback');
  });

  test('the report of a recorded run', async (context) => {
    needs('python3', context);
    const { text, result } = await analysed(join(root, 'traces/recorded/java/ibm_bufwriter.std.gz'));
    const answer = python([tool, file('run.std', text), file('run.json', [...json(result)].join(''))]);
    expect(answer).toMatchObject({ status: 0, stderr: '' });
    expect(
      Number(/^(\d+) of \1 witnesses are correct reorderings that end in a race or in a deadlock\n$/.exec(answer.stdout)?.[1]),
    ).toBeGreaterThan(1);
  });

  test('a trace that is none', (context) => {
    needs('python3', context);
    const answer = python([tool, file('none.std', 'T1|w(x)|1\nT1|oops(\x1b)|2\n'), 'good.json']);
    expect(answer.status).toBe(2);
    expect(answer.stderr).toMatch(/none\.std:2: this is no event: .*oops\(.{1,3}x1b\)/);
  });
});
