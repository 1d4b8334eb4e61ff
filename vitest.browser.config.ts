import { defineConfig } from 'vitest/config';

// `npm run test:browser`: the tests that need Chromium. `npm test` must pass on a machine without one, so they are not part of it.
export default defineConfig({
  test: {
    include: ['test/**/*.browser.ts'],
    globalSetup: ['test/shared-folder.ts', 'test/package/build.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});
