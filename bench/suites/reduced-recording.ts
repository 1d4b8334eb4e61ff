// What `run --reduce` saves: bytes of logs, seconds and events of the same programs recorded whole and reduced, by turns, the least of each.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { openInput } from '../../src/formats/file/input.ts';
import { readTrace } from '../../src/formats/read.ts';
import { reductionMethods } from '../../src/reduce/index.ts';
import { type NativePrograms, nativeSuite } from '../native-programs.ts';
import { processCost } from '../process-cost.ts';
import { builtForetrace } from '../run-cost.ts';
import type { Cell, Context, Table } from '../suite.ts';

/** Sizes without --full and with it. */
const LOADS = {
  'bursts.c': [200, 2_000],
  'queue.c': [2_000, 50_000],
  'hash-map.c': [20_000, 300_000],
  'producers.c': [6_000, 50_000],
  'thread-pool.cpp': [2_000, 10_000],
  'memtable.cpp': [4_000, 30_000],
  'compress.c': [400, 2_000],
  'bursts.cjs': [200, 2_000],
  'queue.cjs': [2_000, 20_000],
} as const;

const METHODS = ['', ...reductionMethods.toReversed()] as const;
const PATIENCE = 3600;

interface Measured {
  /** Processor seconds of the program that records itself, and of `run` with the detectors that happens-before is enough for. */
  readonly record: number;
  readonly run: number;
  readonly logBytes: number;
  readonly events: number;
}

class Recordings {
  readonly #folder: string;
  readonly #foretrace: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;

  constructor(context: Context, folder: string) {
    this.#folder = folder;
    this.#foretrace = [process.execPath, builtForetrace(context.root)];
    this.#environment = { ...process.env, FORETRACE_CACHE: context.scratch };
  }

  async of(words: readonly string[], method: string): Promise<Measured> {
    const folder = mkdtempSync(join(this.#folder, 'turn-'));
    const [log, trace] = [join(folder, 'log'), join(folder, 'trace.ftrace')];
    const reduce = method === '' ? [] : ['--reduce', method];
    // Of the seconds of `record` those of the program are what is left without assembling, which has a line of its own: so it records by itself.
    const own = words[0] === process.execPath ? this.#recordingNode(words) : words;
    const record = await this.#seconds(own, { FORETRACE_RECORD: log, FORETRACE_REDUCE: method });
    await this.#seconds([...this.#foretrace, 'record', '-q', '-o', trace, ...reduce, '--', ...words]);
    const detectors = ['--detector', 'shb', '--detector', 'hb-atomics'];
    const run = await this.#seconds([...this.#foretrace, 'run', '-q', ...reduce, ...detectors, '--', ...words]);
    const { events } = await readTrace(await openInput(trace), {}, () => {});
    const measured = { record, run, logBytes: bytesIn(log), events };
    rmSync(folder, { recursive: true });
    return measured;
  }

  #recordingNode([node, ...rest]: readonly string[]): string[] {
    return [node!, '--require', join(this.#foretrace[1]!, '../../record/node/register.js'), ...rest];
  }

  async #seconds(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
    const env = { ...this.#environment, ...environment };
    const { seconds, status, output } = await processCost(words, { cwd: this.#folder, env, patience: PATIENCE });
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${output.slice(0, 2000)}`);
    return seconds;
  }
}

function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:raw|tail)$/.test(name));
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function least(a: Measured, b: Measured): Measured {
  return { ...b, record: Math.min(a.record, b.record), run: Math.min(a.run, b.run) };
}

async function savings(programs: NativePrograms, context: Context): Promise<Table> {
  const recordings = new Recordings(context, programs.folder);
  const rows: Cell[][] = [];
  const named = (what: string) => [what, ...METHODS.slice(1)];
  const table: Table = {
    title: 'What --reduce saves',
    columns: ['load', ...named('log MB'), ...named('record s'), ...named('run s'), ...named('events')],
    rows,
    notes: [
      'Of each three the whole recording first. Processor seconds, user and system, of whole processes by turns, the least of three.',
      'record: the program that records itself; run: `foretrace run` with shb and hb-atomics, whose races are those of the run.',
    ],
  };
  for (const [file, sizes] of Object.entries(LOADS)) {
    const size = `${sizes[context.quick ? 0 : 1]}`;
    const words = file.endsWith('.cjs')
      ? [process.execPath, join(context.root, 'bench/recording-node', file), size]
      : [await programs.built('recorded', join(context.root, 'bench/recording-native', file)), size];
    const name = `${basename(file, extname(file))} ${size}${file.endsWith('.cjs') ? ' (Node.js)' : ''}`;
    const measured: Measured[] = [];
    for (let turn = 0; turn < (context.quick ? 1 : 3); turn++)
      for (const [i, method] of METHODS.entries()) {
        context.progress(`${name}: ${method || 'whole'}`);
        const one = await recordings.of(words, method);
        measured[i] = measured[i] === undefined ? one : least(measured[i], one);
      }
    const column = (pick: (one: Measured) => Cell) => measured.map(pick);
    rows.push([
      ...[name, ...column(({ logBytes }) => Math.round(logBytes / 1e4) / 100), ...column(({ record }) => record)],
      ...[...column(({ run }) => run), ...column(({ events }) => events)],
    ]);
    context.keep(table);
  }
  return table;
}

export const reducedRecording = nativeSuite('reduced-recording', 'what --reduce saves while a program is recorded', savings);
