// Lines and names from programs of the machine's own compilers, in all forms of debug information that they write.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nativeNaming } from '../../src/record/c/naming.ts';
import { demangled } from '../../src/symbols/elf/demangle.ts';
import { readElf } from '../../src/symbols/elf/elf.ts';
import { memoryMap } from '../../src/symbols/elf/memory-map.ts';
import { Symbolizer } from '../../src/symbols/elf/symbolizer.ts';
import { needs } from '../needs.ts';
import { long } from '../runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-symbols-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The program prints its map, then one line per address: what it is, and what should be said of it.
const SOURCE = `#include <stdio.h>
#include "part.h"
struct { int a, b; } pair;
static int count = 1;
int *other_count(void) { static int count = 2; return &count; }
__attribute__((noinline)) void *here(void) { __asm__ volatile(""); return __builtin_return_address(0); }
static inline __attribute__((always_inline)) void *inlined(void) { return here(); }
int main(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  for (int c; (c = getc(maps)) != EOF;) putchar(c);
  printf("data %p pair.a\\n", (void *)&pair);
  printf("data %p pair.b\\n", (void *)&pair.b);
  printf("data %p count.0\\n", (void *)other_count());
  printf("data %p count (symbols.c)\\n", (void *)&count);
  printf("data %p count (part.c)\\n", (void *)part_count());
  void *first = here();
  printf("code %p symbols.c:16 (main)\\n", (char *)first - 1);
  void *second = inlined();
  printf("code %p symbols.c:7:68 (inlined)\\n", (char *)second - 1);
  return count < 0;
}
`;
writeFileSync(join(folder, 'symbols.c'), SOURCE);
writeFileSync(join(folder, 'part.h'), 'int *part_count(void);\n');
writeFileSync(join(folder, 'part.c'), '#include "part.h"\nstatic int count = 3;\nint *part_count(void) { return &count; }\n');

function compile(compiler: string, flags: readonly string[]): string {
  execFileSync(compiler, [...flags, '-w', 'symbols.c', 'part.c', '-o', 'symbols'], { cwd: folder });
  return execFileSync(join(folder, 'symbols'), { encoding: 'utf8' });
}

function check(output: string, only = ''): void {
  const symbols = new Symbolizer(output);
  const naming = nativeNaming(output, folder);
  const asked = [...output.matchAll(/^(data|code) 0x([0-9a-f]+) (.+)$/gm)];
  expect(asked).toHaveLength(7);
  for (const [, kind, address, wanted] of asked) {
    if (only !== '' && kind !== only) continue;
    const at = Number.parseInt(address!, 16);
    expect(kind === 'data' ? symbols.data(at, 4) : naming.location(at)).toBe(wanted);
  }
  // Where the lines stand in the source, whatever became of the code.
  const places = asked.filter(([, kind]) => kind === 'code').map(([, , address]) => naming.place!(Number.parseInt(address!, 16)));
  expect(places).toEqual([
    { function: 'main', line: 8, text: 'void *first = here();', statement: 'void*first=here()', column: 3 },
    {
      function: 'inlined',
      line: 0,
      text: SOURCE.split('\n')[6],
      statement: 'return here()',
      column: SOURCE.split('\n')[6]!.indexOf('return') + 1,
    },
  ]);
  expect(naming.notes!()).toEqual([]);
}

