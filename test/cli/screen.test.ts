// A run that can have no race needs no trace: what a user sees of that.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { all } from '../runs.ts';
import { folder, foretrace } from './run.ts';

/** Two workers, each in its own half of the memory, and what they did is read after their end. */
const APART = `const { Worker } = require('node:worker_threads');
const cells = new Int32Array(new SharedArrayBuffer(64));
const work = 'const { cells, from } = require("node:worker_threads").workerData; for (let i = 0; i < 8; i++) cells[from + i]++;';
let left = 2;
for (const from of [0, 8]) {
  new Worker(work, { eval: true, workerData: { cells, from } }).on('exit', () => {
    if (--left === 0) console.log(cells.reduce((a, b) => a + b));
  });
}
`;
const TOGETHER = APART.replace('[0, 8]', '[0, 4]');

function run(text: string, ...options: string[]) {
  const cwd = folder();
  writeFileSync(join(cwd, 'package.json'), '{}');
  writeFileSync(join(cwd, 'app.cjs'), text);
  return { cwd, ...foretrace(['run', ...options, 'app.cjs'], { cwd, env: { XDG_CACHE_HOME: cwd } }) };
}

test('its report says what it looked at', () => {
  const { status, stdout, stderr } = run(APART);
  expect(stdout).toMatch(/^16\nno race or deadlock · \d+ events, 3 threads, 0 locks, \d+ variables\n$/);
  expect(stderr).toMatch(/recorded \d+ events of 3 threads\n/);
  expect(status).toBe(0);
});

test.runIf(all)('its JSON is that of an analysis that found nothing', () => {
  const screened = run(APART, '-q', '--format', 'json=report.json');
  const analysed = run(APART, '-q', '--screen', 'off', '--format', 'json=report.json');
  const [one, other] = [screened, analysed].map(({ cwd }) => JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')));
  expect(Object.keys(one).sort()).toEqual(Object.keys(other).sort());
  expect(one.findings).toEqual([]);
  expect(one.detectors.map(({ id }: { id: string }) => id)).toEqual(other.detectors.map(({ id }: { id: string }) => id));
  expect([one.trace.complete, screened.status, analysed.status]).toEqual([true, 0, 0]);
});

test.runIf(all)('--trace has a trace in any case', () => {
  const { cwd, status } = run(APART, '-q', '--trace', 't.ftrace');
  expect(status).toBe(0);
  expect(existsSync(join(cwd, 't.ftrace'))).toBe(true);
});

test.runIf(all)('a process that passes beside one that does not: explain knows which trace it speaks of', () => {
  const both = `const { execFileSync } = require('node:child_process');
for (const [name, text] of [['apart', ${JSON.stringify(APART)}], ['together', ${JSON.stringify(TOGETHER)}]]) {
  require('node:fs').writeFileSync(name + '.cjs', text);
  execFileSync(process.execPath, [name + '.cjs']);
}
`;
  const { cwd, status, stdout } = run(both, '-q');
  expect(status, stdout).toBe(1);
  const { status: explained, stdout: words } = foretrace(['explain', 'R1'], { cwd, env: { XDG_CACHE_HOME: cwd } });
  expect(explained, words).toBe(0);
  expect(words).toContain('cells');
});
