// --atomic for Node.js: the names are those of the source, also where what runs was made of it.

import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { record } from './record.ts';

const source = `
import { Worker, isMainThread } from 'node:worker_threads';
class Account { 
  constructor(readonly cells: Int32Array) {}
  deposit(amount: number): number { return this.add(amount); }
  private add(amount: number): number { return Atomics.add(this.cells, 0, amount); }
}
function unrelated(cells: Int32Array): number { return cells[0]!; }
const account = new Account(new Int32Array(new SharedArrayBuffer(4)));
account.deposit(1);
unrelated(account.cells);
`;

test.each([['inline' as const], ['external' as const]])('minified, with an %s map', async (sourcemap) => {
  const { code, map } = transformSync(source, { loader: 'ts', format: 'cjs', minify: true, sourcemap, sourcefile: 'bank.ts' });
  const files = { 'bank.js': sourcemap === 'inline' ? code : `${code}//# sourceMappingURL=bank.js.map\n`, 'bank.ts': source };
  expect(code).not.toMatch(/\bAccount\b/);
  const { threads, naming } = record({ ...files, 'bank.js.map': map }, { env: { FORETRACE_ATOMIC: '["Account::*"]' } });
  const names = await naming();
  const entered = threads[0]!.filter(({ kind }) => kind === 'enter').map(({ address }) => names.region!(address));
  expect(entered).toEqual(['Account.constructor', 'Account.deposit', 'Account.add']);
});
