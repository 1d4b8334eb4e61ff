// What moves when imports are added, and instructions that are only walked past.

import { describe, expect, it } from 'vitest';
import { decode, newInstruction } from '../../../../src/record/node/wasm/instruction.ts';
import { instrument, withNote } from '../../../../src/record/node/wasm/instrument.ts';
import { hooks } from '../../../../src/record/node/wasm/interface.ts';
import { ByteReader, Declined } from '../../../../src/record/node/wasm/leb.ts';
import { readModule } from '../../../../src/record/node/wasm/module.ts';
import { readFunctionNames, readModuleName } from '../../../../src/record/node/wasm/names.ts';
import { accessesOf, assemble, instantiate, siteOf, TestRuntime } from './harness.ts';

const MEMORY = '(memory (export "memory") 1 1 shared)';

describe('function numbers', () => {
  const bytes = assemble(`(module $named
    (import "js" "log" (func $log (param i32)))
    ${MEMORY}
    (table $table (export "table") 10 funcref)
    (type $get (func (result i32)))
    (func $one (export "one") (result i32) (i32.load (i32.const 4)))
    (func $two (result i32) (i32.const 2))
    (func $three (result i32) (i32.const 3))
    (func $four (result i32) (i32.const 4))
    (func $start (call $log (call $two)) (i32.store (i32.const 4) (i32.const 1)))
    (start $start)
    (elem (i32.const 0) func $one $two)
    (elem (table $table) (i32.const 2) funcref (ref.func $three) (ref.null func))
    (elem $passive func $four)
    (elem declare func $two)
    (global $g (export "g") funcref (ref.func $four))
    (func (export "init") (table.init $passive (i32.const 5) (i32.const 0) (i32.const 1)))
    (func (export "ref") (result funcref) (ref.func $two))
    (func (export "at") (param i32) (result i32) (call_indirect (type $get) (local.get 0))))`);
  const logged: number[] = [];
  const { exports, runtime } = instantiate(bytes, { js: { log: (x: number) => logged.push(x) } });

  it('are followed in start, exports, elements, globals, ref.func and calls', () => {
    expect(logged).toEqual([2]);
    expect(exports['one']!()).toBe(1);
    exports['init']!();
    expect([0, 1, 2, 5].map((i) => exports['at']!(i))).toEqual([1, 2, 3, 4]);
    expect(() => exports['at']!(3)).toThrow(WebAssembly.RuntimeError);
    expect((exports['ref']!() as () => number)()).toBe(2);
    expect((exports['g'] as unknown as WebAssembly.Global<'anyfunc'>).value()).toBe(4);
  });

  it('are followed in the names', () => {
    const before = readFunctionNames(readModule(bytes));
    const after = readFunctionNames(readModule(instrument(bytes)!.sections));
    expect(before.get(1)).toBe('one');
    expect(before.get(5)).toBe('start');
    for (const [index, name] of before) expect(after.get(index === 0 ? 0 : index + hooks.length)).toBe(name);
    expect(readModuleName(readModule(bytes))).toBe('named');
  });

  it('are original in the sites', () => {
    const sites = runtime.events().map(({ site }) => site);
    expect(sites.slice(0, 2)).toEqual([siteOf(bytes, 1), siteOf(bytes, 0)]);
    expect(accessesOf(bytes).map(({ offset }) => bytes[offset])).toEqual([0x28, 0x36]);
  });
});

