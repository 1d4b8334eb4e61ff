// Views that become text are read, and the text is that of Node.

import { expect, it } from 'vitest';
import { offsets, record } from './record.ts';

const show = `
const util = require('node:util');
const at = (offset, length = 2) => new Uint16Array(memory, offset, length);
const memory = new SharedArrayBuffer(4096);
console.log(at(0));
console.log('%s and', { list: [at(8)] });
console.log({ a: { b: { c: { d: at(16) } } } });
console.log(util.inspect(at(24, 300)), util.inspect(at(32, 300), { maxArrayLength: null }).length);
console.log(util.format('%j', 1, at(40)));
console.log(JSON.stringify({ view: at(48), map: [[at(56)]] }));
console.log(JSON.stringify(new Proxy({ x: 1 }, { ownKeys(target) { console.log('asked'); return Reflect.ownKeys(target); } })));
console.log(String(at(64)), \`\${at(72)}\`);
console.log(Object.values(at(80)), Math.max.apply(null, at(88)));
console.log(new SharedArrayBuffer(4), Buffer.from(memory, 96, 4), new Uint8Array(2), new Map([[1, at(104)]]));
console.log(console.log.name, util.inspect.length, typeof util.inspect.custom, util.inspect.defaultOptions.depth);
console.trace('here');`;

it('elements that are shown are read', () => {
  const program = { 'show.js': show };
  const { threads, stdout, stderr, cwd } = record(program);
  const plain = record(program, { record: false });
  expect(stdout).toBe(plain.stdout);
  const trace = (text: string, folder: string) => text.replaceAll(folder, '.').split('\n').slice(0, 2);
  expect(trace(stderr, cwd)).toEqual(trace(plain.stderr, plain.cwd));
  const read = offsets(threads[0], 'readRange').filter((offset) => offset < 0x1_0000);
  expect([...new Set(read)].sort((a, b) => a - b)).toEqual([0, 8, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104]);
});
