// `foretrace confirm` on programs of Node.js: what depends on the order in which messages come.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, foretrace } from './run.ts';

/**
 * Two accesses race only if the second worker is heard first. Which comes first as a rule `wait` says, in the worker that is to be late; in a run
 * with OTHER it is the first.
 */
const program = (wait: string): string => `import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const cells = new Int32Array(new SharedArrayBuffer(16));
  let first = true;
  const hear = (me) => {
    if (first && me === 1) cells[0] = 7;
    first = false;
    writeFileSync('heard', '');
  };
  rmSync('heard', { force: true });
  for (const me of [0, 1]) new Worker(new URL(import.meta.url), { workerData: { cells, me } }).on('message', hear);
} else {
  const { cells, me } = workerData;
  const nap = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  if (process.env.OTHER && me === 0) while (!existsSync('heard')) nap(5);
  if (!process.env.OTHER && me === 1) ${wait};
  parentPort.postMessage(me);
  if (me === 0) cells[0] = 1;
}
`;

function confirmed(wait: string): string {
  const cwd = folder();
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, 'app.mjs'), program(wait));
  expect(foretrace(['run', 'app.mjs'], { cwd, env: { OTHER: '1' } })).toMatchObject({ status: 1 });
  return foretrace(['confirm', '--tries', '2'], { cwd }).stderr;
}

test('a race that shows only if the other message comes first is led to', () => {
  expect(confirmed('nap(200)')).toMatch(/^R1 .*: confirmed/m);
});

test('one that would need an order which cannot be is not', () => {
  expect(confirmed("while (!existsSync('heard')) nap(5)")).toMatch(/^R1 .*: not reached/m);
});
