// Interrupts after the program has ended: whatever foretrace does then, it ends, and what it made goes away with it or with the next run.

import { readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folder, foretrace } from '../cli/run.ts';
import { endedWhen, faulty, leftovers, RACE, temporary } from './faults.ts';

/** Enough that every phase can be seen. */
const BURST = `import { isMainThread, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const many = new Int32Array(new SharedArrayBuffer(4096));
  for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: many });
} else for (let i = 0; i < 3e5; i++) workerData[i & 1023]++;
`;

const REPORT = 'report.json';

async function interruptedWhen(ready: (names: string[], pid: number) => boolean) {
  const place = temporary();
  const program = join(folder(), 'burst.mjs');
  writeFileSync(program, BURST);
  const ending = await endedWhen(ready, { args: ['run', '-q', '--format', `json=${REPORT}`, program], place, signal: 'SIGTERM' });
  return { place, ...ending };
}

/** Whether the process wants to hear of SIGTERM, as the system knows it. */
function catchesTerm(pid: number): boolean {
  const caught = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return (BigInt(`0x${caught ?? 'f'.repeat(16)}`) & (1n << BigInt(constants.signals.SIGTERM - 1))) !== 0n;
}

it('while a trace is made leaves nothing', async () => {
  const { place, status } = await interruptedWhen((names) => names.some((name) => name.includes('.trace.ftrace.')));
  expect(status).toBe(143);
  expect(leftovers(place)).toEqual([]);
});

it('while it is analysed ends the program at once; the logs are gone before, the rest is with the next run', async () => {
  const isAnalysing = (names: string[], pid: number) =>
    names.some((name) => name.endsWith('/trace.ftrace')) &&
    !names.some((name) => name.includes('process-') || name === REPORT) &&
    !catchesTerm(pid);
  const { place, signal } = await interruptedWhen(isAnalysing);
  // The system ended it: nobody had to wait for a turn.
  expect(signal).toBe('SIGTERM');
  expect(foretrace(['run', RACE], { env: { TMPDIR: place } }).status).toBe(1);
  expect(leftovers(place)).toEqual([]);
});

it('an analysis that fails leaves the trace', () => {
  const place = temporary();
  const report = join(folder(), 'report.json');
  const env = { TMPDIR: place, ...faulty({ call: 'rename', path: 'report.json', at: 1, error: 'ENOSPC' }) };
  const { status, stderr } = foretrace(['run', '--format', `json=${report}`, RACE], { env });
  expect(status).toBe(2);
  const kept = /the trace is kept in (.*); next: foretrace analyze \1\n/.exec(stderr)?.[1];
  expect(kept, stderr).toBeDefined();
  expect(leftovers(place)).toEqual([]);
  expect(foretrace(['analyze', kept!]).status).toBe(1);
});
