// How long `foretrace run` takes to answer after the program has ended, for programs that write up to 20 MB of log in a second: the logs are looked
// at while the program runs, so that little is left to do, unless two accesses might race.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type NativePrograms, nativeSuite } from '../native-programs.ts';
import { processCost } from '../process-cost.ts';
import { builtForetrace } from '../run-cost.ts';
import type { Context, Table } from '../suite.ts';

/** Megabytes of log in a second. */
const RATES = [5, 20] as const;
/** What the two programs of bench/answering can be asked for. */
const NATIVE = ['clean', 'handed', 'race'] as const;
const NODE = ['clean', 'locks', 'race'] as const;
/** Seconds: a net for what hangs. */
const PATIENCE = 1800;
/** Exit statuses that are answers. */
const [NO_RACE, RACE, PARTIAL] = [0, 1, 3];

interface Answered {
  /** Between the program's last word and the end of `foretrace run`. */
  readonly wait: number;
  readonly result: string;
}

class Answering {
  readonly #context: Context;
  readonly #folder: string;
  readonly #foretrace: readonly string[];

  constructor(context: Context, folder: string) {
    this.#context = context;
    this.#folder = folder;
    this.#foretrace = [process.execPath, builtForetrace(context.root)];
  }

  async row(
    name: string,
    kind: string,
    rate: number,
    seconds: number,
    program: readonly string[],
  ): Promise<Table['rows'][number]> {
    this.#context.progress(`${name} ${kind}, ${rate} MB/s`);
    const words = [...program, `${seconds}`, `${rate}`, kind];
    const logBytes = await this.#logBytes(words);
    const turns = this.#context.quick ? 1 : 3;
    let best: Answered | undefined;
    for (let n = 0; n < turns; n++) {
      const answered = await this.#answered(words);
      if (best === undefined || answered.wait < best.wait) best = answered;
    }
    return [`${name}, ${kind}`, seconds, logBytes / 1e6, logBytes / 1e6 / seconds, best!.wait, best!.result];
  }

  async #answered(words: readonly string[]): Promise<Answered> {
    const { output, status } = await this.#done([...this.#foretrace, 'run', '--', ...words]);
    const now = Date.now();
    if (status !== NO_RACE && status !== RACE && status !== PARTIAL)
      throw new Error(`${words.join(' ')} ended with ${status}: ${output.slice(0, 2000)}`);
    const ended = Number(/^ended (\d+)$/m.exec(output)?.[1]);
    return { wait: (now - ended) / 1000, result: output.trim().split('\n').at(-1)!.split(' · ')[0]! };
  }

  async #logBytes(words: readonly string[]): Promise<number> {
    const log = join(this.#folder, 'log');
    await this.#done([...this.#foretrace, 'record', '-q', '-o', join(this.#folder, 'log.ftrace'), '--raw', log, '--', ...words]);
    const files = readdirSync(log, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.raw'));
    const bytes = files.reduce((sum, name) => sum + statSync(join(log, name)).size, 0);
    rmSync(log, { recursive: true });
    return bytes;
  }

  #done(words: readonly string[]) {
    const env = { ...process.env, FORETRACE_CACHE: this.#context.scratch };
    return processCost(words, { cwd: this.#folder, env, patience: PATIENCE });
  }
}

async function answers(programs: NativePrograms, context: Context): Promise<Table> {
  const seconds = context.quick ? 4 : 20;
  const folder = join(context.root, 'bench/answering');
  const native = [await programs.built('recorded', join(folder, 'paced.c'))];
  const node = [process.execPath, join(folder, 'paced.cjs')];
  const measured = new Answering(context, programs.folder);
  const rows: Table['rows'][number][] = [];
  const table: Table = {
    title: 'From the end of the program to the answer',
    columns: ['load', 'program s', 'log MB', 'log MB/s', 'answer after s', 'result'],
    rows,
    notes: [
      'bench/answering has the programs, of two threads that work. `handed` uses memory outside of the lock under which it was found; `locks` has a lock of Atomics.',
      'The wait is from the last line of the program to the end of `foretrace run`, by the clock, the least of some turns; log MB is of a run of its own.',
      'Where two accesses might race, or an atomic acts as a lock, a trace is made and analysed after the end: that grows with the log.',
    ],
  };
  for (const rate of RATES) {
    for (const kind of NATIVE) {
      rows.push(await measured.row('C', kind, rate, seconds, native));
      context.keep(table);
    }
    for (const kind of NODE) {
      rows.push(await measured.row('Node.js', kind, rate, seconds, node));
      context.keep(table);
    }
  }
  return table;
}

export const answering = nativeSuite('answering', 'how soon run answers after the program has ended', answers);
