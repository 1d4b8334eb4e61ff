// The fleet under faults: whatever is killed, every trace that was said to be added is analysed, and counts once.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Random } from '../../src/trace/random/prng.ts';
import { folder, foretrace, type Outcome, root, start } from '../cli/run.ts';
import { analyzedAlone } from '../fleet/run.ts';
import { newStore, openStore, query, type Server, startServer, storeKinds, type TestStore } from '../fleet/stores.ts';
import { needs, needsRoot, postgresProgram } from '../needs.ts';
import { seed } from '../runs.ts';
import { disk, namesIn } from './faults.ts';

/** Of each kind, in a test. */
const KILLS = 3;
const DONE = `SELECT count(*) AS done FROM foretrace.run WHERE state <> 'waiting'`;

const WORK = ['fleet', 'work', '-c', '2', '--detector', 'fasttrack'];

/** Traces with a race that all have and one that each has alone. */
function traces(count: number): string {
  const path = folder();
  for (let n = 0; n < count; n++)
    writeFileSync(
      join(path, `run-${String(n).padStart(3, '0')}.std`),
      `T1|fork(T2)|main.c:1\nT1|w(all)|all.c:1\nT1|w(x${n})|x${n}.c:1\nT2|w(all)|all.c:2\nT2|w(x${n})|x${n}.c:2\n`,
    );
  return path;
}

function adding(path: string, store: Pick<TestStore, 'flags'>): string[] {
  return ['fleet', 'add', path, '--project', 'p', '--commit', 'c', '--branch', 'main', ...store.flags];
}

/** The files that were said to be added, or to be known. */
function acknowledged(stdout: string): string[] {
  return [...stdout.matchAll(/^(?:added|known) +(\S+)/gm)].map(([, name]) => name!);
}

async function counts(store: TestStore): Promise<Record<string, unknown>> {
  const fleet = await openStore(store);
  try {
    const [row] = await fleet.database.query(
      `SELECT (SELECT count(*) FROM foretrace.run) AS runs, (SELECT count(*) FROM foretrace.run WHERE state = 'done') AS done,
         (SELECT count(*) FROM foretrace.finding) AS findings, (SELECT count(*) FROM foretrace.occurrence) AS occurrences,
         (SELECT sum(runs) FROM foretrace.finding)::integer AS seen, (SELECT max(runs) FROM foretrace.finding) AS most`,
    );
    return row!;
  } finally {
    await fleet.close();
  }
}

/** Of traces that all count once. */
function each(count: number): Record<string, number> {
  return { runs: count, done: count, findings: count + 1, occurrences: 2 * count, seen: 2 * count, most: count };
}

/** A program that is about to be killed. */
interface Victim {
  readonly closed: Promise<unknown>;
  kill(): Promise<void>;
  /** What it has said. */
  said(): string;
  /** On stderr. */
  complained(): string;
  /** Ended, by itself or killed. */
  isOver(): boolean;
  /** How many jobs it has been seen at. */
  jobs(): number;
}

