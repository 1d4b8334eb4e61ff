// Frames of code that was expanded in place, of the machine's own compilers. Each labelled site says which functions it is in; the lines of
// the frames must be the line of the label and the lines of the calls. What binutils and LLVM say of every line of a program must be the same.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CodeFrame } from '../../src/raw/naming.ts';
import { nativeNaming } from '../../src/record/c/naming.ts';
import { needs } from '../needs.ts';
import { all, long } from '../runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-frames-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LABEL = `#include <stdio.h>
__attribute__((noinline)) static void *here(void) { __asm__ volatile(""); return __builtin_return_address(0); }
#define LABEL(frames) printf("site %p %s\\n", (char *)here() - 1, frames)
#define INLINE static inline __attribute__((always_inline))
#define APART __attribute__((noinline))
static void maps(void) {
  FILE *f = fopen("/proc/self/maps", "r");
  for (int c; (c = getc(f)) != EOF;) putchar(c);
}
`;

const C = `#include <stdlib.h>
#include "label.h"
static int total;
INLINE void leaf(void) { LABEL("leaf middle outer main"); total++; }
INLINE void middle(int n) {
  if (n > 0)
    leaf();
}
INLINE void outer(int n) { total++; middle(n + 1); }
APART int depth(int n) {
  if (n == 0) { LABEL("depth"); return 0; }
  int below = depth(n - 1);
  __asm__ volatile("");
  return below + 1;
}
INLINE int ordered(int a, int b) { LABEL("ordered compare"); return (a > b) - (a < b); }
static int compare(const void *a, const void *b) { return ordered(*(const int *)a, *(const int *)b); }
int main(int count, char **words) {
  maps();
  outer(count);
  depth(3);
  int numbers[] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, compare);
  LABEL("main");
  return total < 0;
}
`;

const CPP = `#include <algorithm>
#include <vector>
#include "label.h"
namespace bank {
struct Account {
  int balance;
  INLINE_MEMBER void deposit(int n) { LABEL("bank::Account::deposit bank::pay main"); balance += n; }
  APART Account(int n) : balance(n) { LABEL("bank::Account::Account"); }
};
static INLINE_MEMBER void pay(Account &account, int n) { account.deposit(n); }
namespace { INLINE_MEMBER int hidden(int n) { LABEL("bank::hidden main"); return n; } }
template <class T> APART T twice(T n) { LABEL("bank::twice"); return n + n; }
template <class T> struct Box {
  T value;
  APART void set(T n) { LABEL("bank::Box::set"); value = n; }
};
}
int main(int count, char **) {
  maps();
  bank::Account account(count);
  bank::pay(account, count);
  bank::hidden(count);
  bank::twice(count);
  bank::Box<long> box;
  box.set(count);
  auto add = [&](int n) __attribute__((noinline)) { LABEL("main::lambda::operator()"); account.balance += n; };
  add(3);
  std::vector<int> numbers{2, 1, count};
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a < b; });
  return account.balance + numbers[0] < 0;
}
`;
writeFileSync(
  join(folder, 'label.h'),
  `${LABEL}#ifdef __cplusplus\n#define INLINE_MEMBER inline __attribute__((always_inline))\n#endif\n`,
);
writeFileSync(join(folder, 'frames.c'), C);
writeFileSync(join(folder, 'frames.cpp'), CPP);

function compiled(compiler: string, flags: string): string {
  const name = compiler.endsWith('++') ? 'frames.cpp' : 'frames.c';
  execFileSync(compiler, [...flags.split(' '), '-w', name, '-o', 'frames'], { cwd: folder });
  return execFileSync(join(folder, 'frames'), { encoding: 'utf8' });
}

/** The frames of a label up to the function that the linker knows. */
function check(compiler: string, flags: string): void {
  const source = (compiler.endsWith('++') ? CPP : C).split('\n');
  const output = compiled(compiler, flags);
  const naming = nativeNaming(output, folder);
  const sites = [...output.matchAll(/^site 0x([0-9a-f]+) (.+)$/gm)];
  expect(sites.length).toBeGreaterThan(3);
  for (const [, address, label] of sites) {
    const site = Number.parseInt(address!, 16);
    const frames = naming.frames!(site);
    const functions = frames.map((frame) => frame.function);
    const wanted = label!.split(' ');
    // Optimisation may expand more than it must: what is told is the innermost.
    expect(functions.slice(0, wanted.length), label).toEqual(wanted);
    // Another statement of the line has its column, too.
    const [, line, name] = /^(.*?:\d+)(?::\d+)? \((.*)\)$/.exec(naming.location(site))!;
    expect([line, name]).toEqual([`${frames[0]!.file}:${frames[0]!.line}`, functions[0]]);
    for (const [i, frame] of frames.entries()) checkFrame(frame, source, i === 0 ? `"${label}"` : shortName(functions[i - 1]!));
    expect(frames.findIndex(({ inlined }) => !inlined)).toBe(frames.length - 1);
  }
}

