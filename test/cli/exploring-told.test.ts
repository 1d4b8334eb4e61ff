// What many runs tell: a race that was met is in the report, and a seed of Node.js gives the same schedule again.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { all } from '../runs.ts';
import { LOCK, RecordedProgram, threads, UNLOCK } from './recorded-program.ts';
import { folder, foretrace } from './run.ts';

test('two threads that met are told of, also if another race of the same memory hides theirs', (context) => {
  needs('c', context);
  const push =
    'struct n { struct n *next; };\nstatic struct n *head;\nstatic void push(void) { struct n *k = malloc(sizeof *k); k->next = head; head = k; }\n';
  const often = (words: string): string => `for (int i = 0; i < 3; i++) { ${words} }`;
  const program = new RecordedProgram(threads(often(`${LOCK} push(); ${UNLOCK}`), often('push();'), push));
  for (let seed = 1; seed <= (all ? 8 : 4); seed++) {
    const env = { XDG_CACHE_HOME: join(program.cwd, `cache-${seed}`) };
    const args = ['run', '--runs', '2', '--schedule', 'led', '--seed', `${seed}`, './p'];
    const { stdout, stderr } = foretrace(args, { cwd: program.cwd, env });
    const met = Number(/tried in the program, (\d+) of them met/.exec(stderr)?.[1] ?? 0);
    if (met > 0) expect(stdout).toContain('happens in the program');
  }
}, 600_000);

test('what is meant as the seed of one run is not taken for a word', () => {
  for (const seed of ['', 'pct:zz', 'plain:1', 'PCT:4b87f821:212:3']) {
    const { status, stderr } = foretrace(['run', '--seed', seed, 'true'], { cwd: folder() });
    expect(stderr).toMatch(/^foretrace: error USAGE: --seed ".*" is no seed\n {2}hint: .*\n$/);
    expect(status).toBe(2);
  }
});

const UPDATES = `import { isMainThread, Worker, workerData } from 'node:worker_threads';
const start = (late) => new Worker(new URL(import.meta.url), { workerData: { shared, late } }).on('exit', end);
const shared = isMainThread ? new Int32Array(new SharedArrayBuffer(64)) : workerData.shared;
let left = 2;
const end = () => { if (--left === 0) console.log('order', [...shared.subarray(2, 6)].join('')); };
if (isMainThread) start(false), start(true);
else {
  // The end of a short sleep is awaited.
  if (workerData.late) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  for (let i = 0; i < 2; i++) shared[2 + Atomics.add(shared, 0, 1)] = workerData.late ? 2 : 1;
}
`;

test.runIf(all)('a worker that has slept is as fast as one that has not', { timeout: 600_000 }, () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'updates.mjs'), UPDATES);
  for (const seed of ['pct:0badcafe:6:2', 'pct:77777777:6:4']) {
    const orders = Array.from({ length: 8 }, () => foretrace(['run', '-q', '--seed', seed, 'updates.mjs'], { cwd }).stdout);
    const told = orders.map((stdout) => /order \d+/.exec(stdout)?.[0]);
    // Now and then the machine lets a thread wait for so long that nobody waits for it.
    const most = Math.max(...told.map((one) => told.filter((other) => other === one).length));
    expect(most, told.join(', ')).toBeGreaterThan(6);
  }
});
