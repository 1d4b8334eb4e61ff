// Functions of C libraries, by name and by shape, and what is recorded in them. The shapes are written by hand after what was seen in modules of
// npm; a table of names says nothing of what is recorded.

import { describe, expect, test } from 'vitest';
import { instrument, withNote } from '../../../../../src/record/node/wasm/instrument.ts';
import { Linker } from '../../../../../src/record/node/wasm/link.ts';
import { readModule } from '../../../../../src/record/node/wasm/module.ts';
import { recognise } from '../../../../../src/record/node/wasm/recognise/index.ts';
import { knownByName } from '../../../../../src/record/node/wasm/recognise/known.ts';
import { assemble, FIRST_SITE, type Recorded, TestRuntime } from '../harness.ts';

const HEAD = '(import "js" "memory" (memory 1 1 shared))';
/** pthread_mutex_unlock of wasi-libc as far as accesses go: `r0 r8 r4 r+ r+ w+ w+ r12 r+ w0 w0 r0 C0 w+ N0`, and two masks. */
const UNLOCK = (name: string, mask = '0x7fffffff'): string => `(func ${name} (param $m i32) (local $self i32) (local $v i32)
  (if (i32.and (i32.load (local.get $m)) (i32.load offset=8 (local.get $m))) (then
    (if (i32.ne (i32.and (i32.load offset=4 (local.get $m)) (i32.const 0x3fffffff)) (i32.load offset=24 (local.get $self)))
      (then (i32.store offset=20 (local.get $m) (i32.load offset=20 (local.get $m)))))
    (i32.store offset=80 (local.get $self) (local.get $m))
    (local.set $v (i32.load offset=12 (local.get $m)))
    (i32.store (i32.load offset=16 (local.get $m)) (local.get $v))
    (i32.store (local.get $self) (i32.const ${mask}))))
  (local.set $self (i32.const 1024))
  (local.set $v (i32.load (local.get $m)))
  (drop (i32.atomic.rmw.cmpxchg (local.get $m) (local.get $v) (i32.const 0)))
  (i32.store offset=80 (local.get $self) (i32.const 0))
  (drop (memory.atomic.notify (local.get $m) (i32.const 1))))`;
/** __unlock of wasi-libc: short, and believed only beside another. */
const SHORT = `(func (param $l i32) (local $v i32)
  (if (i32.lt_s (i32.load (local.get $l)) (i32.const 0)) (then
    (loop $again (br_if $again (i32.ne (local.tee $v (i32.load (local.get $l)))
      (i32.atomic.rmw.cmpxchg (local.get $l) (local.get $v) (i32.add (local.get $v) (i32.const 0x7fffffff))))))
    (if (i32.ne (local.get $v) (i32.const 0x80000001)) (then (drop (memory.atomic.notify (local.get $l) (i32.const 1))))))))`;

function knownIn(functions: string): string[] {
  const { functions: found } = recognise(readModule(assemble(`(module ${HEAD} ${functions})`)));
  return found.map(({ function: index, name, how }) => `${index} ${name} by ${how}`);
}

test('a stripped function is known by its accesses, wherever its locals and blocks are', () => {
  expect(knownIn(UNLOCK(''))).toEqual(['0 pthread_mutex_unlock by shape']);
});

test('a short shape is believed in a module that has a telling one', () => {
  expect(knownIn(SHORT)).toEqual([]);
  expect(knownIn(SHORT + UNLOCK(''))).toEqual(['0 __unlock by shape', '1 pthread_mutex_unlock by shape']);
  expect(knownIn(`${SHORT} (func $sem_post)`)).toEqual(['0 __unlock by shape', '1 sem_post by name']);
});

test('another mask, access or parameter makes another function', () => {
  expect(knownIn(UNLOCK('', '0x7ffffffe'))).toEqual([]);
  expect(knownIn(UNLOCK('').replace('offset=8', 'offset=4'))).toEqual([]);
  expect(knownIn(UNLOCK('').replace('(param $m i32)', '(param $m i32) (param $n i32)'))).toEqual([]);
});

test('names are believed as they are, also without atomics', () => {
  const named = '(func $__pthread_mutex_trylock (param i32)) (func $my_lock (param i32)) (func $__wait (param i32))';
  expect(knownIn(named)).toEqual(['0 pthread_mutex_trylock by name', '2 __wait by name']);
});

test.each<[string, string | undefined]>([
  ['pthread_once', 'pthread_once'],
  ['__pthread_once', 'pthread_once'],
  ['__pthread_once_full', '__pthread_once_full'],
  [
    '_ZN3std3sys4sync5mutex5futex5Mutex14lock_contended17h0123456789abcdefE',
    'std::sys::sync::mutex::futex::Mutex::lock_contended',
  ],
  ['std::sys::sync::once::futex::Once::call::h0123456789abcdef', 'std::sys::sync::once::futex::Once::call'],
  ['wait', undefined],
  ['lock', undefined],
  ['unlock', undefined],
  ['pthread_mutex_lock_all', undefined],
  ['myfutex', undefined],
])('%s is %s', (name, known) => {
  expect(knownByName(name)?.name).toBe(known);
});

/** What is recorded of one call. */
function recorded(name: string, first = ''): Recorded[] {
  const bytes = assemble(`(module ${HEAD} (func $${name} (export "run") (param $p i32) (result i32) (local $v i32)
    ${first} (i32.store offset=8 (local.get $p) (i32.const 1))
    (drop (i32.load8_u offset=12 (local.get $p)))
    (drop (i32.load offset=2 align=1 (local.get $p)))
    (i32.load (local.get $p))))`);
  const runtime = new TestRuntime();
  const module = new WebAssembly.Module(withNote(instrument(bytes)!, FIRST_SITE));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const imports = new Linker(runtime).link(module, { js: { memory } });
  const { run } = new WebAssembly.Instance(module, imports).exports as { run: (at: number) => number };
  new Int32Array(memory.buffer)[4] = 7;
  expect(run(16)).toBe(first === '' ? 7 : 8);
  return runtime.events();
}

test('a look is not recorded, and the exchange after it is', () => {
  const loop = `(loop $again (br_if $again (i32.ne (local.tee $v (i32.load (local.get $p)))
    (i32.atomic.rmw.cmpxchg (local.get $p) (local.get $v) (i32.add (local.get $v) (i32.const 1))))))`;
  expect(recorded('mine', loop).map(({ kind }) => kind)).toEqual(['atomicUpdate', 'write', 'read', 'read', 'read']);
});

describe('in a function', () => {
  const kinds = (name: string) => recorded(name).map(({ kind }) => kind);
  test('of a program all is recorded', () => expect(kinds('mine')).toEqual(['write', 'read', 'read', 'read']));
  test('of a mutex plain loads are not', () => expect(kinds('pthread_mutex_lock')).toEqual(['write']));
  test('that relies on its looks, those that are aligned are atomic', () =>
    expect(kinds('__wait')).toEqual(['write', 'read', 'read', 'atomicLoad']));
  test('that is only listed all is recorded', () => expect(kinds('pthread_create')).toEqual(['write', 'read', 'read', 'read']));
});
