import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What a bundler for browsers says about an entry: nothing from Node and no package may be needed. */
async function complaints(entry: string): Promise<string[]> {
  const { errors } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  }).catch((failed: { errors: { text: string }[] }) => failed);
  return errors.map(({ text }) => text);
}

test('the library runs in a browser', async () => {
  expect(await complaints('src/index.ts')).toEqual([]);
});

test('the bundler would tell', async () => {
  expect((await complaints('src/cli/version.ts')).join()).toContain('node:fs');
});
