// Runs the program of a package as it is and under `foretrace run`, and tells what it cost and which pairs of places were reported.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessCost, processCost } from '../process-cost.ts';
import { ownEnvironment } from '../run-cost.ts';
import type { Installed } from './install.ts';
import type { PackageProgram } from './package.ts';

/** Nets: seconds, and megabytes of the largest process, at which a run is ended; records of a process, at which its recording stops. */
export const LIMITS = { patience: 900, megabytes: 8_000, events: 100_000_000 };

/** Two places of a finding, of a deadlock as many as it has steps. */
export interface Pair {
  readonly type: string;
  readonly claim: string;
  readonly places: readonly string[];
  readonly variable: string;
}

export interface Ran {
  readonly seconds: number;
  /** The peak of the largest process. */
  readonly megabytes: number;
  /** Its standard output. */
  readonly output: string;
}

export interface Recorded extends Ran {
  readonly logBytes: number;
  /** Entries of the report, and findings that it leaves out because they are wholly in dependencies. */
  readonly findings: number;
  readonly folded: number;
  readonly pairs: readonly Pair[];
  /** Whether the result is of less than the whole run. */
  readonly partial: boolean;
}

export interface How {
  /** Where transformed code is kept. */
  readonly cache: string;
  readonly noise?: boolean;
  /** Also what is wholly in dependencies. */
  readonly dependencies?: boolean;
}

/** The exit status of foretrace for a result of less than the whole run. */
const PARTIAL = 3;

export class Programs {
  private readonly foretrace: readonly string[];

  /** With the file of the built command line. */
  constructor(main: string) {
    this.foretrace = [process.execPath, main];
  }

  plain(one: PackageProgram, at: Installed): Promise<Ran> {
    return inFolder(async (folder) => {
      const { status, ...cost } = await costOf(wordsOf(one, at), at.folder, folder, {});
      if (status !== 0) throw new Error(`it ended with ${status}: ${said(folder)}`);
      return ran(cost);
    });
  }

  recorded(one: PackageProgram, at: Installed, how: How): Promise<Recorded> {
    return inFolder(async (folder) => {
      const [raw, report] = [join(folder, 'raw'), join(folder, 'report.jsonl')];
      const words = ['-q', `--fail-on=never`, `--format=jsonl=${report}`, `--raw=${raw}`, `--max-events=${LIMITS.events}`];
      if (how.noise) words.push('--noise');
      if (how.dependencies) words.push('--dependencies');
      // Some of them are tools, which run as they are unless they are asked for.
      words.push('--include', '**');
      const all = [...this.foretrace, 'run', ...words, '--', ...wordsOf(one, at)];
      const { status, ...cost } = await costOf(all, at.folder, folder, { FORETRACE_CACHE: how.cache });
      if (status !== 0 && status !== PARTIAL) throw new Error(`foretrace run ended with ${status}: ${said(folder)}`);
      return { ...ran(cost), logBytes: logBytes(raw), ...reported(readFileSync(report, 'utf8'), status === PARTIAL) };
    });
  }
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-package-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What of the report (docs/reports.md, `jsonl`) is asked for here. */
interface Line {
  readonly type: string;
  readonly claim?: string;
  readonly variable?: string;
  readonly places?: readonly { readonly first: string | null; readonly second: string; readonly claim: string }[];
  readonly cycle?: readonly { readonly location: string }[];
  readonly complete?: boolean;
  readonly leftOut?: { readonly dependencies?: number };
}

function reported(report: string, isPartial: boolean): Pick<Recorded, 'findings' | 'folded' | 'pairs' | 'partial'> {
  const lines = report
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const findings = lines.filter(({ places }) => places !== undefined);
  return {
    findings: findings.length,
    folded: lines.find(({ type }) => type === 'end')?.leftOut?.dependencies ?? 0,
    pairs: findings.flatMap(pairsOf),
    partial: isPartial || lines.some(({ type, complete }) => type === 'trace' && complete === false),
  };
}

function pairsOf({ type, variable = '', claim = '', cycle, places = [] }: Line): Pair[] {
  if (type === 'deadlock' && cycle !== undefined)
    return [{ type, variable, claim, places: cycle.map(({ location }) => location) }];
  return places.map((pair) => ({ type, variable, claim: pair.claim, places: [String(pair.first), pair.second] }));
}

/** Of all processes; a trace that was made of them is no part of it. */
function logBytes(raw: string): number {
  const files = readdirSync(raw, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const logs = files.filter(({ name }) => !name.endsWith('.ftrace'));
  return logs.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function wordsOf({ program }: PackageProgram, { before }: Installed): string[] {
  return [...before, ...program];
}

/** Standard error is apart: warnings have numbers of processes in them. */
const ERRORS = 'errors';

function costOf(words: readonly string[], cwd: string, folder: string, environment: NodeJS.ProcessEnv): Promise<ProcessCost> {
  const env = { ...ownEnvironment(), ...environment };
  const { patience, megabytes } = LIMITS;
  return processCost(words, { cwd, env, patience, megabytes, errors: join(folder, ERRORS) });
}

function ran({ seconds, largest, output }: Omit<ProcessCost, 'status'>): Ran {
  return { seconds, output, megabytes: largest?.megabytes ?? Number.NaN };
}

function said(folder: string): string {
  return readFileSync(join(folder, ERRORS), 'utf8').slice(-2000);
}
