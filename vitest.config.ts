import { defineConfig } from 'vitest/config';

// Tests of the program run the built program; only they need, and wait for, a build.
const program = [
  'test/cli/**/*.test.ts',
  'test/package/**/*.test.ts',
  'test/record-node/*.test.ts',
  'test/record/node/**/*.test.ts',
];

export default defineConfig({
  test: {
    // The runner itself hardly works: every core can take tests.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'library', include: ['test/**/*.test.ts'], exclude: program, testTimeout: 30_000 } },
      { test: { name: 'program', include: program, globalSetup: 'test/package/build.ts', testTimeout: 60_000 } },
    ],
  },
});
