import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { native } from '../../src/formats/native/index.ts';
import { PACKED_FEATURE } from '../../src/formats/native/layout.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { encode } from '../formats/encode.ts';

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

test('it reads packed files where there is no zlib', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/index.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'library',
    logLevel: 'error',
  });
  const builder = new TraceBuilder();
  for (let i = 0; i < 5000; i++) builder.add(`T${i % 3}`, Op.write, `x${i % 99}`, `a.c:${i % 7}`);
  const bytes = encode(native, builder.trace());
  expect(bytes[10]).toBe(PACKED_FEATURE);
  const page = { TextEncoder, TextDecoder, WebAssembly, URL, performance, bytes };
  const names = runInNewContext(
    `${outputFiles[0]!.text}; library.parseTrace(new Uint8Array(bytes)).symbols.variables.names()`,
    page,
  );
  expect([...names]).toEqual(builder.trace().symbols.variables.names());
  expect(runInNewContext('typeof process', page)).toBe('undefined');
});

test('the bundler would tell', async () => {
  expect((await complaints('src/base/version.ts')).join()).toContain('node:fs');
});
