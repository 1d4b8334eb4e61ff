// The fleet: a store that many runs fill; many traces, and one long trace in chunks against one pass of FastTrack, with one to four worker processes.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet } from '../../fleet/src/fleet.ts';
import { storedFindings } from '../../fleet/src/store/findings.ts';
import { countRows } from '../../fleet/src/store/statistics.ts';
import { withCuttable } from '../../src/formats/file/cuttable.ts';
import { cutTrace, joinSummaries, racyVariables, sumUpChunk, tellRaces } from '../../src/split.ts';
import { checkLoad, fillStore } from '../fleet-load.ts';
import { writeLongTrace } from '../long-trace.ts';
import { processCost } from '../process-cost.ts';
import { UsageError } from '../reproduce/options.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';

const CHUNK_EVENTS = 16_000_000;
const FEW = 20_000_000;
const MANY = 1_000_000_000;
const PATIENCE = 4 * 3600;
/** What is measured, in this order. */
const PARTS: readonly string[] = ['stored', 'many', 'steps', 'split'];
/** As the jobs of the fleet have it. */
const ARITY = 8;

export const fleet: Suite = {
  id: 'fleet',
  says: 'one long trace in chunks, on one to four worker processes, beside one pass of FastTrack',
  options: {
    events: { type: 'string', value: 'N', help: `events of the long trace, instead of ${FEW} or, in full, ${MANY}` },
    part: { type: 'string', multiple: true, value: 'NAME', help: 'only this of stored, many, steps, split; repeatable' },
    database: { type: 'string', value: 'ADDRESS', help: 'an empty database of a PostgreSQL server, to be filled as well' },
  },
  async run(context) {
    const { quick, scratch, own, progress } = context;
    const wanted = (own['part'] as readonly string[] | undefined) ?? PARTS;
    const unknown = wanted.find((part) => !PARTS.includes(part));
    if (unknown !== undefined) throw new UsageError(`--part: ${unknown} is none of ${PARTS.join(', ')}`);
    // It would be the store of everything that says none.
    delete process.env['FORETRACE_FLEET_DATABASE'];
    const tables: Table[] = [];
    if (wanted.includes('stored')) tables.push(await stored(context));
    if (wanted.includes('many')) tables.push(await many(context));
    if (!wanted.includes('steps') && !wanted.includes('split')) return tables;
    const asked = Number(own['events'] ?? (quick ? FEW : MANY));
    const file = join(scratch, `long-${asked}.ftrace`);
    progress(`writing ${asked} events`);
    const events = writeLongTrace(file, asked);
    try {
      if (wanted.includes('steps')) tables.push(await steps(context, file, events));
      if (wanted.includes('split')) tables.push(await workers(context, file, events));
      return tables;
    } finally {
      rmSync(file, { force: true });
    }
  },
};

/** A store that many runs fill, and how fast it answers then. */
async function stored({ quick, scratch, own, progress, keep }: Context): Promise<Table> {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'A store that many runs fill',
    columns: ['store', 'runs', 'findings', 'occurrences', 'ms/run', 'findings, ms', 'of a branch, ms'],
    rows,
    notes: [
      'what a job stores of its run, 1000 findings with their stacks each, one run after the other; all are counted at the end: none is lost, none is there twice',
      'findings: the median of five questions for all findings, and for those of a branch that has seen all, in a process that has the store open. PostgreSQL: --database',
    ],
  };
  const load = quick ? { runs: 50, findings: 10_000, each: 1000 } : { runs: 1000, findings: 10_000, each: 1000 };
  const server = own['database'] as string | undefined;
  for (const database of server === undefined ? [undefined] : [undefined, server]) {
    const name = database === undefined ? 'embedded' : 'PostgreSQL';
    const store = mkdtempSync(join(scratch, 'fleet-'));
    const fleet = await openFleet(
      { store, database, traces: undefined, wait: undefined },
      { command: 'bench' },
      { remark: () => {} },
    );
    try {
      const begun = performance.now();
      await fillStore(fleet, load, (runs) => progress(`${name}: ${runs} of ${load.runs} runs`));
      const each = (performance.now() - begun) / load.runs;
      await checkLoad(fleet, load);
      // As workers do at their end.
      await countRows(fleet.database);
      const all = await answered(() => storedFindings({ project: 'load' }, fleet.database));
      const branch = await answered(() => storedFindings({ project: 'load', branch: 'main' }, fleet.database));
      rows.push([name, load.runs, load.findings, load.runs * load.each, each, all, branch]);
      keep(table);
    } finally {
      await fleet.close();
      rmSync(store, { recursive: true, force: true });
    }
  }
  return table;
}

/** Milliseconds, the median of five. */
async function answered(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const asked = performance.now();
    await ask();
    times.push(performance.now() - asked);
  }
  return times.sort((a, b) => a - b)[2]!;
}

/** Small enough that there are several. */
function chunkEvents(events: number): number {
  return Math.min(CHUNK_EVENTS, Math.ceil(events / 16));
}

