import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { invocation } from '../../../src/record/c/invocation.ts';

function words(line: string): string[] {
  return line === '' ? [] : line.split(' ');
}

describe('what comes out', () => {
  test.each([
    ['', 'nothing'],
    ['-v', 'nothing'],
    ['-dumpmachine', 'nothing'],
    ['--version', 'nothing'],
    ['-print-prog-name=ld', 'nothing'],
    ['--help=params a.c', 'nothing'],
    ['-o a.out', 'nothing'],
    ['-c a.c', 'object'],
    ['-S a.c -o a.s', 'object'],
    ['-E -', 'object'],
    ['-M a.c', 'object'],
    ['-MM a.c', 'object'],
    ['-fsyntax-only a.c', 'object'],
    ['-r a.o b.o -o c.o', 'object'],
    ['-Wl,-r a.o -o c.o', 'object'],
    ['a.h', 'object'],
    ['-x c-header a.h', 'object'],
    ['-x c++-header a', 'object'],
    ['a.c', 'executable'],
    ['-x c -', 'executable'],
    ['-o a a.o -lm', 'executable'],
    ['-MD -MF a.d a.c', 'executable'],
    ['a.h a.c', 'executable'],
    ['-shared a.o -o a.so', 'shared'],
    ['-I include -D x=1 -include a.h b.o', 'executable'],
    ['-include a.h', 'nothing'],
  ])('%s: %s', (line, makes) => {
    const asked = invocation(words(line));
    expect(asked.makes).toBe(makes);
    expect(asked.args).toEqual(words(line));
  });
});

test('leaves out what the recorder does itself, and says what matters', () => {
  expect(invocation(words('-fsanitize=thread a.c'))).toMatchObject({ args: ['a.c'], sanitizers: [], leftOut: [] });
  expect(invocation(words('-fsanitize=thread,undefined a.c')).args).toEqual(['-fsanitize=undefined', 'a.c']);
  expect(invocation(words('-static -s a.c'))).toMatchObject({ args: ['a.c'], leftOut: ['-static', '-s'] });
  // The value of another option is no option.
  expect(invocation(words('-o -static a.c')).args).toEqual(words('-o -static a.c'));
  expect(invocation(words('-Xlinker -s a.c')).leftOut).toEqual([]);
});

test('knows the sanitizers that cannot live beside the recorder', () => {
  expect(invocation(words('-fsanitize=address,undefined a.c')).sanitizers).toEqual(['address']);
  expect(invocation(words('-fsanitize=leak a.c')).sanitizers).toEqual(['leak']);
  expect(invocation(words('-fsanitize=undefined,bounds a.c')).sanitizers).toEqual([]);
});

test('notices 32 bits, and shared objects that must be complete', () => {
  expect(invocation(words('-m32 a.c')).narrow).toBe('-m32');
  expect(invocation(words('-m64 a.c')).narrow).toBeUndefined();
  for (const line of ['-Wl,--no-undefined', '-Wl,-O1,-z,defs', '-Xlinker --no-undefined', '-z defs'])
    expect(invocation(words(`-shared ${line} a.o`)).complete, line).toBe(true);
  expect(invocation(words('-shared -Wl,-z,now a.o')).complete).toBe(false);
});

test('reads response files, and opens them only where something is left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-invocation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inner = join(folder, 'inner');
  const outer = join(folder, 'outer');
  writeFileSync(inner, `-c "with blank.c" 'it''s' a\\ b -DX=\\"y\\"\n`);
  writeFileSync(outer, `@${inner}\n-O2`);
  expect(invocation([`@${outer}`])).toMatchObject({ makes: 'object', args: [`@${outer}`] });
  expect(invocation([`@${outer}`, '-static']).args).toEqual(['-c', 'with blank.c', 'its', 'a b', '-DX="y"', '-O2']);
  // What is no file is what it is.
  expect(invocation(['@nowhere', '-c']).args).toEqual(['@nowhere', '-c']);
  writeFileSync(inner, `@${inner}`);
  expect(invocation([`@${inner}`]).makes).toBe('executable');
});
