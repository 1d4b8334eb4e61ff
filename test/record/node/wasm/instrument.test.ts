import { describe, expect, it } from 'vitest';
import { Order, VALUES } from '../../../../src/raw/format.ts';
import { instrument } from '../../../../src/record/node/wasm/instrument.ts';
import { assemble, BASE, instantiate, outcome, siteOf } from './harness.ts';

const MEMORY = '(memory (export "memory") 1 4 shared)';

describe('plain accesses', () => {
  const bytes = assemble(`(module ${MEMORY}
      (func (export "add") (param i32) (result i32)
        (i32.store offset=8 (local.get 0) (i32.add (i32.load offset=4 (local.get 0)) (i32.const 1)))
        (i32.load8_u offset=8 (local.get 0))))`);
  const { exports, runtime } = instantiate(bytes);

  it('are recorded with address, size, kind and site, under a stamp', () => {
    expect(exports['add']!(16)).toBe(1);
    expect(runtime.records()).toEqual([
      { kind: 'stamp', address: 0, size: 0, site: 0, extra: 0 },
      { kind: 'read', address: BASE + 20, size: 4, site: siteOf(bytes, 0), extra: 0 },
      { kind: 'write', address: BASE + 24, size: 4, site: siteOf(bytes, 1), extra: 0 },
      { kind: 'read', address: BASE + 24, size: 1, site: siteOf(bytes, 2), extra: 0 },
    ]);
  });

  it('get a stamp when the time has changed', () => {
    runtime.time = 7;
    exports['add']!(0);
    const stamps = runtime.records().filter(({ kind }) => kind === 'stamp');
    expect(stamps.map(({ address }) => address)).toEqual([0, 7]);
  });

  it('that trap leave no record', () => {
    const before = runtime.events().length;
    expect(outcome(() => exports['add']!(65530))).toEqual({ threw: 'RuntimeError', message: 'memory access out of bounds' });
    expect(runtime.events().slice(before)).toEqual([]);
  });

  it('survive a full buffer', () => {
    const before = runtime.events().length;
    for (let i = 0; i < 100_000; i++) exports['add']!(i % 100);
    expect(runtime.events().length - before).toBe(300_000);
    expect(runtime.flushes).toBeGreaterThan(4);
  });
});

