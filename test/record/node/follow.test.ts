// Programs of Node.js, followed while they run.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import { withPreload } from '../../../src/record/node/preload.ts';
import { holds, holdsKept } from '../followed.ts';
import { register } from './record.ts';

function node(text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-followed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'main.js'), text);
  return [process.execPath, join(folder, 'main.js')];
}
const followed = (follow: string) => ({ NODE_OPTIONS: withPreload(undefined, register), FORETRACE_FOLLOW: follow });

/** Workers that wait for each other's turn, tell their parent, and end in several ways. */
const WORKERS = `
  const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');
  const ROUNDS = 300;
  if (isMainThread) {
    const shared = new Int32Array(new SharedArrayBuffer(64));
    let left = 3;
    for (let i = 0; i < 3; i++) {
      const worker = new Worker(__filename, { workerData: { shared, i } });
      worker.on('message', () => { if (i === 2) worker.terminate(); });
      worker.on('exit', () => { if (--left === 0) shared[3] = 1; });
    }
  } else {
    const { shared, i } = workerData;
    if (i === 2) {
      for (let k = 0; k < ROUNDS; k++) Atomics.add(shared, 2, 1);
      parentPort.postMessage('done');
      setInterval(() => Atomics.load(shared, 2), 1);
    } else
      for (let k = 0; k < ROUNDS; k++) {
        while (Atomics.load(shared, 0) % 2 !== i) Atomics.wait(shared, 0, 1 - i);
        for (let n = 0; n < 20; n++) shared[8 + n % 8] = k;
        Atomics.add(shared, 0, 1);
        Atomics.notify(shared, 0);
      }
  }`;

describe('a program of Node.js is followed', () => {
  test('with workers', async () => {
    await holds(node(WORKERS), followed('taken'));
  });

  test('with workers whose logs stay', async () => {
    await holdsKept(node(WORKERS), followed('kept'));
  });
});
