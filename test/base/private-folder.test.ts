import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOwn, makePrivateFolder } from '../../src/base/private-folder.ts';

function place(): string {
  const path = mkdtempSync(join(tmpdir(), 'foretrace-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('those above it are made as well, and it may be there', () => {
  const path = join(place(), 'a/b/c');
  makePrivateFolder(path);
  makePrivateFolder(path);
  makePrivateFolder(`${path}/`);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
});

test('a link to a folder is one, a file is none', () => {
  const path = place();
  mkdirSync(join(path, 'folder'));
  symlinkSync(join(path, 'folder'), join(path, 'link'));
  makePrivateFolder(join(path, 'link'));
  writeFileSync(join(path, 'file'), '');
  expect(() => makePrivateFolder(join(path, 'file'))).toThrow('EEXIST');
  expect(() => makePrivateFolder(join(path, 'file/inside'))).toThrow('ENOTDIR');
});

test('what others own or can write to is not the user’s', () => {
  expect(isOwn({ uid: 7, mode: 0o755 }, 7)).toBe(true);
  expect(isOwn({ uid: 8, mode: 0o700 }, 7)).toBe(false);
  expect(isOwn({ uid: 7, mode: 0o775 }, 7)).toBe(false);
  // As Windows has it.
  expect(isOwn({ uid: 0, mode: 0o666 }, undefined)).toBe(true);
});

// Node.js would try for ever.
test.runIf(existsSync('/proc'))('a folder that has no room for others is an error', () => {
  expect(() => makePrivateFolder('/proc/foretrace')).toThrow('ENOENT');
  expect(() => makePrivateFolder('/proc/foretrace/store')).toThrow('ENOENT');
});