describe('gcc', () => {
  beforeEach((context) => needs('gcc', context));

  test.each([
    '-g',
    '-g -O2',
    '-g -no-pie',
    '-gdwarf-4',
    '-gdwarf-3 -O1',
    '-gdwarf-2',
    '-g -gdwarf64',
    '-g -gz',
    '-gdwarf-4 -gz=zlib',
  ])('%s', (flags) => check(compile('gcc', flags.split(' '))));

  test('-flto', () => {
    // Names of statics are made anew.
    check(compile('gcc', ['-g', '-flto', '-O1']), 'code');
  });

  test('debug information in a file of its own', (context) => {
    needs('objcopy', context);
    const output = compile('gcc', ['-g']);
    const run = (line: string) => execFileSync('sh', ['-c', line], { cwd: folder });
    run('objcopy --only-keep-debug symbols symbols.debug && strip symbols && objcopy --add-gnu-debuglink=symbols.debug symbols');
    check(output);
    rmSync(join(folder, 'symbols.debug'));
    const naming = nativeNaming(output, folder);
    const [, code] = /^code 0x([0-9a-f]+)/m.exec(output)!;
    expect(naming.location(Number.parseInt(code!, 16))).toMatch(/^symbols\+0x[0-9a-f]+$/);
    expect(naming.notes!()).toHaveLength(1);
  });

  test('a damaged file names nothing, and harms nobody', () => {
    const output = compile('gcc', ['-g']);
    const path = join(folder, 'symbols');
    const whole = readFileSync(path);
    const addresses = [...output.matchAll(/^(?:data|code) 0x([0-9a-f]+)/gm)].map(([, address]) => Number.parseInt(address!, 16));
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let i = 0; i < 60; i++) {
      const bytes = Buffer.from(i % 2 ? whole : whole.subarray(0, random(whole.length)));
      for (let n = 0; n < 200; n++) if (i % 2) bytes[random(bytes.length)] = random(256);
      rmSync(path);
      writeFileSync(path, bytes);
      const naming = nativeNaming(output, folder);
      for (const address of addresses) {
        expect(typeof naming.location(address)).toBe('string');
        expect(typeof naming.variable(address, 4, undefined)).toBe('string');
        expect(() => naming.place!(address)).not.toThrow();
        expect(naming.frames!(address).length).toBeLessThan(100);
        const block = { address: 0x100, bytes: 64, kind: 7, site: address, thread: 1, number: 1 };
        expect(typeof naming.variable(0x110, 4, block)).toBe('string');
      }
    }
  });
});

// clang is large, and none of the other tests needs it.
describe.runIf(long)('clang', () => {
  beforeEach((context) => needs('clang', context));

  test.each(['-g', '-g -O2', '-gdwarf-4 -O1', '-g -gz'])('%s', (flags) => {
    // clang gives statics of functions names of their own.
    check(compile('clang', flags.split(' ')).replace('count.0\n', 'other_count.count\n'));
  });
});

test('addresses outside of any file are numbers', () => {
  const naming = nativeNaming('', folder);
  expect(naming.location(0x1234)).toBe('0x1234');
  expect(naming.location(0)).toBe('');
  expect(naming.variable(0x1234, 4, undefined)).toBe('0x1234');
});

test('what is no ELF file is none', () => {
  expect(readElf(join(folder, 'symbols.c'))).toBeUndefined();
  expect(readElf(join(folder, 'nowhere'))).toBeUndefined();
  expect(readElf(folder)).toBeUndefined();
  const map = memoryMap(
    '1000-3000 r--p 00000000 fe:00 1   /no/such/file (deleted)\nnonsense\n7000-8000 rw-p 00000000 00:00 0 [heap]\n',
  );
  expect(map.at(0x2000)).toMatchObject({ path: '/no/such/file', bias: 0x1000 });
  expect(map.at(0x7000)).toBeUndefined();
});

test('what is at an address is asked for a time', () => {
  const line = (from: number, path: string) =>
    `${from.toString(16)}-${(from + 0x1000).toString(16)} r-xp 00000000 fe:00 1   ${path}\n`;
  const program = line(0x1000, '/program');
  const map = memoryMap(
    `${program}${line(0x5000, '/first')}unloaded\n${program}${line(0x5000, '/second')}unloaded\nunloaded\n${program}${line(0x5000, '/first')}${line(0x9000, '/second')}`,
  );
  const at = (address: number) => [0, 1, 2, 3].map((period) => map.at(address, period)?.path);
  expect(at(0x5800)).toEqual(['/first', '/second', '/second', '/first']);
  expect(at(0x1800)).toEqual(['/program', '/program', '/program', '/program']);
  // Somewhere else it is the same file, and another place of it.
  expect(map.at(0x9800)).toMatchObject({ path: '/second', bias: 0x9000 });
  expect(map.first?.path).toBe('/program');
});

