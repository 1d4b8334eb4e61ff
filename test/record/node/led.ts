// Runs a program that is led by a plan.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noOutcome, OUTCOME_FILE, type Outcome, parseOutcome } from '../../../src/steer/outcome.ts';
import { type Plan, usualPlan } from '../../../src/steer/plan.ts';
import { planText } from '../../../src/steer/plan-text.ts';
import { type Recorded, type RecordOptions, record } from './record.ts';

export interface Led extends Recorded {
  readonly outcome: Outcome;
}

/** `files`: the first is run. `plan`: what is not usual, or the text. */
export function led(files: Readonly<Record<string, string>>, plan: Partial<Plan> | string, options: RecordOptions = {}): Led {
  const text = typeof plan === 'string' ? plan : planText({ ...usualPlan, ...plan });
  const recorded = record({ ...files, 'the.plan': text }, { ...options, env: { ...options.env, FORETRACE_PLAN: 'the.plan' } });
  const told = recorded.processes.map(({ folder }) => join(folder, OUTCOME_FILE)).filter((path) => existsSync(path));
  const outcomes = told.map((path) => parseOutcome(readFileSync(path, 'utf8'), text.match(/^target /gm)?.length ?? 0));
  return { ...recorded, outcome: outcomes.find(({ met }) => met !== undefined) ?? outcomes[0] ?? noOutcome };
}

/** `read 0.1 FILE:3:5`: a target. */
export function targets(...words: readonly string[]): Pick<Plan, 'targets'> {
  return {
    targets: words.map((word) => {
      const [kind, thread, ...sites] = word.split(' ');
      return { kind: kind as Plan['targets'][number]['kind'], thread: thread!, sites };
    }),
  };
}
