import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const script = join(import.meta.dirname, '../../scripts/check-paths.mjs');

/** The paths that the script misses in a tree of files. */
function missed(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'foretrace-paths-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  const found = [...stderr.matchAll(/names (\S+), which/g)].map((match) => match[1]!);
  expect(status).toBe(found.length === 0 ? 0 : 1);
  return found;
}

test('what this repository names is there', () => {
  expect(spawnSync(process.execPath, [script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('files, folders, ends of paths and placeholders that are there', () => {
  const comment = '// See b.ts, ../one/b.ts, one/b.ts, src/one/b.ts, src/one/, src/<room>/b.ts and src/**/*.ts.';
  expect(
    missed({ 'src/one/b.ts': comment, 'README.md': 'In `src/one/b.ts` and [docs](docs/c++.md).', 'docs/c++.md': '' }),
  ).toEqual([]);
});

test.each([
  ['in a comment of a line', 'src/a.ts', '// as src/gone.ts does', 'src/gone.ts'],
  ['by its end', 'src/a.ts', '// the caller (gone.ts)', 'gone.ts'],
  ['in a long comment', 'test/a.ts', '/**\n * As in one/gone.mjs.\n */', 'one/gone.mjs'],
  ['a folder', 'src/a.ts', '// all of src/gone/', 'src/gone/'],
  ['in a document', 'docs/a.md', 'Write `src/gone/<id>.ts`.', 'src/gone/<id>.ts'],
  ['a part of the runtime', 'src/record/c/runtime/a.h', '// gone.c', 'gone.c'],
])('%s', (_, file, text, path) => {
  expect(missed({ [file]: text })).toEqual([path]);
});

test('code is no comment, and the C files of users are not ours', () => {
  expect(missed({ 'src/a.ts': `export const a = ['src/**', 'src/gone.ts', '**/b'];\n// queue.c:41` })).toEqual([]);
});