test('blocks are told by where they were allocated', () => {
  const naming = nativeNaming('', folder);
  const block = { address: 0x100, bytes: 64, kind: 0, site: 0x99, thread: 1, number: 1 };
  const names = [block, { ...block, number: 2 }, block].map((one) => naming.variable(0x110, 4, one));
  expect(names[0]).toContain('0x99 malloc(64)');
  expect(names[1]).toContain('#2');
  expect(names[2]).toBe(names[0]);
  expect(naming.variable(0x110, 4, { ...block, kind: 1 })).toContain('stack of T1');
});

test.each([
  ['main', 'main'],
  ['_ZN4pool5Queue4pushEi', 'pool::Queue::push'],
  ['_ZN4pool5Queue5totalE', 'pool::Queue::total'],
  ['_ZZ4nextvE5count', 'next::count'],
  ['_ZGVZ4nextvE1s', 'guard of next::s'],
  ['_ZN12_GLOBAL__N_16hiddenE', 'hidden'],
  ['_ZN3BoxIiE5valueE', 'Box::value'],
  ['_ZN3BoxINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEE5valueE', 'Box::value'],
  ['_ZTV5Shape', 'vtable of Shape'],
  ['_ZNSt6vectorIiSaIiEE9push_backERKi', 'std::vector::push_back'],
  ['_ZN1AC1Ev', 'A::A'],
  ['_ZN1AD2Ev', 'A::~A'],
  ['_ZlsRSoRK1A', 'operator<<'],
  ['_ZZ4mainENKUlvE_clEv', 'main::lambda::operator()'],
  ['_ZZ4mainENK3$_0clEi', 'main::lambda::operator()'],
  ['_RNvC4pool4push', 'pool::push'],
  ['_RNvMNtCs1a_4pool5queueINtB2_5QueuemE4push', 'pool::queue::Queue::push'],
  ['_RNvMs0_NtCs12jkoC9p3aE_1p5suiteINtB5_6SharedmE3setB7_', 'p::suite::Shared::set'],
  ['_RNCNvCs1_4pool4main0B3_', 'pool::main::{closure#0}'],
  ['_RNCNvCs1_4pool4mains_0B3_', 'pool::main::{closure#1}'],
  ['_RNvXCs1_4poolNtB2_4NodeNtNtCs2_4core3ops4Drop4drop', '<pool::Node as core::ops::Drop>::drop'],
  ['_RINvNtCs2_4core3ptr13drop_in_placeINtNtCs3_5alloc3vec3VecRShEECs1_4pool', 'core::ptr::drop_in_place'],
  [
    '_RNvXs0_NtNtNtCs2_4core3ops8function5implsRDINtB7_2FnuEp6OutputlNtNtBb_6marker4SyncEL_INtB7_6FnOnceuE9call_onceCs1_3std',
    '<&dyn core::ops::function::Fn + core::marker::Sync as core::ops::function::FnOnce>::call_once',
  ],
  ['_RNvMC1pAhj4_3len', '[u8]::len'],
  ['_RNvC1pu8gdel_5qa', 'p::gödel'],
  ['_R', '_R'],
  ['_RNvC4po', '_RNvC4po'],
  ['_RNvB_4push', '_RNvB_4push'],
  ['_ZN4pool5queue4push17h0123456789abcdefE', 'pool::queue::push'],
  ['_ZN4pool14Queue$LT$T$GT$4push17h0123456789abcdefE', 'pool::Queue::push'],
  [
    '_ZN52_$LT$pool..Node$u20$as$u20$core..ops..drop..Drop$GT$4drop17h0123456789abcdefE',
    '<pool::Node as core::ops::drop::Drop>::drop',
  ],
  ['_Z', '_Z'],
  ['_ZN', '_ZN'],
  ['_ZN99x', '_ZN99x'],
])('%s is %s', (mangled, name) => {
  expect(demangled(mangled)).toBe(name);
});
