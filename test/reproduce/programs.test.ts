// Which traces a run takes of the folders that it is given.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { given } from '../../bench/reproduce/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function made(name: string, ...traces: readonly string[]): string {
  for (const trace of traces) {
    const file = join(folder, name, `${trace}.std.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, trace);
  }
  return join(folder, name);
}

const own = made('own', 'js/pino', 'native/xz-2');
const old = made('old', 'js/pino', 'js/ringbuf', 'native/xz-1', 'java/philo');

test('a subfolder of two folders is that of the first, whatever the names in it', () => {
  const names = (folders: readonly string[]) => given(folders, false).map(({ name }) => name);
  expect(names([own, old])).toEqual(['java/philo', 'js/pino', 'native/xz-2']);
  expect(names([old, own])).toEqual(['java/philo', 'js/pino', 'js/ringbuf', 'native/xz-1']);
});

test('a folder without traces is an error, also beside another', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  expect(() => given([own, empty], false)).toThrow('there are no traces in');
});
