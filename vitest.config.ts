import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The fleet's package imports this one by its name: in tests that is the sources.
const alias = {
  'foretrace/cli': `${import.meta.dirname}/src/cli/toolkit.ts`,
  'foretrace/node': `${import.meta.dirname}/src/node.ts`,
  foretrace: `${import.meta.dirname}/src/index.ts`,
};

// Tests of the program run the built program; only they need, and wait for, a build.
const program = [
  'test/cli/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/fleet/**/*.test.ts',
  'test/package/**/*.test.ts',
  'test/record-node/*.test.ts',
  'test/record/node/*.test.ts',
];

// The same random cases every time, so that a change is judged by what it changed; a run that asks for more asks for others, too.
const { FORETRACE_LONG, FORETRACE_RUNS } = process.env;
if (process.env['FORETRACE_SEED'] === undefined && (FORETRACE_LONG || FORETRACE_RUNS)) {
  process.env['FORETRACE_SEED'] = String(Math.trunc(Math.random() * 2 ** 31));
  console.log(`FORETRACE_SEED=${process.env['FORETRACE_SEED']}`);
}

// Tests that put hooks into their own process.
const hooked = ['test/record/node/transform/*.test.ts', 'test/record/node/wasm/*.test.ts'];

// They start programs and wait for them. The longest come first, so that no core is idle at the end.
const slow =
  /\/(?:package\/(?:docs|extension|jobs)|cli\/(?:cc|confirm[\w-]*|dependencies|escaping|exploring|live|recording)|fleet\/(?:failing|reported|work)|record\/node\/steer|record-(?:node|native|rust)\/suite|record-native\/openmp)\.test\.ts$/;

// One project after the other: a process of tests stays for as long as the next file is of the same project.
const projects = ['program', 'hooks', 'library'];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (slow.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

// They break disks, kill programs, send storms of signals, wait for what must not come, build copies of the repository, compile kernels and many programs,
// count steps and lead programs: longer than all others together, so .ci/run does it, and whoever names one of them.
const thorough = [
  ...['cli/confirm-cuts', 'cli/confirm-meetings', 'cli/confirm-node', 'cli/confirm-waits', 'cli/replay-debugger', 'faults/*'],
  ...['cli/foreign', 'cli/kept-code', 'cli/link', 'cli/native-names', 'cli/outlived'],
  ...['package/extension', 'package/install', 'package/jobs', 'package/kernels', 'package/pack'],
  ...['record/c/storm', 'record/c/waiting', 'record/c/watcher'],
  ...['record/node/cuts', 'record/node/reduce', 'record/node/steer-locks', 'record/node/steer-messages'],
  ...['witness/python', 'work/*'],
].map((name) => `test/${name}.test.ts`);
const isNamed = process.argv
  .slice(2)
  .some((word) => thorough.some((path) => word.startsWith(path.replace(/(?:\*)?\.test\.ts$/, ''))));
const isThorough = process.env['FORETRACE_SUITES'] === 'all' || FORETRACE_LONG || isNamed;
const left = isThorough ? [] : thorough;
if (!isThorough) console.log(`left to .ci/run, or FORETRACE_SUITES=all: ${thorough.join(', ')}`);

const setupFiles = 'test/seed.ts';

// Nets for what hangs, never measures: a machine that is thirty times slower, or has forty other things to do, passes as well.
const patience = { testTimeout: 1_200_000, hookTimeout: 1_200_000 };

export default defineConfig({
  test: {
    // The runner itself hardly works: every core can take tests.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/remarks.ts'],
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'library',
          include: ['test/**/*.test.ts'],
          exclude: [...program, ...hooked, ...left],
          // They keep nothing that others could see: they share processes, and what those have loaded.
          isolate: false,
          globalSetup: ['test/shared-folder.ts', 'test/viewer/page.ts'],
          setupFiles,
          ...patience,
        },
      },
      { test: { name: 'hooks', include: hooked, setupFiles, ...patience } },
      {
        resolve: { alias },
        test: {
          name: 'program',
          include: program,
          exclude: left,
          isolate: false,
          globalSetup: ['test/shared-folder.ts', 'test/package/build.ts'],
          setupFiles,
          ...patience,
        },
      },
    ],
  },
});
