// The recorder's own compiled code, kept in the user's cache: what lies there instead does no harm.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { record } from './record.ts';

const PROGRAM = `import { isMainThread, Worker, workerData } from 'node:worker_threads';
if (isMainThread) new Worker(new URL(import.meta.url), { workerData: new Int32Array(new SharedArrayBuffer(8)) });
else workerData[0] = 1;
`;

function newHome(): string {
  const path = mkdtempSync(join(tmpdir(), 'foretrace-home-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function writes(home: string): number {
  const { stderr, threads } = record({ 'main.mjs': PROGRAM }, { env: { XDG_CACHE_HOME: home } });
  expect(stderr).not.toMatch(/[Ee]rror/);
  return threads.flat().filter(({ kind }) => kind === 'write').length;
}

function keptFiles(home: string): string[] {
  const folder = join(home, 'foretrace');
  return readdirSync(folder)
    .filter((name) => /^code-.*-recorder$/.test(name))
    .map((name) => join(folder, name));
}

it('is kept once, made anew where it is damaged, and not needed', () => {
  const home = newHome();
  expect(writes(home)).toBe(1);
  const [file, ...others] = keptFiles(home);
  expect(others).toEqual([]);
  const code = readFileSync(file!);
  expect(writes(home)).toBe(1);
  expect(readFileSync(file!)).toEqual(code);
  const flipped = Uint8Array.from(code);
  flipped[flipped.length >> 1]! ^= 1;
  for (const bytes of [flipped, code.subarray(0, code.length >> 1), new Uint8Array()]) {
    writeFileSync(file!, bytes);
    expect(writes(home)).toBe(1);
    expect(readFileSync(file!).length).toBeGreaterThan(code.length / 2);
  }
  // Others could write there: another folder is used.
  rmSync(file!);
  chmodSync(join(home, 'foretrace'), 0o777);
  expect(writes(home)).toBe(1);
  expect(keptFiles(home)).toEqual([]);
});
