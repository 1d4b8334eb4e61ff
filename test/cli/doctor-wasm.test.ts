// `foretrace doctor --wasm FILE`: what it lists of a module, and what it says of files that are none.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assemble } from '../record/node/wasm/harness.ts';
import { folder, foretrace, type Outcome, root } from './run.ts';

const MEMORY = '(import "js" "memory" (memory 1 2 shared))';

function doctor(bytes: string | Uint8Array, ...options: string[]): Outcome {
  const cwd = folder();
  writeFileSync(join(cwd, 'x.wasm'), bytes);
  return foretrace(['doctor', '--wasm', 'x.wasm', ...options], { cwd, startsNothing: true });
}

const told = (text: string): Outcome => doctor(assemble(`(module ${text})`));

test('a module is told by its memory, its accesses, its names and what is known of it', () => {
  const { status, stdout, stderr } = told(`${MEMORY}
    (func $pthread_mutex_unlock (param i32) (i32.store (local.get 0) (i32.load (local.get 0))))
    (func $add (export "add") (param $p i32) (local $v i32)
      (loop $again (br_if $again (i32.ne (local.tee $v (i32.load (local.get $p)))
        (i32.atomic.rmw.cmpxchg (local.get $p) (local.get $v) (i32.const 1)))))
      (memory.fill (local.get $p) (i32.const 0) (i32.const 4)))`);
  expect(stderr).toBe('');
  expect(stdout.replace(/\d+ bytes/, 'N bytes')).toBe(`module    x.wasm: N bytes, 2 functions, 0 of them imported
memory    imported as js.memory, shared, 1 to 2 pages
recorded  yes
accesses  3 plain, 1 atomic, 1 of ranges
names     functions have names
lines     none: places are told by offset
looks     1 plain load only looks at a word before an atomic decides: not recorded
known     1 function is synchronisation of a library that is known
  function 0  pthread_mutex_unlock  by name  mutex  its plain loads are looks: not recorded
`);
  expect(status).toBe(0);
});

test('for scripts', () => {
  const { status, stdout } = doctor(assemble(`(module ${MEMORY} (func $__wait (param i32)))`), '--format', 'json');
  expect(status).toBe(0);
  const { version, module } = JSON.parse(stdout) as { version: number; module: Record<string, unknown> };
  expect(version).toBe(1);
  expect(module).toMatchObject({
    file: 'x.wasm',
    functions: 1,
    imported: 0,
    recorded: true,
    reason: null,
    accesses: { plain: 0, atomic: 0, bulk: 0 },
    names: 'names',
    lines: 'none',
    peeks: 0,
    memories: [{ shared: true, wide: false, initial: 1, maximum: 2, from: { module: 'js', name: 'memory' } }],
    recognised: [{ function: 0, name: '__wait', called: '__wait', is: 'wait for a word', how: 'name', treatment: 'order' }],
  });
});

test('debug information is told', () => {
  const { stdout } = foretrace(['doctor', '--wasm', join(root, 'test/record/node/wasm/counter/dwarf5.wasm')], {
    startsNothing: true,
  });
  expect(stdout).toMatch(/^lines {5}DWARF in the module$/m);
});

describe('what is not recorded has a reason', () => {
  test.each<[string, string, RegExp]>([
    [
      'a memory of one thread',
      '(memory 1) (func (drop (i32.load (i32.const 0))))',
      /^recorded {2}nothing to record: its memory is not shared/m,
    ],
    ['no memory', '(func)', /^recorded {2}nothing to record: it has no memory$/m],
    ['no code', MEMORY, /^recorded {2}nothing to record: it has no code$/m],
    [
      'a memory of its own',
      '(memory 1 1 shared) (func)',
      /^recorded {2}nothing to record: its memory is neither imported nor exported/m,
    ],
  ])('%s', (_, text, reason) => {
    const { status, stdout } = told(text);
    expect(stdout).toMatch(reason);
    expect(status).toBe(0);
  });

  test('an instruction that nobody knows: the exit status is 1', () => {
    const bytes = assemble(`(module ${MEMORY} (func (nop) (nop) (nop)))`);
    // The three nops and the end.
    bytes[bytes.findIndex((byte, i) => byte === 1 && bytes[i + 1] === 1 && bytes[i + 2] === 1 && bytes[i + 3] === 0x0b)] = 0x27;
    const { status, stdout } = doctor(bytes);
    expect(stdout).toMatch(/^recorded {2}no: unknown instruction 0x27$/m);
    expect(stdout).not.toMatch(/^accesses/m);
    expect(status).toBe(1);
  });

  test('what the engine does not compile: the exit status is 1', () => {
    const { status, stdout } = told(`${MEMORY} (func (result i32) (i64.const 1))`);
    expect(stdout).toMatch(/^recorded {2}no: this Node\.js \(\S+\) does not compile it$/m);
    expect(status).toBe(1);
  });
});

describe('one line, and exit status 2, for', () => {
  const whole = assemble(`(module ${MEMORY} (func (drop (i32.load (i32.const 0)))))`);
  test.each<[string, string | Uint8Array]>([
    ['an empty file', ''],
    ['a text', '(module)'],
    ['a module that is cut in a section', whole.subarray(0, 30)],
    ['another version', Uint8Array.of(0, 0x61, 0x73, 0x6d, 13, 0, 1, 0)],
  ])('%s', (_, bytes) => {
    const { status, stdout, stderr } = doctor(bytes);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^foretrace: error WASM_BROKEN: x\.wasm: no WebAssembly module: .*\n {2}hint: .*\n$/);
    expect(status).toBe(2);
  });

  test('a file that is not there', () => {
    const { status, stderr } = foretrace(['doctor', '--wasm', join(folder(), 'none.wasm')], { startsNothing: true });
    expect(stderr).toMatch(/error FILE_UNREADABLE: \S+: there is no such file\n/);
    expect(status).toBe(2);
  });
});

test('the example is what its text says', () => {
  const [text, binary] = ['lock.wat', 'lock.wasm'].map((name) => readFileSync(join(root, 'examples/wasm', name)));
  expect(binary!.equals(assemble(String(text)))).toBe(true);
});

test('a configuration that says wasm means that of run', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'foretrace.config.json'), '{ "wasm": "off", "format": "json" }');
  const { status, stdout } = foretrace(['doctor'], {
    cwd,
    env: { FORETRACE_CC: 'none', FORETRACE_CXX: 'none', FORETRACE_RUSTC: 'none' },
  });
  expect(JSON.parse(stdout)).toHaveProperty('checks');
  expect(status).toBe(0);
});

test('names of functions are data', () => {
  const { stdout } = told(`${MEMORY} (func (export "_Z\\1b[31mfutex\\0a"))  (func $pthread_once (param i32))`);
  expect(stdout).not.toContain('\x1b');
});
