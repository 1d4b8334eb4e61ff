// Measurements in processes of their own, one after the other, with limits of time and memory. What was measured before is kept by content: the
// code of the measurement, the trace and the question. A limit that was reached is a result too.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Answer } from './tasks/task.ts';
import type { TraceSource } from './traces.ts';

export const tasks = [
  'convert',
  'detect',
  'first',
  'grammar',
  'track',
  'causal',
  'window',
  'raptor',
  'threads',
  'locks',
  'deadlocks',
  'atomicity',
  'growth',
  'recall',
] as const;
export type Task = (typeof tasks)[number];

export interface Limits {
  readonly seconds: number;
  readonly megabytes: number;
}

/** A result, or the reason why there is none. */
export type Outcome<Result> =
  | { readonly result: Result; readonly megabytes: number }
  | { readonly result: undefined; readonly reason: string };

export interface Asked {
  /** What decides the result beside the trace. */
  readonly question: object;
  /** What the task needs and the result does not depend on: file names. */
  readonly places?: object;
  readonly limits: Limits;
  /** Even if it is known. */
  readonly again?: boolean;
}

interface Kept {
  /** For people who look into the folder. */
  readonly of: { readonly task: Task; readonly trace: string; readonly question: unknown };
  readonly answer: Answer<unknown>;
  /** How busy the machine was. */
  readonly load: number;
}

export interface Answered {
  readonly task: Task;
  readonly trace: TraceSource | undefined;
  readonly question: object;
  readonly result: unknown;
}

export class Measuring {
  /** Measurements of this run, and those that were known. */
  made = 0;
  known = 0;
  /** What was answered, by the key of the question: each once, however many tables have it. */
  readonly answers = new Map<string, Answered>();
  /** Load averages while what the page shows was measured. */
  readonly loads: number[] = [];
  private readonly folder: string;
  private readonly programs: string;
  private readonly codes: ReadonlyMap<Task, string>;
  private readonly progress: (text: string) => void;

  private constructor(folder: string, programs: string, codes: ReadonlyMap<Task, string>, progress: (text: string) => void) {
    this.folder = folder;
    this.programs = programs;
    this.codes = codes;
    this.progress = progress;
  }

  /** `root`: the repository. Bundles the tasks there, so that they measure plain JavaScript. */
  static async open(root: string, folder: string, fresh: boolean, progress: (text: string) => void): Promise<Measuring> {
    if (fresh) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const programs = join(root, 'node_modules/.cache/foretrace/tasks', String(process.pid));
    await build({
      entryPoints: tasks.map((task) => join(root, 'bench/reproduce/tasks', `${task}.ts`)),
      outdir: programs,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'warning',
    });
    process.on('exit', () => rmSync(programs, { recursive: true, force: true }));
    const code = (task: Task) => digest(readFileSync(join(programs, `${task}.mjs`)), process.version);
    return new Measuring(folder, programs, new Map(tasks.map((task) => [task, code(task)])), progress);
  }

  /** `trace` is what it is measured on, if on any. */
  async measure<Result>(
    task: Task,
    trace: TraceSource | undefined,
    { question, places = {}, limits, again = false }: Asked,
  ): Promise<Outcome<Result>> {
    const key = digest(this.codes.get(task)!, trace?.hash ?? '', JSON.stringify({ task, question, limits }));
    const file = join(this.folder, `${key}.json`);
    this.progress(
      [task, trace?.name, ...Object.values(question).filter((value) => typeof value === 'string')].filter(Boolean).join(' '),
    );
    const kept = existsSync(file) && !again ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
    const { answer, load } = kept ?? (await this.run(task, { ...question, ...places, limits }, limits));
    if (kept === undefined) {
      this.made++;
      // What failed for a reason of its own is tried again.
      if ('result' in answer || answer.limit) keep(file, { of: { task, trace: trace?.name ?? '', question }, answer, load });
    } else this.known++;
    this.loads.push(load);
    if ('result' in answer) this.answers.set(key, { task, trace, question, result: answer.result });
    return 'result' in answer
      ? { result: answer.result as Result, megabytes: answer.megabytes }
      : { result: undefined, reason: answer.reason };
  }

  private async run(task: Task, question: object, limits: Limits): Promise<{ answer: Answer<unknown>; load: number }> {
    const load = loadavg()[0]!;
    return { load, answer: await answered(join(this.programs, `${task}.mjs`), question, limits) };
  }
}

/** A process that does not give up by itself is ended after so many times its limit, for the machine may be busy with other things. */
const PATIENCE = 5;

function answered(program: string, question: object, { seconds }: Limits): Promise<Answer<unknown>> {
  return new Promise((resolve) => {
    // A grammar of many million symbols needs more than Node's own limit.
    const child = spawn(process.execPath, ['--max-old-space-size=8192', program, JSON.stringify(question)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        child.kill('SIGKILL');
      },
      seconds * 1000 * PATIENCE,
    );
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => errors.push(bytes));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      if (late) resolve({ reason: `more than ${seconds} s`, limit: true });
      else if (status === 0) resolve(JSON.parse(Buffer.concat(out).toString()) as Answer<unknown>);
      else resolve({ reason: `failed: ${signal ?? firstLine(Buffer.concat(errors).toString())}`, limit: false });
    });
  });
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => /error/i.test(line)) ?? 'without a word';
}

/** Under its name only when it is whole: an interrupted run leaves nothing half behind. */
function keep(file: string, kept: Kept): void {
  writeFileSync(`${file}.part`, JSON.stringify(kept));
  renameSync(`${file}.part`, file);
}

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
}
