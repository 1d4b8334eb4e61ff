// What is known of a standard library that is not instrumented.

import { expect, test } from 'vitest';
import { archiveSymbols } from '../../src/record/c/rust/archive-symbols.ts';
import { rustCompilation } from '../../src/record/c/rust/compile.ts';
import { standardModels } from '../../src/record/c/rust/standard-models.ts';
import { findRust } from '../../src/record/c/rust/toolchain.ts';
import { needsRust } from '../needs.ts';

function archive(symbols: readonly string[]): Buffer {
  const names = Buffer.from(symbols.map((symbol) => `${symbol}\0`).join(''));
  const offsets = Buffer.alloc(4 + 4 * symbols.length);
  offsets.writeUInt32BE(symbols.length);
  const bytes = String(offsets.length + names.length);
  return Buffer.concat([Buffer.from(`!<arch>\n${'/'.padEnd(48)}${bytes.padEnd(10)}\`\n`), offsets, names, Buffer.from('next/')]);
}

test('the index of an archive has the names of its symbols', () => {
  expect(archiveSymbols(archive(['one', 'two']))).toEqual(['one', 'two']);
  expect(archiveSymbols(Buffer.from('no archive'))).toEqual([]);
});

test('a library in which a function is missing is not known', () => {
  expect(standardModels([])).toBeUndefined();
  expect(standardModels(['_RNvMs0_NtNtCs1_3std4sync7barrierNtB5_7Barrier4wait'])).toBeUndefined();
});

test('tests are refused: the harness is part of the library', { timeout: 1_200_000 }, async (context) => {
  await needsRust(context);
  const env = { ...process.env, FORETRACE_RUST_STD: 'plain' };
  const compiled = (...args: string[]) => rustCompilation(findRust([], env), args, env).command;
  expect(() => compiled('--test', 'lib.rs')).toThrow(/tests cannot be recorded with the standard library/);
  expect(compiled('main.rs')).toContain('main.rs');
});
