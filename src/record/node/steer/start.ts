// Puts the gate into a thread of a program that is led by a plan.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import { display } from '../../../base/quote.ts';
import { Raw } from '../../../raw/format.ts';
import { LARGEST } from '../../../steer/plan.ts';
import { parsePlan } from '../../../steer/plan-text.ts';
import { hide } from '../core/blocks.ts';
import { awakeThreads, free } from '../core/hanging.ts';
import { words } from '../core/log.ts';
import { callsAround } from '../core/stack.ts';
import { steerBy } from '../core/steered.ts';
import type { SiteLine } from '../left.ts';
import { Board } from './board.ts';
import { ThreadGate } from './gate.ts';
import { LedSites } from './led-sites.ts';
import { OutcomeFile } from './outcome-file.ts';
import type { Steering } from './steering.ts';

// Taken now: the program's fs is patched later.
const { readFileSync, statSync, writeSync } = fs;
const { cpuUsage } = process;

/** What the gate of this thread needs, from before the first file of the program is loaded. */
interface Steered {
  readonly hear: (line: SiteLine) => void;
  start(): void;
}

/** For the first thread of a process: the plan that leads it, if there is one that can be read. */
export function steeringOf(file: string | undefined, folder: string): Steering | undefined {
  if (file === undefined) return undefined;
  try {
    if (statSync(file).size > LARGEST.bytes) throw new Error(`it is longer than ${LARGEST.bytes} bytes`);
    const plan = parsePlan(readFileSync(file, 'utf8'), file);
    new OutcomeFile(folder).tell({ followed: true });
    return { plan, memory: new Board().memory, path: '0' };
  } catch (error) {
    say(`foretrace: the plan is not followed: ${display(error instanceof Error ? error.message : String(error))}`);
    return undefined;
  }
}

export function steeredBy(
  steering: Steering | undefined,
  { number, folder, cwd }: { readonly number: number; readonly folder: string; readonly cwd: string },
): Steered | undefined {
  if (steering === undefined) return undefined;
  const sites = new LedSites(folder, cwd);
  return { hear: sites.hear, start: () => startGate(steering, number, folder, sites) };
}

function startGate({ plan, memory, path }: Steering, thread: number, folder: string, sites: LedSites): void {
  hide(memory);
  const board = new Board(memory);
  if (hasInspector()) board.watch();
  const gate = new ThreadGate({
    plan,
    board,
    thread,
    path,
    outcome: new OutcomeFile(folder),
    word: (site) => sites.word(site),
    // Node's own frames say nothing.
    stack: () => (callsAround(0) ?? []).flatMap(({ site }) => sites.word(site) ?? []).filter((word) => !word.startsWith('node:')),
    words: () => words,
    around: {
      awake: awakeThreads,
      free,
      worked,
      now: () => performance.now(),
      isWatched: () => board.isWatched,
    },
    say,
  });
  steerBy(gate, (kind) => kind === Raw.write || kind === Raw.writeRange);
}

/** Only the first thread knows: workers are debugged through it. */
function hasInspector(): boolean {
  const inspector = createRequire(import.meta.url)('node:inspector') as typeof import('node:inspector');
  return inspector.url() !== undefined;
}

function worked(): number {
  const { user, system } = cpuUsage.call(process);
  return (user + system) / 1000;
}

function say(line: string): void {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // Nobody listens.
  }
}
