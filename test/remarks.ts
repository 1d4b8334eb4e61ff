// The last lines of a run: how many tests did not run because a program is missing (see needs.ts), which nobody should take for passed, how many
// because nobody asked for them (see runs.ts), which verdicts needed another schedule, and which tests failed, needed another try, or never ended: whoever
// has the end of a long log only has that.

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** How often the program of the test was run, where its verdict depends on schedules. */
    runs?: number;
  }
}

export interface Told {
  readonly name: string;
  /** Its folder, or its file if it ran. */
  readonly folder: string;
  readonly isSkipped?: boolean;
  /** Why the test did not run, if it did not and said so. */
  readonly note?: string | undefined;
  readonly runs?: number | undefined;
  /** What it said, of one that failed. */
  readonly failure?: string | undefined;
  /** The process that ran it is gone. */
  readonly isUnfinished?: boolean;
  /** How often it failed before it passed. */
  readonly retries?: number | undefined;
}

/** Of what a failure says. */
const LONGEST = 200;

const MISSING = / (?:is|are) missing \(/;

export function remarks(tests: Iterable<Told>): string[] {
  const skipped = new Map<string, number>();
  const left = new Map<string, number>();
  const again: string[] = [];
  const ends: string[] = [];
  for (const { name, folder, isSkipped = false, note, runs = 1, failure, isUnfinished = false, retries = 0 } of tests) {
    if (failure !== undefined) ends.push(`failed: ${folder}: ${name}: ${failure.split('\n')[0]!.slice(0, LONGEST)}`);
    else if (isUnfinished) ends.push(`never ended: ${folder}: ${name}`);
    else if (retries > 0) ends.push(`needed another try: ${folder}: ${name}`);
    if (isSkipped && note === undefined) left.set(folder, (left.get(folder) ?? 0) + 1);
    if (note !== undefined && MISSING.test(note)) skipped.set(note, (skipped.get(note) ?? 0) + 1);
    if (runs > 1) again.push(`${name} (${runs} runs)`);
  }
  const lines = [...skipped].map(([note, count]) => `${count} ${count === 1 ? 'test' : 'tests'} did not run: ${note}`);
  if (left.size > 0) {
    const folders = [...left].sort().map(([folder, count]) => `${folder} ${count}`);
    lines.push(`not asked for by FORETRACE_SUITES=all or FORETRACE_LONG=1: tests of ${folders.join(', ')}`);
  }
  if (again.length > 0) lines.push(`other schedules were needed: ${again.join(', ')}`);
  return [...lines, ...ends];
}

function* told(modules: readonly TestModule[]): Generator<Told> {
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const result = test.result();
      const isSkipped = result.state === 'skipped';
      yield {
        name: test.name,
        folder: isSkipped ? dirname(module.relativeModuleId) : module.relativeModuleId,
        isSkipped,
        note: isSkipped ? result.note : undefined,
        runs: test.meta().runs,
        failure: result.state === 'failed' ? (result.errors[0]?.message ?? '') : undefined,
        isUnfinished: result.state === 'pending',
        retries: test.diagnostic()?.retryCount,
      };
    }
}

export default class Remarks implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const line of remarks(told(modules))) console.log(line);
    // For .ci/run, which runs them once more.
    const { FORETRACE_UNFINISHED: list } = process.env;
    const unfinished = modules.filter((module) => ['queued', 'pending'].includes(module.state()));
    if (list !== undefined) writeFileSync(list, unfinished.map(({ relativeModuleId }) => `${relativeModuleId}\n`).join(''));
  }
}
