// Programs for tests of the command line: one worker, and CommonJS, since Node's loader of modules has a thread of its own, and each such program costs
// twice as much.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

const BEGIN = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const counter = isMainThread ? new Int32Array(new SharedArrayBuffer(8)) : workerData;
if (isMainThread) new Worker(__filename, { workerData: counter });
`;

const folder = mkdtempSync(join(inject('shared'), 'programs-'));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Two threads count without synchronisation. */
export const counter: string = program('counter.cjs', `${BEGIN}for (let i = 0; i < 100; i++) counter[0]++;\n`);

/** They do it under a lock. */
export const mutex: string = program(
  'mutex.cjs',
  `${BEGIN}for (let i = 0; i < 30; i++) {
  while (Atomics.compareExchange(counter, 1, 0, 1) !== 0) Atomics.wait(counter, 1, 1);
  counter[0]++;
  Atomics.store(counter, 1, 0);
  Atomics.notify(counter, 1);
}
`,
);
