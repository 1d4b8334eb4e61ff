// Programs without a race: pairs that no trace can prove, pairs that only locks suspect, and any two threads at any two places. None of them may meet.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInput } from '../../src/formats/file/input.ts';
import { collectTrace } from '../../src/formats/read.ts';
import { LARGEST, type Plan, type Target, usualPlan } from '../../src/steer/plan.ts';
import { planText } from '../../src/steer/plan-text.ts';
import { confirmedIn, findingsIn, UNORDERED } from './report.ts';
import type { Runner } from './runner.ts';

const SUSPECTED = '4';
const LOCKSET = '1';
/** Of a program that touches memory at more places, only pairs of the first few hundred are tried. */
const MOST_PLANS = 3;

/** What was tried, and what of it met. */
export interface Free {
  /** Pairs of places that were only suspected. */
  readonly suspected: number;
  /** Findings of `lockset`. */
  readonly lockset: number;
  /** Plans with any two threads at any two places. */
  readonly plans: number;
  readonly met: readonly string[];
  readonly isLate: boolean;
}

export async function freeProgram(words: readonly string[], folder: string, foretrace: Runner): Promise<Free> {
  const trace = join(folder, 'free.ftrace');
  const report = ['--fail-on', 'never', '--format', 'json'];
  const suspected = await foretrace(['confirm', '--suspected', '--tries', SUSPECTED, ...report, '--', ...words], UNORDERED);
  const recorded = await foretrace(['record', '-q', '--shared-only', 'off', '-o', trace, ...words]);
  const ofLocks = ['--detector', 'lockset', '--tries', LOCKSET, '--recipes', folder, ...report, trace];
  const lockset = await foretrace(['confirm', ...ofLocks, '--', ...words], UNORDERED);
  const places = await anyTwo(words, trace, folder, foretrace);
  const { tried } = /(?<tried>\d+) tried in the program/.exec(suspected.stderr)?.groups ?? { tried: '0' };
  return {
    suspected: Number(tried),
    lockset: findingsIn(lockset.stdout).length,
    plans: places.plans,
    met: [...confirmedIn(suspected.stdout), ...confirmedIn(lockset.stdout)]
      .map(({ first, second }) => `${first?.location} and ${second.location}`)
      .concat(places.met),
    isLate: suspected.isLate || recorded.isLate || lockset.isLate,
  };
}

async function anyTwo(words: readonly string[], trace: string, folder: string, foretrace: Runner) {
  const plans = plansOf(await sitesIn(trace));
  const met: string[] = [];
  for (const plan of plans) {
    const recipe = join(folder, 'free.recipe');
    writeFileSync(recipe, planText(plan));
    const { stderr } = await foretrace(['replay', recipe, '--', ...words], UNORDERED);
    const line = stderr.split('\n').find((words) => words.startsWith('foretrace: met:'));
    if (line !== undefined) met.push(line);
  }
  return { plans: plans.length, met };
}

/** Of a program that has a trace. */
async function sitesIn(trace: string): Promise<string[]> {
  try {
    const { symbols } = await collectTrace(await openInput(trace), {});
    return [...new Set([...symbols.sites.values()].flat())];
  } catch {
    return [];
  }
}

function plansOf(sites: readonly string[]): Plan[] {
  const targets: Target[] = [];
  for (let from = 0; from < sites.length; from += LARGEST.sites)
    targets.push({ kind: 'access', thread: '*', sites: sites.slice(from, from + LARGEST.sites) });
  const pairs = targets.flatMap((one, i) => targets.slice(i).map((other) => [one, other]));
  return pairs.slice(0, MOST_PLANS).map((pair, i) => ({ ...usualPlan, seed: i + 1, hold: 300, patience: 3000, targets: pair }));
}
