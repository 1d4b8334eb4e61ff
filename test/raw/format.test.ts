// The raw log is said four times: in TypeScript, in C, in the kernel of the screen and in the documentation. They must say the same.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Family } from '../../src/raw/assemble/objects.ts';
import { RANKS } from '../../src/raw/assemble/raw-record.ts';
import {
  AWAITS,
  Origin,
  PLACE_BIT,
  RAW_HEADER_BYTES,
  RAW_MAGIC,
  RAW_RECORD_BYTES,
  RAW_VERSION,
  RAW_VERSION_WITH_CALLS,
  Raw,
  TIME_BITS,
  TIME_SHIFT,
  VALUES,
} from '../../src/raw/format.ts';
import { root } from '../cli/run.ts';

const header = readFileSync(join(root, 'src/record/c/runtime/core/raw.h'), 'utf8');
const page = readFileSync(join(root, 'docs/recording-format.md'), 'utf8');

describe('the C header', () => {
  test('numbers the kinds as TypeScript does', () => {
    const kinds = [...header.matchAll(/^ {2}RAW_([A-Z_]+) = (\d+),$/gm)].map(([, name, number]) => [
      camelCase(name!),
      Number(number),
    ]);
    expect(Object.fromEntries(kinds)).toEqual(Raw);
  });

  test('has the same sizes and bits', () => {
    const constant = (name: string) => Number(new RegExp(`#define RAW_${name} (\\w+)`).exec(header)?.[1]);
    expect(constant('VERSION')).toBe(RAW_VERSION);
    expect(constant('VERSION_WITH_CALLS')).toBe(RAW_VERSION_WITH_CALLS);
    expect(constant('AWAITS')).toBe(AWAITS);
    expect(header).toContain(`#define RAW_PLACE_BIT (1ull << ${Math.log2(PLACE_BIT)})`);
    expect(constant('HEADER_BYTES')).toBe(RAW_HEADER_BYTES);
    expect(constant('RECORD_BYTES')).toBe(RAW_RECORD_BYTES);
    expect(constant('VALUES')).toBe(VALUES);
    expect(constant('TIME_SHIFT')).toBe(TIME_SHIFT);
    expect(constant('TIME_BITS')).toBe(TIME_BITS);
  });

  test('numbers what makes memory as TypeScript does', () => {
    const number = (name: string) => Number(new RegExp(`#define RAW_${name} (\\d+)`).exec(header)?.[1]);
    const { calloc, realloc, aligned, mmap, newArray, posixMemalign, strdup } = Origin;
    expect([number('HEAP'), number('STACK'), number('NEW')]).toEqual([Origin.malloc, Origin.stack, Origin.new]);
    expect(['CALLOC', 'REALLOC', 'ALIGNED', 'MMAP', 'NEW_ARRAY'].map(number)).toEqual([calloc, realloc, aligned, mmap, newArray]);
    expect([number('POSIX_MEMALIGN'), number('STRDUP')]).toEqual([posixMemalign, strdup]);
  });
});

describe('the kernel of the screen', () => {
  const source = (name: string) => readFileSync(join(root, 'kernels/screen', name), 'utf8');
  const numbers = (text: string) =>
    [...text.matchAll(/^(?:export )?const ([A-Z_]+): u32 = (\d+);$/gm)].map(([, name, n]) => [name!, Number(n)] as const);

  test('numbers the kinds that it knows as TypeScript does', () => {
    const [, text] = /Kinds of records.*\n((?:(?:export )?const .*\n)+)/.exec(source('records.ts'))!;
    const own: Readonly<Record<string, string>> = { ACQUIRE_LOCK: 'acquire', RELEASE_LOCK: 'release', THREAD_END: 'end' };
    const kinds = numbers(text!).map(([name, number]) => [own[name] ?? camelCase(name), number]);
    expect(kinds.length).toBeGreaterThan(25);
    expect(Raw).toMatchObject(Object.fromEntries(kinds));
  });

  test('numbers the families of objects as the assembler does', () => {
    const families = numbers(source('objects.ts')).map(([name, number]) => [camelCase(name), number]);
    expect(families.length).toBe(4);
    expect(Family).toMatchObject(Object.fromEntries(families));
  });
});

describe('the page', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| (\w+) \| (\w*) ?\| .*\|$/gm)].map(
    ([, number, name, rank]) => [name!, Number(number), rank!] as const,
  );

  test('has every kind with its number', () => {
    expect(Object.fromEntries(rows.map(([name, number]) => [name, number]))).toEqual(Raw);
  });

  test('says who comes first at one time', () => {
    const ranks: Record<string, number> = { gives: 0, takes: 1, access: 2 };
    for (const [name, number, rank] of rows) if (rank !== '') expect([name, RANKS[number]]).toEqual([name, ranks[rank]]);
    expect(rows.filter(([, , rank]) => rank === '').map(([name]) => name)).toEqual(['none', 'stamp', 'length']);
  });

  test('has the version', () => {
    expect(page).toContain(`version: ${RAW_VERSION}, or ${RAW_VERSION_WITH_CALLS} if`);
  });

  test('has the magic', () => {
    const bytes = [...RAW_MAGIC].map((letter) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')).join(' ');
    expect(page).toContain(bytes);
  });
});

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