describe('atomics', () => {
  const bytes = assemble(`(module ${MEMORY}
      (func (export "add8") (param i32 i32) (result i32) (i32.atomic.rmw8.add_u offset=1 (local.get 0) (local.get 1)))
      (func (export "cas") (param i32 i64 i64) (result i64) (i64.atomic.rmw.cmpxchg (local.get 0) (local.get 1) (local.get 2)))
      (func (export "store") (param i32 i32) (i32.atomic.store16 (local.get 0) (local.get 1)))
      (func (export "load") (param i32) (result i32) (i32.atomic.load (local.get 0)))
      (func (export "fence") (atomic.fence))
      (func (export "wait") (param i32 i32 i64) (result i32) (memory.atomic.wait32 offset=4 (local.get 0) (local.get 1) (local.get 2)))
      (func (export "notify") (param i32 i32) (result i32) (memory.atomic.notify (local.get 0) (local.get 1))))`);
  const { exports, runtime } = instantiate(bytes);
  const extra = Order.sequential | VALUES;
  const last = (count: number) => runtime.records().slice(-count);

  it('are stamped with a time of their own and carry values', () => {
    exports['add8']!(3, 255);
    expect(exports['add8']!(3, 2)).toBe(255);
    expect(last(2)).toEqual([
      { kind: 'stamp', address: 2, size: 0, site: 0, extra: 0 },
      { kind: 'atomicUpdate', address: BASE + 4, size: 1, site: siteOf(bytes, 0), extra, values: [255n, 1n] },
    ]);
    exports['store']!(2, 0x12345);
    expect(last(1)).toEqual([
      { kind: 'atomicStore', address: BASE + 2, size: 2, site: siteOf(bytes, 2), extra, values: [0n, 0x2345n] },
    ]);
    exports['fence']!();
    expect(last(1)).toMatchObject([{ kind: 'fence', extra: Order.sequential }]);
    expect(runtime.time).toBe(4);
  });

  it('of a failed compare-and-exchange are loads', () => {
    expect(exports['cas']!(64, 0n, -1n)).toBe(0n);
    expect(last(1)).toMatchObject([{ kind: 'atomicUpdate', size: 8, values: [0n, 0xffff_ffff_ffff_ffffn] }]);
    expect(exports['cas']!(64, 0n, 5n)).toBe(-1n);
    expect(last(1)).toMatchObject([{ kind: 'atomicLoad', size: 8, values: [0xffff_ffff_ffff_ffffn, 0xffff_ffff_ffff_ffffn] }]);
  });

  it('that spin are counted, until somebody writes', () => {
    exports['load']!(128);
    const before = runtime.events().length;
    exports['load']!(128);
    for (let i = 0; i < 10; i++) expect(exports['load']!(128)).toBe(0);
    expect(runtime.pendingRepeats).toBe(10);
    exports['store']!(128, 1);
    expect(exports['load']!(128)).toBe(1);
    const [first, repeat, store, load] = runtime.events().slice(before);
    expect(first).toMatchObject({ kind: 'atomicLoad' });
    expect(repeat).toMatchObject({ kind: 'repeat', address: 10 });
    expect(store).toMatchObject({ kind: 'atomicStore' });
    expect(load).toMatchObject({ kind: 'atomicLoad', values: [1n, 1n] });
  });

  it('trap as before, with no lock held and no record', () => {
    const before = runtime.events().length;
    for (const [name, ...args] of [
      ['load', 2],
      ['load', 65536],
      ['store', -1, 0],
      ['cas', 4, 0n, 0n],
      ['wait', 1, 0, 0n],
      ['wait', 65532, 0, 0n],
    ] as const) {
      expect(outcome(() => exports[name]!(...args))).toMatchObject({ threw: 'RuntimeError' });
    }
    expect(runtime.events().length).toBe(before);
    exports['load']!(0);
  });

  it('wait and notify through the runtime', () => {
    expect(exports['wait']!(192, 1, 1_000_000_000n)).toBe(1);
    expect(exports['wait']!(196, 0, 1000n)).toBe(2);
    expect(exports['notify']!(0, -1)).toBe(0);
  });
});

describe('bulk instructions', () => {
  const { exports, runtime } = instantiate(
    assemble(`(module ${MEMORY} (data $d "hello")
      (func (export "copy") (param i32 i32 i32) (memory.copy (local.get 0) (local.get 1) (local.get 2)))
      (func (export "fill") (param i32 i32 i32) (memory.fill (local.get 0) (local.get 1) (local.get 2)))
      (func (export "init") (param i32 i32 i32) (memory.init $d (local.get 0) (local.get 1) (local.get 2))))`),
  );

  it('are recorded as ranges', () => {
    exports['init']!(8, 1, 4);
    exports['copy']!(100, 8, 4);
    exports['fill']!(50, 1, 3);
    expect(new TextDecoder().decode(new Uint8Array(exports.memory.buffer).slice(100, 104))).toBe('ello');
    expect(runtime.events().map(({ kind, address }) => [kind, address])).toEqual([
      ['writeRange', BASE + 8],
      ['length', 4],
      ['readRange', BASE + 8],
      ['length', 4],
      ['writeRange', BASE + 100],
      ['length', 4],
      ['writeRange', BASE + 50],
      ['length', 3],
    ]);
  });

  it('of nothing, or that trap, leave no record', () => {
    const before = runtime.events().length;
    exports['fill']!(0, 0, 0);
    expect(outcome(() => exports['copy']!(0, 65530, 100))).toMatchObject({ threw: 'RuntimeError' });
    expect(runtime.events().length).toBe(before);
  });
});

describe('what is left as it is', () => {
  const untouched = (text: string, features = {}) => instrument(assemble(text, features));

  it('is a module without a shared memory that others can see', () => {
    const code = '(func (export "f") (drop (i32.load (i32.const 0))))';
    expect(untouched(`(module (memory (export "memory") 1) ${code})`)).toBeUndefined();
    expect(untouched(`(module (memory 1 1 shared) ${code})`)).toBeUndefined();
    expect(untouched(`(module (memory (export "memory") 1 1 shared))`)).toBeUndefined();
    expect(untouched(`(module (import "a" "b" (memory 1 1 shared)) ${code})`)).toBeDefined();
  });
});
