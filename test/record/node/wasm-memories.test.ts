// Modules with several memories, and with addresses of 64 bits. What this Node.js cannot run is run by a newer one.

import { describe, expect, it } from 'vitest';
import { instrument } from '../../../src/record/node/wasm/instrument.ts';
import { hookMemory, hooks } from '../../../src/record/node/wasm/interface.ts';
import { Declined } from '../../../src/record/node/wasm/leb.ts';
import { readModule } from '../../../src/record/node/wasm/module.ts';
import { nodeWithWasm } from '../../needs.ts';
import { type RawRecord, record } from './record.ts';
import { assemble, expectedSites, sitesIn } from './wasm/harness.ts';

const FEATURES = { multi_memory: true, memory64: true };

/** Two that are recorded, one that nobody else sees, and one that is not shared, of both widths. */
const MEMORIES = `
  (import "js" "first" (memory 1 2 shared))
  (memory 1)
  (memory (export "wide") i64 1 2 shared)
  (memory 1 1 shared)
  (data $d "hello")`;
const CODE = `
  (func (export "plain") (param i64)
    (i32.store 0 offset=4 (i32.const 8) (i32.load 1 (i32.const 0)))
    (i64.store 2 offset=300 (local.get 0) (i64.load32_u 2 (local.get 0)))
    (v128.store64_lane 2 offset=16 1 (local.get 0) (v128.const i32x4 1 2 3 4))
    (i32.store8 3 (i32.const 0) (i32.const 1)))
  (func (export "bulk")
    (memory.init 2 $d (i64.const 40) (i32.const 0) (i32.const 5))
    (memory.copy 0 2 (i32.const 100) (i64.const 40) (i32.const 4))
    (memory.copy 1 0 (i32.const 0) (i32.const 100) (i32.const 3))
    (memory.copy 2 2 (i64.const 60) (i64.const 40) (i64.const 2))
    (memory.fill 2 (i64.const 70) (i32.const 7) (i64.const 9))
    (memory.fill 1 (i32.const 0) (i32.const 0) (i32.const 8)))
  (func (export "atomic") (result i32)
    (drop (i64.atomic.rmw.add 2 offset=200 (i64.const 8) (i64.const 5)))
    (drop (i32.atomic.rmw.cmpxchg 0 offset=8 (i32.const 0) (i32.const 0) (i32.const 3)))
    (i32.atomic.store 2 offset=4 (i64.const 0) (i32.const 9))
    (drop (memory.atomic.notify 2 (i64.const 0) (i32.const 1)))
    (drop (memory.atomic.wait32 2 (i64.const 0) (i32.const 1) (i64.const 0)))
    (atomic.fence)
    (i32.atomic.load 2 offset=4 (i64.const 0)))
  (func (export "outside") (drop (i32.load 2 (i64.const 0x100000000))))`;

const bytes = assemble(`(module ${MEMORIES} ${CODE})`, FEATURES);

// A first thread that is alone is not recorded.
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  new Worker('', { eval: true });
  const first = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
  const module = new WebAssembly.Module(Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64'));
  const { plain, bulk, atomic, outside, wide } = new WebAssembly.Instance(module, { js: { first } }).exports;
  plain(16n);
  bulk();
  const loaded = atomic();
  try { outside(); } catch (error) { console.log(error.message); }
  const text = Buffer.from(wide.buffer.slice(40, 45)).toString();
  const copied = Buffer.from(first.buffer.slice(100, 104)).toString();
  console.log(text, copied, loaded, new DataView(wide.buffer.slice(208, 216)).getBigInt64(0, true));
`;

describe('a module with several memories of both widths', () => {
  it('runs as before, and what others can see is recorded, each memory by itself', (context) => {
    const executable = nodeWithWasm(context);
    const files = { 'main.mjs': PROGRAM };
    const { threads, stdout, stderr, notes } = record(files, { executable });
    expect([stderr, notes]).toEqual(['', '']);
    expect(stdout).toBe('memory access out of bounds\nhello hell 9 5n\n');
    expect(stdout).toBe(record(files, { executable, record: false }).stdout);
    const told = threads[0]!.filter(({ kind }) => KINDS.has(kind)).map(placeOf);
    const memory = (number: number) => told[number]![1];
    const [first, wide] = [memory(0), memory(1)];
    expect(first).not.toBe(wide);
    expect(
      told
        .slice(0, 16)
        .map(([kind, block, offset]) => [kind, block === wide ? 'wide' : block === first ? 'first' : 'neither', offset]),
    ).toEqual([
      ['write', 'first', 12],
      ['read', 'wide', 16],
      ['write', 'wide', 316],
      ['write', 'wide', 32],
      ['write', 'wide', 40],
      ['read', 'wide', 40],
      ['write', 'first', 100],
      ['read', 'first', 100],
      ['read', 'wide', 40],
      ['write', 'wide', 60],
      ['write', 'wide', 70],
      ['atomicUpdate', 'wide', 208],
      ['atomicUpdate', 'first', 8],
      ['atomicStore', 'wide', 4],
      // The wait that does not wait.
      ['atomicLoad', 'wide', 0],
      ['atomicLoad', 'wide', 4],
    ]);
  });

  it('tells each access to the hooks of its memory', () => {
    const { sections, memories } = instrument(bytes)!;
    expect(memories).toEqual([
      { index: 0, from: { module: 'js', name: 'first' }, initial: 1, maximum: 2, shared: true, wide: false, set: 0 },
      { index: 1, initial: 1, shared: false, wide: false },
      { index: 2, initial: 1, maximum: 2, shared: true, wide: true, set: 1 },
      { index: 3, initial: 1, maximum: 1, shared: true, wide: false },
    ]);
    const shape = readModule(sections);
    expect(shape.importedFunctions).toBe(2 * hooks.length);
    expect(shape.memories.map(({ from }) => from?.name)).toEqual(['first', ...[1, 2, 3].map(hookMemory)]);
    // Not the load of memory 1, the store to memory 3, and the last memory.fill.
    const unseen = [0, 5, 11].map((access) => expectedSites(bytes)[access]!);
    const expected = expectedSites(bytes).filter((site) => !unseen.includes(site));
    expect(sitesIn(sections, bytes)).toEqual(expected);
  });

  it('keeps its memories where none that it defines is recorded', () => {
    const imported = assemble(
      `(module (import "js" "first" (memory 1 2 shared)) (memory 1) ${'(func (drop (i32.load 1 (i32.const 0))))'})`,
      FEATURES,
    );
    const shape = readModule(instrument(imported)!.sections);
    expect(shape.memories.map(({ from }) => from?.name)).toEqual(['first', undefined]);
  });

  it('of more than 4 GiB is left as it is', () => {
    const large = assemble('(module (memory (export "m") i64 1 65537 shared) (func (drop (i32.load (i64.const 0)))))', FEATURES);
    expect(() => instrument(large)).toThrow(Declined);
    expect(() => instrument(large)).toThrow('64-bit addresses and more than 4 GiB');
    const most = assemble('(module (memory (export "m") i64 1 65536 shared) (func (drop (i32.load (i64.const 0)))))', FEATURES);
    expect(instrument(most)).toBeDefined();
  });
});

const KINDS = new Set(['read', 'write', 'readRange', 'writeRange', 'atomicLoad', 'atomicStore', 'atomicUpdate']);

function placeOf({ kind, address }: RawRecord): [kind: string, block: number, offset: number] {
  return [kind, Math.floor(address / 0x2_0000), address % 0x1_0000];
}
