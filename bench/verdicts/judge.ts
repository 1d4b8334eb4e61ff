// The verdict of one tool on one program: built once, run until it reports a race or has been run often enough.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Build, BuildError, type NativePrograms } from '../native-programs.ts';
import { processCost } from '../process-cost.ts';
import { ownEnvironment } from '../run-cost.ts';
import type { Program } from './discovery.ts';
import type { Said, Tool } from './tools.ts';

export interface HowToRun {
  /** At the most; the first report ends it. */
  readonly runs: number;
  /** Seconds that a run may take. */
  readonly patience: number;
  /** Of OpenMP. */
  readonly threads: number;
}

export interface Verdict {
  readonly outcome: Said | 'not ended' | 'not built';
  /** Processor seconds of the runs that ended. */
  readonly seconds: number;
  /** The last words of a compiler or tool that failed. */
  readonly words?: string;
}

/** Of what was printed. */
const LAST_WORDS = 400;

export class Judge {
  readonly #programs: NativePrograms;
  readonly #how: HowToRun;
  readonly #root: string;
  /** Of the program at hand: two tools may run the same. */
  readonly #built = new Map<Build, Promise<string>>();

  constructor(programs: NativePrograms, how: HowToRun, root: string) {
    this.#programs = programs;
    this.#how = how;
    this.#root = root;
  }

  async verdict(tool: Tool, program: Program): Promise<Verdict> {
    try {
      const { build } = tool;
      return await this.#runs(tool, build === 'source' ? program.source : await this.#executable(build, program));
    } catch (error) {
      if (error instanceof BuildError) return { outcome: 'not built', seconds: 0, words: error.message.slice(-LAST_WORDS) };
      throw error;
    }
  }

  /** To be told when all tools have judged a program: what was built of it is removed. */
  async leave(): Promise<void> {
    for (const path of await Promise.allSettled(this.#built.values()))
      if (path.status === 'fulfilled') rmSync(path.value, { force: true });
    this.#built.clear();
  }

  #executable(build: Build, { source, flags }: Program): Promise<string> {
    const known = this.#built.get(build) ?? this.#programs.built(build, source, flags);
    this.#built.set(build, known);
    return known;
  }

  /** The strongest that it said: a race, then silence of a run that ended. */
  async #runs(tool: Tool, path: string): Promise<Verdict> {
    const verdicts: Verdict[] = [];
    while (verdicts.length < this.#how.runs && !verdicts.some(({ outcome }) => outcome === 'race'))
      verdicts.push(await this.#run(tool, path));
    return { ...strongest(verdicts), seconds: verdicts.reduce((sum, { seconds }) => sum + seconds, 0) };
  }

  async #run(tool: Tool, path: string): Promise<Verdict> {
    // All that a run leaves behind: a tool that is ended does not remove it.
    const folder = join(this.#programs.folder, 'run');
    mkdirSync(folder);
    try {
      const report = join(folder, 'report.json');
      const { words, env } = tool.run(path, report, this.#root);
      const { status, output, seconds } = await processCost(words, {
        cwd: folder,
        env: { ...ownEnvironment(), OMP_NUM_THREADS: `${this.#how.threads}`, TMPDIR: folder, ...env },
        patience: this.#how.patience,
      });
      const isEnded = status !== null;
      const outcome = outcomeOf(tool.said(output, report), isEnded);
      return {
        outcome,
        seconds: isEnded ? seconds : 0,
        ...(outcome === 'failed' && { words: output.slice(-LAST_WORDS) }),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Silence of a run that was ended is none; what it had told before counts. @internal */
export function outcomeOf(said: Said, isEnded: boolean): Verdict['outcome'] {
  return isEnded || said === 'race' ? said : 'not ended';
}

const STRENGTH: readonly Verdict['outcome'][] = ['race', 'silent', 'partial', 'not ended', 'failed', 'not built'];

/** @internal */
export function strongest(verdicts: readonly Verdict[]): Verdict {
  return verdicts.toSorted((a, b) => STRENGTH.indexOf(a.outcome) - STRENGTH.indexOf(b.outcome))[0]!;
}
