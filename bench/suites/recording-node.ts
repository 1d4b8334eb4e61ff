// What recording a Node.js program costs: whole runs step by step, array code that shares nothing, typed arrays that are not shared, shared
// accesses, start-up, bytes. The same programs run with and without the recorder of dist, by turns; the best of each counts.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../../src/raw/format.ts';
import { type Load, RUN_COST_NOTES, RunCosts } from '../run-cost.ts';
import type { Context, Suite, Table } from '../suite.ts';

interface Run {
  readonly output: string;
  readonly seconds: number;
  /** Bytes and records of the thread logs; 0 without the recorder. */
  readonly bytes: number;
  readonly records: number;
}

class Programs {
  readonly #context: Context;
  /** Options of Node.js that make a program record itself. */
  readonly recorder: readonly string[];

  constructor(context: Context) {
    this.#context = context;
    const register = join(context.root, 'dist/record/node/register.js');
    if (!existsSync(register)) throw new Error('dist/record/node is missing: run `npm run build` first');
    this.recorder = ['--require', register];
  }

  run(recorded: boolean, cache: string, args: readonly string[]): Run {
    const folder = mkdtempSync(join(this.#context.scratch, 'recording-'));
    const env = { ...process.env, FORETRACE_RECORD: folder, FORETRACE_CACHE: cache };
    const begin = process.hrtime.bigint();
    const options = recorded ? this.recorder : [];
    const { stdout, status, stderr } = spawnSync(process.execPath, [...options, ...args], { env, encoding: 'utf8' });
    const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.raw'))
      .map((name) => statSync(join(folder, name)).size);
    rmSync(folder, { recursive: true });
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { output: stdout, seconds, bytes, records: (bytes - RAW_HEADER_BYTES * sizes.length) / RAW_RECORD_BYTES };
  }

  program(name: string): string {
    return join(this.#context.root, 'bench/recording-node', name);
  }
}

/** Programs with their arguments, without --full and with it. */
const LOADS: readonly (readonly [program: string, quick: readonly number[], full: readonly number[]])[] = [
  ['arrays.cjs', [2], [10]],
  ['typed-arrays.cjs', [2], [10]],
  ['shared.cjs', [2, 10_000], [2, 100_000]],
  ['queue.cjs', [2_000], [20_000]],
  ['messages.cjs', [2_000], [50_000]],
];

async function wholeRuns(programs: Programs, context: Context): Promise<Table> {
  const folder = mkdtempSync(join(context.scratch, 'runs-'));
  const measured = new RunCosts(context, folder);
  const rows: Table['rows'][number][] = [];
  const table: Table = {
    title: 'A whole run of a Node.js program, in processor seconds',
    columns: ['load', 'plain', 'record', 'assemble', 'analyse', 'run', 'run / plain', 'peak MB', 'of', 'log MB', 'result'],
    rows,
    notes: RUN_COST_NOTES,
  };
  try {
    for (const [program, quick, full] of LOADS) {
      const load = loadOf(programs, program, context.quick ? quick : full);
      const { seconds, megabytes, largest, logBytes, result } = await measured.of(load);
      const { plain, record, assemble, analyse, run } = seconds;
      rows.push([load.name, plain, record, assemble, analyse, run, run / plain, megabytes, largest, logBytes / 1e6, result]);
      context.keep(table);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return table;
}

function loadOf(programs: Programs, program: string, sizes: readonly number[]): Load {
  const words = [programs.program(program), ...sizes.map(String)];
  return {
    name: `${basename(program, '.cjs')} ${sizes.join(' ')}`,
    plain: [process.execPath, ...words],
    recording: [process.execPath, ...programs.recorder, ...words],
    run: [process.execPath, ...words],
    beside: {},
  };
}

type Times = Record<string, number>;

function least(runs: readonly Times[]): Times {
  return Object.fromEntries(Object.keys(runs[0]!).map((name) => [name, Math.min(...runs.map((run) => run[name]!))]));
}

function kernels(programs: Programs, context: Context, title: string, file: string): Table {
  const turns = context.quick ? 2 : 4;
  const [plain, recorded]: [Times[], Times[]] = [[], []];
  for (let n = 0; n < turns; n++) {
    context.progress(`${title}: ${n + 1} of ${turns}`);
    const args = [programs.program(file), context.quick ? '20' : '40'];
    plain.push(JSON.parse(programs.run(false, context.scratch, args).output) as Times);
    recorded.push(JSON.parse(programs.run(true, context.scratch, args).output) as Times);
  }
  const [before, after] = [least(plain), least(recorded)];
  const ratios = Object.keys(before).map((name) => after[name]! / before[name]!);
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return {
    title,
    columns: ['kernel', 'plain ms', 'recorded ms', 'times'],
    rows: [
      ...Object.keys(before).map((name, n) => [name, before[name]! / 1e6, after[name]! / 1e6, ratios[n]!] as const),
      ['geometric mean', null, null, mean],
    ],
    notes: ['Processor time of the best of some runs, in processes that take turns.'],
  };
}

function shared(programs: Programs, context: Context): Table {
  const updates = context.quick ? 100_000 : 400_000;
  const rows = [1, 2].map((workers) => {
    const best = (recorded: boolean) => {
      let time = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 3; n++) {
        context.progress(`shared accesses, ${workers} workers`);
        const { output } = programs.run(recorded, context.scratch, [
          programs.program('shared.cjs'),
          String(workers),
          String(updates),
        ]);
        time = Math.min(time, Number(output));
      }
      return time;
    };
    const { bytes, records } = programs.run(true, context.scratch, [programs.program('shared.cjs'), String(workers), '10000']);
    return [workers, best(false), best(true), bytes / records] as const;
  });
  return {
    title: 'A shared access',
    columns: ['workers', 'plain ns', 'recorded ns', 'bytes per record'],
    rows,
    notes: ['Wall time per read or write of the slowest worker, writing the log to disk included.'],
  };
}

function startUp(programs: Programs, context: Context): Table {
  const packages = ['picocolors', 'commander', 'acorn', 'vite'];
  const rows = packages.map((name) => {
    context.progress(`start-up: ${name}`);
    const args = ['-e', `import(${JSON.stringify(name)})`];
    const cold = mkdtempSync(join(context.scratch, 'cold-'));
    const seconds = (recorded: boolean, cache: string) => programs.run(recorded, cache, args).seconds;
    const first = seconds(true, cold);
    const best = (recorded: boolean) => Math.min(...Array.from({ length: 4 }, () => seconds(recorded, cold)));
    const [plain, again] = [best(false), best(true)];
    rmSync(cold, { recursive: true });
    return [name, plain * 1e3, first * 1e3, again * 1e3] as const;
  });
  return {
    title: 'Start-up: a program that loads a package',
    columns: ['package', 'plain ms', 'first time ms', 'cached ms'],
    rows,
    notes: ['The first time parses and instruments every file; later the texts come from the cache.'],
  };
}

export const recordingNode: Suite = {
  id: 'recording-node',
  says: 'what recording a Node.js program costs',
  async run(context) {
    const programs = new Programs(context);
    return [
      await wholeRuns(programs, context),
      kernels(programs, context, 'Ordinary array code', 'arrays.cjs'),
      kernels(programs, context, 'Typed arrays that are not shared', 'typed-arrays.cjs'),
      shared(programs, context),
      startUp(programs, context),
    ];
  },
};