function victim(args: readonly string[]): Victim {
  const scratch = folder();
  const child = start([...args], root, { TMPDIR: scratch });
  let said = '';
  let complained = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const closed = once(child, 'close');
  const seen = new Set<string>();
  return {
    closed,
    said: () => said,
    complained: () => complained,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    jobs() {
      for (const name of namesIn(scratch)) if (/job-[^/]+$/.test(name)) seen.add(name);
      return seen.size;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Kills it a moment after it has come so far, if it has not ended before. */
async function killedAt(one: Victim, random: Random, isThere: () => boolean): Promise<void> {
  while (!one.isOver() && !isThere()) await sleep(5);
  await sleep(random.below(60));
  await one.kill();
}

/** `add`, killed after some of its lines; the files that it said to have added. */
async function killedAdding(args: readonly string[], random: Random): Promise<string[]> {
  const lines = random.below(8);
  const one = victim(args);
  await killedAt(one, random, () => acknowledged(one.said()).length >= lines);
  return acknowledged(one.said());
}

/** `work`, killed at one of its jobs. */
async function killedWorking(args: readonly string[], random: Random): Promise<void> {
  const jobs = 1 + random.below(4);
  const one = victim(args);
  await killedAt(one, random, () => one.jobs() >= jobs);
}

/** Nobody kills it: in the process that stays. */
function run(args: readonly string[]): Outcome {
  return foretrace(args, { startsNothing: true });
}

describe('whoever is killed, at a time that a seed decides', () => {
  const COUNT = 16;

  test('add and work in turns, on an embedded store', async (context) => {
    const store = await newStore('embedded', context);
    const path = traces(COUNT);
    const random = new Random(seed);
    const told = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      for (const name of await killedAdding(adding(path, store), random)) told.add(name);
      await killedWorking([...WORK, ...store.flags], random);
    }
    expect(told.size).toBeGreaterThan(0);
    const before = await counts(store);
    expect(before['runs']).toBeGreaterThanOrEqual(told.size);
    expect(run(adding(path, store))).toMatchObject({ status: 0 });
    expect(run([...WORK, ...store.flags])).toMatchObject({ status: 0 });
    expect(await counts(store)).toMatchObject(each(COUNT));
  });

  test('workers, add and the server itself', async (context) => {
    needs('postgres', context);
    const server = await startServer();
    onTestFinished(() => server.stop());
    await query(server.address('postgres'), 'CREATE DATABASE fleet');
    const database = server.address('fleet');
    const place = join(folder(), 'store');
    const store: TestStore = { folder: place, database, flags: ['--store', place, '--database', database] };
    const path = traces(COUNT);
    const random = new Random(seed + 1);
    const told = new Set<string>();
    const stay = [...WORK, '--stay', ...store.flags];
    // One worker lives through all of it, others are killed.
    const survivor = victim(stay);
    onTestFinished(() => survivor.kill());
    // A server that goes away while a worker starts is an error of that worker, which a person sees.
    const workers = () => query(database, 'SELECT FROM foretrace.worker').catch(() => []);
    while (!survivor.isOver() && (await workers()).length === 0) await sleep(50);
    for (let kill = 0; kill < KILLS; kill++) {
      for (const name of await killedAdding(adding(path, store), random)) told.add(name);
      await killedWorking([...WORK, ...store.flags], random);
      await crash(server);
    }
    expect(run(adding(path, store)).status).toBe(0);
    const done = async (): Promise<number> => Number((await query(database, DONE))[0]!['done']);
    while ((await done()) < COUNT) {
      expect(survivor.isOver(), survivor.complained()).toBe(false);
      await sleep(100);
    }
    await survivor.kill();
    expect((await counts(store))['runs']).toBeGreaterThanOrEqual(told.size);
    expect(run([...WORK, ...store.flags])).toMatchObject({ status: 0 });
    expect(await counts(store)).toMatchObject(each(COUNT));
  });
});

/** Kills the server and all its processes, and starts it again. */
async function crash(server: Server): Promise<void> {
  const pid = server.pid();
  process.kill(pid, 'SIGKILL');
  while (existsSync(`/proc/${pid}`)) await sleep(20);
  // Its other processes hold the memory of the old one for a moment.
  for (let attempt = 0; ; attempt++)
    try {
      await server.start();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(100);
    }
}

describe.each(storeKinds)('%s', (kind) => {
  test('a poisoned trace marks itself alone, after its attempts', async (context) => {
    const store = await newStore(kind, context);
    const path = traces(4);
    writeFileSync(join(path, 'memory.std'), Array.from({ length: 700_000 }, (_, n) => `T1|w(variable${n})|1\n`).join(''));
    // Its answer is longer than what it may write.
    const races = Array.from({ length: 1500 }, (_, n) => `T1|w(x${n})|${'a'.repeat(300)}.c:${n}\nT2|w(x${n})|b.c:${n}\n`);
    writeFileSync(join(path, 'disk.std'), races.join(''));
    writeFileSync(join(path, 'broken.std'), 'T1|rel(m)|a.c:1\n');
    const bomb = join(root, '../shared/hostile/bomb50k.slp');
    if (existsSync(bomb)) cpSync(bomb, join(path, 'bomb50k.slp'));
    expect(run(adding(path, store))).toMatchObject({ status: 0 });
    const limits = ['--max-memory', '160M', '--max-disk', '1M', '--attempts', '2'];
    const worked = run([...WORK, ...limits, ...store.flags]);
    expect(worked.status, worked.stderr).toBe(3);
    expect(worked.stderr).not.toContain('    at ');
    // What hangs is alone with its limit of time: on a busy machine nothing else could keep to it.
    const hang = join(folder(), 'hang.slp');
    cpSync(join(root, 'test/hostile/e9.slp'), hang);
    expect(run(adding(hang, store))).toMatchObject({ status: 0 });
    expect(run([...WORK, '--max-time', '2s', '--attempts', '2', ...store.flags]).status).toBe(3);
    const poisoned = [...readdirSync(path).filter((name) => !name.startsWith('run-')), 'hang.slp'].sort();
    expect(await counts(store)).toMatchObject({ ...each(4), runs: 4 + poisoned.length });
    const fleet = await openStore(store);
    const rows = await fleet.database.query<{ name: string; tries: number; reason: string }>(
      `SELECT r.name, j.retry_count + 1 AS tries, r.reason
       FROM foretrace.run r JOIN foretrace_queue.job j ON (j.data -> 'data' ->> 'run')::integer = r.id
       WHERE r.state = 'failed' ORDER BY r.name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(poisoned);
    // What cannot be read is not tried again.
    const unreadable = ['bomb50k.slp', 'broken.std'];
    for (const { name, tries, reason } of rows) expect(tries, `${name}: ${reason}`).toBe(unreadable.includes(name) ? 1 : 2);
    const why = (name: string) => rows.find((row) => row.name === name)?.reason;
    expect(why('memory.std')).toBe('it took more than 160 MB of memory');
    expect(why('disk.std')).toBe('it took more than 1 MB of disk');
    expect(why('hang.slp')).toBe('it took more than 2 s');
  });

  test.for([
    ['a chunk', 'grammar-hb', ['--events', '400000', '--races', '0.0001'], ['--split', '--chunk-events', '60000']],
    ['a share', 'predict', ['--events', '8000', '--threads', '12', '--locks', '6', '--races', '0.02'], ['--share', '4']],
  ] as const)(
    '%s whose worker is killed is done by another, and its trace is analysed once',
    async ([, detector, shape, parts], context) => {
      const store = await newStore(kind, context);
      const trace = join(folder(), 'long.ftrace');
      foretrace(['generate', ...shape, trace]);
      const one = await analyzedAlone(trace, [detector]);
      expect(one.findings.length).toBeGreaterThan(3);
      expect(run([...adding(trace, store), ...parts]).status).toBe(0);
      const random = new Random(seed + 2);
      const work = ['fleet', 'work', '-c', '2', '--detector', detector, ...store.flags];
      for (let kill = 0; kill < KILLS; kill++) await killedWorking(work, random);
      expect(run(work)).toMatchObject({ status: 0 });
      const fleet = await openStore(store);
      const found = await fleet.database.query<{ fingerprint: string; runs: number }>(
        'SELECT fingerprint, runs FROM foretrace.finding',
      );
      expect(found.map(({ fingerprint }) => fingerprint).sort()).toEqual(
        one.findings.map(({ fingerprint }) => fingerprint).sort(),
      );
      expect(found.every(({ runs }) => runs === 1)).toBe(true);
      expect(await fleet.database.query('SELECT FROM foretrace.part')).toEqual([]);
    },
  );
});

test('a full disk stops it cleanly, and what was stored is there when there is room again', async (context) => {
  needsRoot(context);
  const small = disk('60m');
  if (small === undefined) return context.skip('a disk to mount is missing (run it where mount is allowed)');
  const store = await newStore('embedded', context);
  const full = join(small, 'store');
  cpSync(store.folder, full, { recursive: true });
  const flags = ['--store', full];
  const path = traces(6);
  expect(run(adding(path, { flags }))).toMatchObject({ status: 0 });
  filled(small);
  for (const args of [[...WORK, ...flags], adding(traces(2), { flags })]) {
    const { status, stderr } = run(args);
    expect([0, 2, 3], stderr).toContain(status);
    expect(stderr).not.toMatch(/internal error|^ {4}at /m);
    if (status === 2) expect(stderr).toMatch(/^foretrace: error [A-Z_]+: /m);
  }
  const roomy = join(folder(), 'store');
  cpSync(full, roomy, { recursive: true });
  const later: TestStore = { folder: roomy, database: undefined, flags: ['--store', roomy] };
  expect(run([...WORK, ...later.flags])).toMatchObject({ status: 0 });
  expect(await counts(later)).toMatchObject({ done: expect.any(Number) });
  expect((await counts(later))['done']).toBe((await counts(later))['runs']);
  expect((await counts(later))['runs']).toBeGreaterThanOrEqual(6);
});

/** Leaves some pages of room on a disk. */
function filled(place: string): void {
  try {
    for (let n = 0; ; n++) writeFileSync(join(place, `filler-${n}`), Buffer.alloc(64 << 10));
  } catch {}
}

test('pg_dump and restore: all is there, and work goes on', async (context) => {
  const store = await newStore('postgres', context);
  const path = traces(6);
  expect(run(adding(path, store)).status).toBe(0);
  expect(run([...WORK, ...store.flags]).status).toBe(0);
  const more = traces(8);
  expect(run(adding(more, store)).status).toBe(0);
  const dump = join(folder(), 'fleet.dump');
  execFileSync(postgresProgram('pg_dump')!, ['--format=custom', `--file=${dump}`, store.database!]);
  const other = await newStore('postgres', context);
  execFileSync(postgresProgram('pg_restore')!, ['--no-owner', `--dbname=${other.database}`, dump]);
  mkdirSync(other.folder, { recursive: true });
  cpSync(join(store.folder, 'traces'), join(other.folder, 'traces'), { recursive: true });
  expect(await counts(other)).toEqual(await counts(store));
  expect(run([...WORK, ...other.flags])).toMatchObject({ status: 0 });
  expect(await counts(other)).toMatchObject(each(8));
});
