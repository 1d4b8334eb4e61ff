// Who called an access of WebAssembly, in modules that have more places than a stack each is worth.

import { expect, it } from 'vitest';
import { all } from '../../runs.ts';
import { record } from './record.ts';
import { assemble } from './wasm/harness.ts';

const PLACES = 5000;
const stores = Array.from({ length: PLACES }, (_, i) => `(i32.store (i32.const ${4 * i}) (i32.const 1))`).join('\n');
const bytes = assemble(`(module (import "js" "memory" (memory 1 1 shared)) (func (export "f") ${stores}))`);
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  new Worker('', { eval: true });
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const bytes = Buffer.from('${Buffer.from(bytes).toString('base64')}', 'base64');
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { js: { memory } }).exports.f();
`;

function stacked(env: Readonly<Record<string, string>>): boolean[] {
  const { threads } = record({ 'main.mjs': PROGRAM }, { env });
  return threads[0]!.filter(({ kind, size }) => kind === 'write' && size === 4).map(({ isStacked }) => isStacked);
}

it('the first accesses of a large module have stacks, and of the others some', () => {
  const have = stacked({});
  expect(have).toHaveLength(PLACES);
  expect(have.slice(0, 250).every(Boolean)).toBe(true);
  const count = have.filter(Boolean).length;
  expect(count).toBeLessThan(PLACES / 10);
});

it.runIf(all)('all have stacks where all are wanted', () => {
  expect(stacked({ FORETRACE_STACKS: 'exact' })).toEqual(Array(PLACES).fill(true));
});