function checkFrame({ file, line, column, library }: CodeFrame, source: readonly string[], text: string): void {
  expect(file).toMatch(/^frames\.c(?:pp)?$/);
  expect(source[line - 1]).toContain(text);
  expect(column).toBeGreaterThan(0);
  expect(library).toBeUndefined();
}

function shortName(name: string): string {
  return name.includes('lambda') ? 'add(' : name.slice(name.lastIndexOf(':') + 1);
}

const LEVELS = all ? ['-g -O0', '-g -O1', '-g -O2', '-g -O3', '-gdwarf-4 -O2', '-g -O2 -flto'] : ['-g -O0', '-g -O2'];

describe.each(['gcc', 'g++'] as const)('%s', (compiler) => {
  beforeEach((context) => needs(compiler === 'gcc' ? 'gcc' : 'c++', context));
  test.each(LEVELS)('%s', (flags) => check(compiler, flags));
});

// clang is large, and few of the other tests need it.
describe.runIf(long)('clang', () => {
  beforeEach((context) => needs('clang', context));
  test.each(['-g -O0', '-g -O1', '-g -O3', '-gdwarf-4 -O2'])('clang %s', (flags) => check('clang', flags));
  test.each(['-g -O0', '-g -O2', '-gdwarf-4 -O1'])('clang++ %s', (flags) => check('clang++', flags));
});

test('without the symbols that only debuggers need, frames are those of the file that has them', (context) => {
  needs('objcopy', context);
  compiled('gcc', '-g -O2');
  const run = (line: string) => execFileSync('sh', ['-c', line], { cwd: folder });
  run('objcopy --only-keep-debug frames frames.debug && strip frames && objcopy --add-gnu-debuglink=frames.debug frames');
  const output = execFileSync(join(folder, 'frames'), { encoding: 'utf8' });
  const naming = nativeNaming(output, folder);
  const [, address] = /^site 0x([0-9a-f]+) leaf/m.exec(output)!;
  const functions = () => naming.frames!(Number.parseInt(address!, 16)).map((frame) => frame.function);
  expect(functions()).toEqual(['leaf', 'middle', 'outer', 'main']);
  rmSync(join(folder, 'frames.debug'));
  const without = nativeNaming(output, folder);
  expect(without.frames!(Number.parseInt(address!, 16))).toEqual([]);
});

// Old binutils mix up files of DWARF 5: their numbers of lines are compared.
describe('binutils say the same of every line', () => {
  test.for(all ? ['gcc -g -O2', 'gcc -gdwarf-4 -O3', 'g++ -g -O1'] : ['gcc -g -O2'])('%s', (command, context) => {
    needs('objcopy', context);
    const [compiler, ...flags] = command.split(' ');
    const output = compiled(compiler!, flags.join(' '));
    const run = (program: string, args: string[], input = '') =>
      execFileSync(program, args, { cwd: folder, encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] });
    const table = run('objdump', ['--dwarf=decodedline', 'frames']);
    const addresses = [...new Set([...table.matchAll(/\s0x([0-9a-f]+)\b/g)].map(([, address]) => address!))];
    const bias = Number.parseInt(output, 16);
    const naming = nativeNaming(output, folder);
    const theirs = run('addr2line', ['-e', 'frames', '-i', '-a'], addresses.join('\n'))
      .split(/^0x[0-9a-f]+\n/m)
      .slice(1);
    let compared = 0;
    for (const [i, address] of addresses.entries()) {
      const frames = naming.frames!(bias + Number.parseInt(address, 16));
      // Behind the end of a function there is none.
      if (frames.length === 0 || frames[0]!.function === '') continue;
      expect(
        frames.map(({ line }) => line),
        address,
      ).toEqual([...theirs[i]!.matchAll(/:(\d+)/g)].map(([, line]) => Number(line)));
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });
});
