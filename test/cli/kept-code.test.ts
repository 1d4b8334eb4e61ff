// The compiled code of the program, kept in the user's cache: it is used, and nothing that may lie there instead does harm.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { all } from '../runs.ts';

function newCache(): { readonly home: string; kept(): string[] } {
  const home = mkdtempSync(join(tmpdir(), 'foretrace-kept-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'foretrace');
  return { home, kept: () => readdirSync(folder).map((name) => join(folder, name)) };
}

function formats(home: string, ...flags: string[]): string {
  const env = { ...process.env, XDG_CACHE_HOME: home };
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, inject('main'), 'formats'], {
    env,
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

test('the code of a command is kept once, and runs', () => {
  const { home, kept } = newCache();
  const first = formats(home);
  const [file, ...others] = kept();
  expect(others).toEqual([]);
  const code = readFileSync(file!);
  expect(formats(home)).toBe(first);
  expect(readFileSync(file!)).toEqual(code);
});

test.runIf(all)('code that is damaged, cut or empty is made anew', () => {
  const { home, kept } = newCache();
  const first = formats(home);
  const file = kept()[0]!;
  const code = readFileSync(file);
  const flipped = Uint8Array.from(code);
  flipped[flipped.length >> 1]! ^= 1;
  for (const bytes of [flipped, code.subarray(0, code.length >> 1), new Uint8Array(2), new Uint8Array()]) {
    writeFileSync(file, bytes);
    expect(formats(home)).toBe(first);
    expect(readFileSync(file).length).toBeGreaterThan(code.length / 2);
  }
});

test.runIf(all)('other flags of V8 have code of their own', () => {
  const { home, kept } = newCache();
  expect(formats(home, '--no-opt')).toBe(formats(home));
  expect(kept()).toHaveLength(2);
});

test.runIf(all)('a cache that cannot be had, or is full of old code, is no matter', () => {
  const { home, kept } = newCache();
  const first = formats(home);
  for (let i = 0; i < 40; i++) writeFileSync(join(home, 'foretrace', `code-${i}`), '');
  formats(home, '--no-opt');
  expect(kept()).toHaveLength(24);
  chmodSync(join(home, 'foretrace'), 0o777);
  expect(formats(home)).toBe(first);
});

test('the script is ASCII: it is read byte by byte', () => {
  const script = readFileSync(join(inject('main'), '..', 'foretrace.cjs'));
  expect(script.findIndex((byte) => byte > 0x7f)).toBe(-1);
});
