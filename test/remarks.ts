// The last lines of a run: how many tests did not run because a program is missing (see needs.ts), which nobody should take for passed, how many
// because nobody asked for them (see runs.ts), and which verdicts needed another schedule.

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
  /** Its folder. */
  readonly folder: string;
  readonly isSkipped?: boolean;
  /** Why the test did not run, if it did not and said so. */
  readonly note?: string | undefined;
  readonly runs?: number | undefined;
}

const MISSING = / (?:is|are) missing \(/;

export function remarks(tests: Iterable<Told>): string[] {
  const skipped = new Map<string, number>();
  const left = new Map<string, number>();
  const again: string[] = [];
  for (const { name, folder, isSkipped = false, note, runs = 1 } of tests) {
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
  return lines;
}

function* told(modules: readonly TestModule[]): Generator<Told> {
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const result = test.result();
      const isSkipped = result.state === 'skipped';
      const note = isSkipped ? result.note : undefined;
      yield { name: test.name, folder: dirname(module.relativeModuleId), isSkipped, note, runs: test.meta().runs };
    }
}

export default class Remarks implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const line of remarks(told(modules))) console.log(line);
  }
}
