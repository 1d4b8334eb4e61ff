// The last line of a run: how many tests did not run because a program is missing (see needs.ts). Nobody should take them for passed.

import type { Reporter, TestModule } from 'vitest/node';

const MISSING = / is missing$/;

export class MissingPrograms implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        if (note !== undefined && MISSING.test(note)) counts.set(note, (counts.get(note) ?? 0) + 1);
      }
    for (const [note, count] of counts) console.log(`${count} ${count === 1 ? 'test' : 'tests'} did not run: ${note}`);
  }
}