/** What each step costs, in this process. */
async function steps({ root, progress, keep }: Context, file: string, events: number): Promise<Table> {
  const rows: Cell[][] = [];
  const table: Table = {
    title: `The steps of ${events} events in chunks of ${chunkEvents(events)}`,
    columns: ['step', 'CPU s', 'ns/event', 'bytes'],
    rows,
    notes: [
      'cut reads and checks the whole trace, sum is that of all chunks one after the other, join the tree that puts them together, tell names the races; bytes are of the largest summary',
      'one pass: foretrace analyze --detector fasttrack, which reads, checks, detects, and reads again to name the races',
    ],
  };
  const row = (step: string, seconds: number, bytes: number | null): void => {
    rows.push([step, seconds, (seconds / events) * 1e9, bytes]);
    keep(table);
  };
  const timed = async <T>(step: string, work: () => Promise<T>, bytes: (made: T) => number | null): Promise<T> => {
    progress(step);
    const before = process.cpuUsage();
    const made = await work();
    const { user, system } = process.cpuUsage(before);
    row(step, (user + system) / 1e6, bytes(made));
    return made;
  };
  const largest = (all: readonly Uint8Array[]): number => Math.max(...all.map((bytes) => bytes.length));
  const command = [process.execPath, join(root, 'dist/cli/main.js'), 'analyze', '--quiet', '--fail-on', 'never', '--jobs', '1'];
  progress('one pass of FastTrack');
  row(
    'one pass',
    (await processCost([...command, '--detector', 'fasttrack', file], { cwd: root, patience: PATIENCE })).seconds,
    null,
  );
  await withCuttable(file, async (input) => {
    const { cut } = await timed(
      'cut',
      () => cutTrace(input, chunkEvents(events)),
      () => null,
    );
    const summaries: Uint8Array[] = [];
    const sum = async (): Promise<Uint8Array[]> => {
      for (const chunk of cut.chunks) summaries.push(await sumUpChunk(input, cut, chunk));
      return summaries;
    };
    await timed(`sum of ${cut.chunks.length} chunks`, sum, largest);
    const [whole] = await timed('join', async () => [joined(cut, summaries)], largest);
    await timed(
      `tell ${racyVariables(cut, whole!)} races`,
      () => tellRaces(input, cut, whole!),
      () => null,
    );
  });
  return table;
}

function joined(cut: Parameters<typeof joinSummaries>[0], summaries: readonly Uint8Array[]): Uint8Array {
  if (summaries.length === 1) return summaries[0]!;
  const parts = Array.from({ length: Math.ceil(summaries.length / ARITY) }, (_, n) =>
    summaries.slice(n * ARITY, (n + 1) * ARITY),
  );
  return joined(
    cut,
    parts.map((part) => joinSummaries(cut, part)),
  );
}

const NOT_BUILT = 'npm run build has not built the fleet';

/** Traces as test jobs record them, through the program. */
async function many(context: Context): Promise<Table> {
  const { quick, root, scratch, progress } = context;
  const [count, events] = quick ? [8, 200_000] : [64, 1_000_000];
  const folder = mkdtempSync(join(scratch, 'traces-'));
  for (let n = 0; n < count; n++) {
    progress(`${n} of ${count} traces`);
    const shape = ['--events', String(events), '--seed', String(n), '--races', '0.0001', '--quiet'];
    const trace = join(folder, `run-${n}.ftrace`);
    await processCost([process.execPath, join(root, 'dist/cli/main.js'), 'generate', ...shape, trace], {
      cwd: root,
      patience: PATIENCE,
    });
  }
  try {
    return await worked({
      context,
      title: `${count} traces of ${events} events through foretrace fleet add and work`,
      adding: ['--project', 'p', folder],
      working: ['--detector', 'fasttrack'],
      notes: ['seconds of foretrace fleet work; each trace is a process of its own'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One long trace through the program. */
function workers(context: Context, file: string, events: number): Promise<Table> {
  return worked({
    context,
    title: `${events} events through foretrace fleet add --split and work`,
    adding: ['--split', '--chunk-events', String(chunkEvents(events)), '--project', 'p', file],
    working: ['--max-memory', '4G'],
    notes: ['seconds of foretrace fleet work, from the cut to the findings; what add takes, a copy and its hash, is not in it'],
  });
}

interface Worked {
  readonly context: Context;
  readonly title: string;
  readonly adding: readonly string[];
  readonly working: readonly string[];
  readonly notes: readonly string[];
}

/** What is added, worked on in a store in a folder by so many processes at a time. */
async function worked({ context, title, adding, working, notes }: Worked): Promise<Table> {
  const { root, scratch, progress, keep } = context;
  const rows: Cell[][] = [];
  const table: Table = { title, columns: ['processes', 'seconds', 'CPU s', 'of one process'], rows, notes };
  const main = [process.execPath, join(root, 'dist/cli/main.js'), 'fleet'];
  if (!existsSync(join(root, 'fleet/dist/index.js'))) return { ...table, notes: [NOT_BUILT] };
  for (const processes of [1, 2, 4]) {
    progress(`${title}: ${processes} at a time`);
    const store = mkdtempSync(join(scratch, 'fleet-'));
    try {
      const there = ['--store', store];
      const added = await processCost([...main, 'add', ...adding, ...there], { cwd: root, patience: PATIENCE });
      const begun = performance.now();
      const work = [...main, 'work', '--concurrency', String(processes), ...working, ...there];
      const { seconds: cpu, status, output } = await processCost(work, { cwd: root, patience: PATIENCE });
      const seconds = (performance.now() - begun) / 1000;
      if (added.status !== 0 || status !== 0) throw new Error(`foretrace fleet failed: ${added.output}${output}`);
      rows.push([processes, seconds, cpu, seconds / ((rows[0]?.[1] as number | undefined) ?? seconds)]);
      keep(table);
    } finally {
      rmSync(store, { recursive: true, force: true });
    }
  }
  return table;
}
