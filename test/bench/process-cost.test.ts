// Processor time and peak memory of a command: a program whose child works and holds memory is the one that counts, and no clock is asked.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { processCost } from '../../bench/process-cost.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-'));
const circumstances = { cwd: folder, patience: 600 };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string): string[] {
  writeFileSync(join(folder, name), text);
  return [process.execPath, name];
}

test('user and system time of a program and its child count', async () => {
  const tells = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6);';
  program('child.cjs', `while (process.cpuUsage().user < 2e5) for (let n = 0; n < 1e6; n++); ${tells}`);
  const parent = program(
    'parent.cjs',
    `require('node:child_process').spawnSync(process.execPath, ['child.cjs'], { stdio: 'inherit' });
    while (process.cpuUsage().system < 2e5) require('node:fs').readdirSync('.');
    ${tells}`,
  );
  const { seconds, output, status } = await processCost(parent, circumstances);
  expect(status).toBe(0);
  const [child, own] = output.split('\n').map(Number);
  expect(child! + own!).toBeGreaterThan(0.4);
  // Both kinds of time are cut to milliseconds.
  expect(seconds).toBeGreaterThan(child! + own! - 0.002);
});

test('both streams are output, and the status is that of the command', async () => {
  const words = program('fails.cjs', `console.log('one'); console.error('two 3.5 4.5'); process.exitCode = 7;`);
  const { output, status, seconds } = await processCost(words, circumstances);
  expect(output.split('\n').toSorted()).toEqual(['', 'one', 'two 3.5 4.5']);
  expect(status).toBe(7);
  expect(seconds).toBeGreaterThan(0);
});

test.runIf(existsSync('/proc/self/task'))('the largest process is named', async () => {
  program(
    'large.cjs',
    `const { existsSync, writeFileSync } = require('node:fs');
    const held = Buffer.alloc(200e6, 1);
    writeFileSync('ready', '');
    const wait = setInterval(() => existsSync('seen') && clearInterval(wait, held), 5);`,
  );
  const words = program(
    'small.cjs',
    `require('node:child_process').spawn(process.execPath, ['large.cjs'], { stdio: 'inherit' });`,
  );
  const cost = processCost(words, circumstances);
  while (!existsSync(join(folder, 'ready'))) await setTimeout(5);
  // A timer of this process that is due later than the next look at the memory.
  await setTimeout(100);
  writeFileSync(join(folder, 'seen'), '');
  const { largest } = await cost;
  expect(largest!.words).toEqual([process.execPath, 'large.cjs']);
  expect(largest!.megabytes).toBeGreaterThan(190);
});

test('what hangs is ended with all that it started', async () => {
  const words = program('hangs.cjs', `require('node:child_process').spawnSync('sleep', ['100000'], { stdio: 'inherit' });`);
  const { status } = await processCost(words, { cwd: folder, patience: 1 });
  expect(status).toBeNull();
});

test.runIf(existsSync('/proc/self/task'))('what takes more memory than it may is ended with all that it started', async () => {
  program('holds.cjs', `const held = Buffer.alloc(300e6, 1); setInterval(() => held, 1000);`);
  const words = program('starts.cjs', `require('node:child_process').spawnSync(process.execPath, ['holds.cjs']);`);
  const { status, largest } = await processCost(words, { ...circumstances, megabytes: 200 });
  expect(status).toBeNull();
  expect(largest!.words).toEqual([process.execPath, 'holds.cjs']);
});

test('standard error goes to its own file if it has one', async () => {
  const words = program('speaks.cjs', `console.log('one'); console.error('two');`);
  const errors = join(folder, "its 'errors'");
  const { output, seconds } = await processCost(words, { ...circumstances, errors });
  expect({ output, errors: readFileSync(errors, 'utf8') }).toEqual({ output: 'one\n', errors: 'two\n' });
  expect(seconds).toBeGreaterThan(0);
});
