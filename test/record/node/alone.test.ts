// What WebAssembly does before the process has a second thread comes before all that others do: its plain accesses are not recorded.

import { expect, it } from 'vitest';
import { offsets, record } from './record.ts';
import { assemble } from './wasm/harness.ts';

const bytes = assemble(`(module (import "js" "memory" (memory 1 1 shared))
  (func (export "set") (param i32) (i32.store (local.get 0) (i32.const 1)))
  (func (export "fill") (param i32) (memory.fill (local.get 0) (i32.const 1) (i32.const 300)))
  (func (export "add") (param i32) (drop (i32.atomic.rmw.add (local.get 0) (i32.const 1)))))`);
const START = `
  import { Worker } from 'node:worker_threads';
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const bytes = Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64');
  const { set, fill, add } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { js: { memory } }).exports;
`;

function written(program: string, env: Readonly<Record<string, string>> = {}): number[] {
  const { threads } = record({ 'main.mjs': START + program }, { env });
  return ['write', 'writeRange', 'atomicUpdate'].flatMap((kind) => offsets(threads[0], kind));
}

const PROGRAM = `set(0); fill(1024); add(8); new Uint8Array(memory.buffer)[16] = 1; new Worker('', { eval: true }); set(32); fill(2048); set(0);`;

it('plain accesses are recorded from the first thread that is started', () => {
  // Atomics, which may be locks, and JavaScript always are.
  expect(written(PROGRAM)).toEqual([16, 32, 0, 2048, 8]);
});

it('all are if nothing is to be left out', () => {
  expect(written(PROGRAM, { FORETRACE_FILTER: 'off' })).toEqual([0, 16, 32, 0, 1024, 2048, 8]);
});

it('and so are those of an atomic block, in which a thread may be started', () => {
  const block = `const { b: enter, f: leave } = globalThis.__foretrace_h; set(4); enter('block'); set(0); leave();`;
  expect(written(block)).toEqual([0]);
});
