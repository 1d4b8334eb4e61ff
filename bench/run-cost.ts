// What `foretrace run` costs on one program, beside the program as it is and beside other tools: all of them by turns, since a machine is not
// equally busy all the time, and the least processor time of each.

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessCost, processCost } from './process-cost.ts';
import type { Context } from './suite.ts';

/** Seconds until a program hangs: on a busy machine minutes pass for some seconds of the processor. */
const PATIENCE = 3600;
/** The exit status of foretrace where the search for schedules ended before all was decided. */
const PARTIAL = 3;

/** What the numbers of a table of costs mean. */
export const RUN_COST_NOTES = [
  'User and system time of whole processes and all that they start, by turns, the least of three.',
  '`run` is `foretrace run` measured by itself; record, assemble and analyse are its steps taken one after another.',
  'The peak is that of the largest process of `foretrace run`: of foretrace itself or of the program.',
  'A result is partial where the search for other schedules came to its limit.',
];

export interface Load {
  readonly name: string;
  readonly plain: readonly string[];
  /** The program so that it records itself where FORETRACE_RECORD says. */
  readonly recording: readonly string[];
  /** What `foretrace run` gets. */
  readonly run: readonly string[];
  /** The program under other tools, by their names. */
  readonly beside: Readonly<Record<string, readonly string[]>>;
  /** Is given the recording before it goes. */
  readonly look?: (recording: string) => void;
}

type OwnStep = 'plain' | 'record' | 'assemble' | 'analyse' | 'run';

export interface RunCost {
  /** Least processor seconds. The three steps are taken one after another; `run` is a whole `foretrace run`, which may overlap them. */
  readonly seconds: Readonly<Record<string, number> & Record<OwnStep, number>>;
  /** Peak of the largest process of `foretrace run`, the highest of all turns. */
  readonly megabytes: number;
  readonly largest: 'foretrace' | 'program';
  /** Whether the search for schedules decided everything, or ended before in one of the turns. */
  readonly result: 'complete' | 'partial';
  /** Bytes of all that the program wrote while it was recorded. */
  readonly logBytes: number;
}

/** The built program of this repository. */
export function builtForetrace(root: string): string {
  const path = join(root, 'dist/cli/main.js');
  if (!existsSync(path)) throw new Error('dist is missing: run `npm run build` first');
  return path;
}

/** Certificates that somebody wants Node to read at every start are no part of what is measured: 0.045 s for a usual list. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, ...own } = process.env;
  return own;
}

export class RunCosts {
  readonly #context: Context;
  readonly #folder: string;
  readonly #foretrace: readonly string[];

  /** What the programs leave behind goes to the folder, and is removed after each turn. */
  constructor(context: Context, folder: string) {
    this.#context = context;
    this.#folder = folder;
    this.#foretrace = [process.execPath, builtForetrace(context.root)];
  }

  async of(load: Load): Promise<RunCost> {
    const turns = this.#context.quick ? 1 : 3;
    let least = await this.#turn(load, `${load.name}: 1 of ${turns}`);
    for (let n = 1; n < turns; n++) least = combined(least, await this.#turn(load, `${load.name}: ${n + 1} of ${turns}`));
    return least;
  }

  async #turn({ plain, beside, recording, run, look }: Load, title: string): Promise<RunCost> {
    this.#context.progress(title);
    const folder = mkdtempSync(join(this.#folder, 'turn-'));
    const log = mkdtempSync(join(folder, 'log-'));
    const trace = join(folder, 'trace.ftrace');
    const seconds: Record<string, number> = { plain: (await this.#silent(plain)).seconds };
    for (const [tool, words] of Object.entries(beside)) seconds[tool] = (await this.#silent(words)).seconds;
    const record = await this.#silent(recording, { FORETRACE_RECORD: log });
    const logBytes = bytesIn(log);
    look?.(log);
    const assemble = await this.#silent([...this.#foretrace, 'assemble', log, trace]);
    const analyse = await this.#silent([...this.#foretrace, 'analyze', trace]);
    const whole = await this.#silent([...this.#foretrace, 'run', '-q', '--', ...run]);
    rmSync(folder, { recursive: true });
    const steps = { record, assemble, analyse, run: whole };
    for (const [step, cost] of Object.entries(steps)) seconds[step] = cost.seconds;
    return {
      seconds: seconds as RunCost['seconds'],
      ...this.#largest(whole),
      result: whole.status === PARTIAL ? 'partial' : 'complete',
      logBytes,
    };
  }

  /** All loads are free of races: whoever says otherwise failed, or measured something else. */
  async #silent(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<ProcessCost> {
    const env = { ...ownEnvironment(), FORETRACE_CACHE: this.#context.scratch, ...environment };
    const cost = await processCost(words, { cwd: this.#folder, env, patience: PATIENCE });
    if (cost.status !== 0 && cost.status !== PARTIAL)
      throw new Error(`${words.join(' ')} ended with ${cost.status}: ${cost.output.slice(0, 2000)}`);
    return cost;
  }

  #largest({ largest }: ProcessCost): Pick<RunCost, 'megabytes' | 'largest'> {
    const own = join(this.#context.root, 'dist');
    const isOwn = largest?.words.some((word) => word.startsWith(own)) ?? false;
    return { megabytes: largest?.megabytes ?? Number.NaN, largest: isOwn ? 'foretrace' : 'program' };
  }
}

function combined(a: RunCost, b: RunCost): RunCost {
  const seconds = Object.fromEntries(
    Object.entries(a.seconds).map(([step, value]) => [step, Math.min(value, b.seconds[step]!)]),
  ) as RunCost['seconds'];
  const { megabytes, largest } = b.megabytes > a.megabytes ? b : a;
  const result = a.result === 'partial' ? a.result : b.result;
  return { seconds, megabytes, largest, result, logBytes: b.logBytes };
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