describe('control flow of proposals', () => {
  it('runs: exceptions', () => {
    const { exports, runtime } = instantiate(
      assemble(
        `(module ${MEMORY} (tag $e (param i32))
          (func $throw (param i32) (throw $e (i32.load (local.get 0))))
          (func (export "f") (result i32)
            (i32.store (i32.const 8) (i32.const 7))
            (try (result i32) (do (call $throw (i32.const 8)) (i32.const 1))
              (catch $e (i32.store (i32.const 12) (i32.const 1)) (i32.add (i32.load (i32.const 12))))
              (catch_all (i32.const 0)))))`,
        { exceptions: true },
      ),
    );
    expect(exports['f']!()).toBe(8);
    expect(runtime.events().map(({ kind }) => kind)).toEqual(['write', 'read', 'write', 'read']);
  });

  it('runs: tail calls and several results', () => {
    const { exports } = instantiate(
      assemble(
        `(module ${MEMORY}
          (func $pair (param i32) (result i32 i64) (i32.load (local.get 0)) (i64.const 3))
          (func (export "f") (param i32) (result i32 i64) (return_call $pair (local.get 0))))`,
        { tail_call: true },
      ),
    );
    expect(exports['f']!(0)).toEqual([0, 3n]);
  });

  // One instruction of each kind that Node 20 or wabt cannot run: [bytes].
  it.each<[string, number[]]>([
    ['try_table with all catches', [0x1f, 0x40, 4, 0, 1, 0, 1, 1, 0, 2, 0, 3, 0]],
    ['throw_ref', [0x0a]],
    ['call_ref', [0x14, 0x85, 0x01]],
    ['return_call_ref', [0x15, 3]],
    ['ref.null of a type', [0xd0, 0x80, 0x01]],
    ['block of (ref null 5)', [0x02, 0x63, 5]],
    ['select of (ref extern)', [0x1c, 1, 0x64, 0x6f]],
    ['br_on_null', [0xd5, 2]],
    ['struct.get', [0xfb, 2, 4, 0]],
    ['array.new_fixed', [0xfb, 8, 1, 2]],
    ['array.len', [0xfb, 15]],
    ['array.copy', [0xfb, 17, 1, 2]],
    ['ref.cast null', [0xfb, 23, 0x6d]],
    ['br_on_cast', [0xfb, 24, 3, 1, 0x6e, 0x6b]],
    ['i31.get_u', [0xfb, 30]],
    ['a load of memory 1', [0x28, 0x42, 1, 4]],
    ['table.fill', [0xfc, 17, 0]],
    ['i64.mul_wide_u', [0xfc, 22]],
    ['v128.const', [0xfd, 12, ...Array(16).fill(9)]],
    ['i8x16.replace_lane', [0xfd, 23, 15]],
    ['i32x4.relaxed_trunc', [0xfd, 0x81, 2]],
    ['f64x2.sqrt', [0xfd, 0xef, 1]],
    ['atomic.fence', [0xfe, 3, 0]],
  ])('is walked past: %s', (_, bytes) => {
    const reader = new ByteReader(new Uint8Array([...bytes, 0x0b]));
    decode(reader, newInstruction());
    expect(reader.at).toBe(bytes.length);
  });

  it.each<[string, number[]]>([
    ['an opcode', [0x27]],
    ['a GC instruction', [0xfb, 0x40]],
    ['an atomic of a struct', [0xfe, 0x5c, 0, 0]],
    ['a half float', [0xfd, 0xa0, 2]],
    ['an acquire load', [0xfe, 0x10, 0x22, 1, 0]],
  ])('is declined when it is not known: %s', (_, bytes) => {
    expect(() => decode(new ByteReader(new Uint8Array(bytes)), newInstruction())).toThrow(Declined);
  });
});

describe('wrong binaries', () => {
  const bytes = assemble(`(module ${MEMORY} (func (export "f") (result i32) (i32.load (i32.const 0))))`);

  it('are declined where they are cut, never read past their end', () => {
    for (let length = 8; length < bytes.length; length++) {
      try {
        instrument(bytes.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(Declined);
      }
    }
  });

  it('with a broken name section are instrumented without it', () => {
    const broken = new Uint8Array([...bytes, 0, 8, 4, ...Buffer.from('name'), 1, 50, 1]);
    const instrumented = instrument(broken);
    expect(WebAssembly.validate(withNote(instrumented!, 1))).toBe(true);
  });
});

describe('a failing compare-and-exchange', () => {
  it('that spins is counted; one that succeeds never is', () => {
    const runtime = new TestRuntime();
    const { exports } = instantiate(
      assemble(`(module ${MEMORY} (func (export "cas") (param i32 i32) (result i32)
        (i32.atomic.rmw.cmpxchg (i32.const 0) (local.get 0) (local.get 1))))`),
      {},
      { runtime },
    );
    for (let i = 0; i < 5; i++) expect(exports['cas']!(1, 2)).toBe(0);
    for (let i = 0; i < 3; i++) expect(exports['cas']!(0, 0)).toBe(0);
    expect(runtime.events().map(({ kind, address }) => [kind, kind === 'repeat' ? address : 0])).toEqual([
      ['atomicLoad', 0],
      ['repeat', 4],
      ['atomicUpdate', 0],
      ['atomicUpdate', 0],
      ['atomicUpdate', 0],
    ]);
  });
});
