// Runs the program once more, led by a plan, and takes down what it does: how it ends, what it prints, and what the gates of its processes say.

import { createHash } from 'node:crypto';
import { closeSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../base/private-folder.ts';
import { safeNaming } from '../raw/naming.ts';
import { type Ending, runProgram } from '../record/program.ts';
import type { RecordOptions } from '../record/recorder.ts';
import { recorders } from '../record/recorders.ts';
import { processFolders, recordedProcess } from '../record/recording.ts';
import type { Printed } from '../steer/comparison.ts';
import { noOutcome, OUTCOME_FILE, type Outcome, parseOutcome } from '../steer/outcome.ts';
import type { Plan } from '../steer/plan.ts';
import { planText } from '../steer/plan-text.ts';
import { scheduleText } from '../steer/schedule.ts';
import { openedInput } from './explored-input.ts';
import { recordingFolder } from './recording-folder.ts';

/** What is kept of a stream; beyond that only its sum is compared. */
const MOST_PRINTED = 256 << 10;
/** No gate says more. */
const MOST_OUTCOME = 1 << 20;

export interface SteeredRun {
  readonly ending: Ending;
  readonly stdout: Printed;
  readonly stderr: Printed;
  /** Of the process that came farthest. */
  readonly outcome: Outcome;
  /** The recording, for as long as it is used: a folder as `assembleAll` takes it. And that of the process whose outcome it is. */
  readonly folder: string;
  readonly process: string | undefined;
  /** Sites of a stack of that process as places for people. */
  stackOf(sites: readonly string[]): Promise<readonly string[]>;
}

export interface SteeredOptions extends Partial<RecordOptions> {
  /** A file that is the program's standard input; it is empty without one. */
  readonly input?: string | undefined;
  /** Milliseconds that the program may run. */
  readonly limit: number;
  /** The program has the terminal: it is under a debugger, and nothing that it prints is taken down. */
  readonly heard?: boolean;
}

/** The command line of a program behind other arguments, with or without the -- before it. */
export function programWords(words: readonly string[]): readonly string[] {
  return words[0] === '--' ? words.slice(1) : words;
}

const usualOptions: RecordOptions = { maxEvents: undefined, noise: false, include: [], exclude: [], wasm: true };

/** Runs the program, without a plan as it is, and hands on what came of it. The recording is gone after that. */
export async function steeredRun<R>(
  words: readonly string[],
  plan: Plan | undefined,
  options: SteeredOptions,
  use: (run: SteeredRun) => Promise<R> | R,
): Promise<R> {
  const folder = await recordingFolder(undefined);
  try {
    const environment: NodeJS.ProcessEnv = { ...process.env };
    const file = plan && join(folder.path, 'plan');
    if (plan !== undefined) await writeFile(file!, planText(plan), { mode: PRIVATE_FILE });
    const wanted = { ...usualOptions, schedule: plan?.schedule && scheduleText(plan.schedule), ...options, plan: file };
    for (const recorder of recorders) Object.assign(environment, recorder.environment(folder.path, wanted, environment));
    const stdout = new Taken();
    const stderr = new Taken();
    const ending = await withInput(options.input, (input) => {
      const apart = {
        input,
        limit: options.limit,
        take: (stream: 1 | 2, bytes: Buffer) => (stream === 1 ? stdout : stderr).add(bytes),
      };
      return runProgram(words, environment, options.heard === true ? undefined : apart);
    });
    const outcome = outcomeIn(folder.path, plan?.targets.length ?? 0);
    return await use({
      ending,
      stdout: stdout.printed(),
      stderr: stderr.printed(),
      folder: folder.path,
      ...outcome,
      stackOf: (sites) => stackNames(outcome.process, sites),
    });
  } finally {
    await folder.remove();
  }
}

async function withInput<R>(path: string | undefined, work: (input: number | undefined) => Promise<R>): Promise<R> {
  if (path === undefined) return await work(undefined);
  const input = openedInput(path);
  try {
    return await work(input);
  } finally {
    closeSync(input);
  }
}

class Taken {
  private readonly parts: Buffer[] = [];
  private kept = 0;
  private bytes = 0;
  private readonly hash = createHash('sha256');

  add(bytes: Buffer): void {
    this.hash.update(bytes);
    this.bytes += bytes.length;
    const part = bytes.subarray(0, MOST_PRINTED - this.kept);
    if (part.length > 0) this.parts.push(part);
    this.kept += part.length;
  }

  printed(): Printed {
    return { head: Buffer.concat(this.parts), bytes: this.bytes, sum: this.hash.digest('hex') };
  }
}

/** Of several processes the one that met, or else one that stood somewhere, or that followed at all. */
export function outcomeIn(folder: string, targets: number): { outcome: Outcome; process: string | undefined } {
  const all = processFolders(folder).map((own) => ({
    outcome: parseOutcome(textOf(join(own, OUTCOME_FILE)), targets),
    process: own,
  }));
  const rank = ({ met, stood, followed }: Outcome): number => (met ? 3 : 0) + (stood.length > 0 ? 2 : 0) + (followed ? 1 : 0);
  return all.sort((a, b) => rank(b.outcome) - rank(a.outcome))[0] ?? { outcome: noOutcome, process: undefined };
}

async function stackNames(process: string | undefined, sites: readonly string[]): Promise<readonly string[]> {
  const recorder = process === undefined ? undefined : recordedProcess(process)?.recorder;
  if (recorder === undefined) return sites;
  const { siteLocation } = await safeNaming(() => recorder.naming(process!));
  return sites.map((site) => siteLocation(site) ?? site);
}

/** The program may write there what it likes. */
function textOf(path: string): string {
  try {
    return statSync(path).size > MOST_OUTCOME ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
