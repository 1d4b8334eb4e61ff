// A recorded program computes and prints what it prints when nobody records it.

import { expect, it } from 'vitest';
import { all } from '../../runs.ts';
import { counts, record } from './record.ts';

/** Every fourth, or all. */
const TYPES = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
].filter((_, i) => all || i % 4 === 1);

/** Methods of views, with odd arguments, on shared and on other memory; errors count as results. */
const methods = `
const show = (value) => {
  if (ArrayBuffer.isView(value)) return value.constructor.name + '[' + Array.prototype.join.call(value) + ']';
  if (typeof value === 'bigint') return value + 'n';
  if (Array.isArray(value)) return '(' + value.map(show).join() + ')';
  return String(value);
};
const attempt = (name, act) => {
  let result;
  try { result = show(act()); } catch (error) { result = error.constructor.name; }
  console.log(name, result);
};
const types = [${TYPES.join(', ')}];
const calls = ['at', 'copyWithin', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'forEach', 'includes', 'indexOf', 'join', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse', 'set', 'slice', 'some', 'sort', 'subarray', 'toReversed', 'toSorted', 'with'];
for (const Buffers of [SharedArrayBuffer, ArrayBuffer]) for (const Type of types) {
  const number = (n) => (Type.name.startsWith('Big') ? BigInt(n) : n);
  const fresh = () => { const view = new Type(new Buffers(64), 8, 5); for (let i = 0; i < 5; i++) view[i] = number((i * 7) % 5); return view; };
  const args = [[], [number(3)], [number(3), 1], [number(2), -2, 4], [1, number(2)], [0, 2, -1], [[number(9), number(8)], 2], [fresh(), 0], [(a, b) => (a > b ? 1 : -1)], [(a, b, c) => a], ['1'], [null], [{}], [Infinity, -Infinity], [fresh(), 3]];
  for (const name of calls) for (const list of args) {
    const view = fresh();
    attempt(Type.name + '.' + name, () => [view[name]?.(...list), view]);
  }
  const view = fresh();
  attempt('spread', () => [...view, ...view.entries(), Array.from(view), Array.from(view.values()), Type.from(view), new Type(view), new Set(view).size]);
  attempt('patterns', () => { const [a, ...b] = view; const { 1: c, length } = view; return [a, b, c, length]; });
  attempt('keys', () => [view['1'], view['01'], view[-0], view['-0'], view[7], view[1.5], '1' in view, delete view[9], Object.keys(view)]);
  for (const name of ['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange', 'notify'])
    for (const list of [[0], [0, number(300)], ['1', number(-1)], [undefined, number(2), number(7)], [1, number(4), number(5)], [9, number(1)], [0, 'x'], [0, null], [-1], [1.7, number(1)], [0, 1e20], [0, Symbol.iterator]])
      attempt('Atomics.' + name, () => [Atomics[name](view, ...list), view]);
  attempt('Atomics.wait', () => Atomics.wait(view, 0, number(1), 0));
}
for (const Buffers of [SharedArrayBuffer, ArrayBuffer]) {
  const data = new DataView(new Buffers(32), 3);
  for (const name of ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64']) {
    attempt('set' + name, () => data['set' + name](5, -1.5, true));
    attempt('get' + name, () => [data['get' + name](5), data['get' + name](5, true), data['get' + name]()]);
    attempt('get' + name, () => data['get' + name](40));
  }
  attempt('big', () => [data.setBigInt64(1, -5n), data.getBigUint64(1)]);
  const buffer = Buffer.from(new Buffers(32), 2, 20);
  attempt('buffer', () => [buffer.writeUInt32LE(7, 3), buffer.readInt16BE(3), buffer.writeIntLE(-9, 1, 6), buffer.readIntLE(1, 6), buffer.write('hé', 4), buffer.toString('hex')]);
  attempt('buffer', () => [buffer.fill('ab', 2, 6).toString('latin1', 1, 8), buffer.indexOf('b'), buffer.equals(Buffer.from(buffer)), Buffer.compare(buffer, buffer), Buffer.concat([buffer, buffer]).length]);
  attempt('buffer', () => [buffer.copy(buffer, 8, 2, 5), buffer.swap16().toString('hex'), JSON.stringify(buffer), buffer.slice(1, 3)]);
  attempt('buffer', () => buffer.readUInt8(99));
  attempt('text', () => [new TextEncoder().encodeInto('añb', buffer).written, new TextDecoder().decode(new Uint8Array(buffer))]);
}
attempt('names', () => [Atomics.add.name, Atomics.add.length, Int8Array.prototype.fill.name, DataView.prototype.setInt8.length, SharedArrayBuffer.name, SharedArrayBuffer.length]);
attempt('classes', () => [new SharedArrayBuffer(1) instanceof SharedArrayBuffer, new SharedArrayBuffer(1).constructor === SharedArrayBuffer, new (class X extends SharedArrayBuffer {})(4).byteLength]);
attempt('call', () => SharedArrayBuffer(1));
attempt('globals', () => Object.keys(globalThis).filter((name) => name.includes('foretrace')));
`;

it('calls of methods of views, Atomics, DataView and Buffer give the same', () => {
  const files = { 'methods.js': methods };
  const plain = record(files, { record: false });
  const recorded = record(files);
  expect(plain.stdout.length).toBeGreaterThan(100_000);
  expect(recorded.stdout).toBe(plain.stdout);
  expect(recorded.stderr).toBe(plain.stderr);
  expect(counts(recorded.threads[0])).toMatchObject({ allocate: expect.any(Number), readRange: expect.any(Number) });
});

it('prints the same stack traces, line for line', () => {
  const files = {
    'stack.js': `
const a = new Uint8Array(new SharedArrayBuffer(4));
function inner(x) {
  a[0] = x[1];
  throw new Error('here');
}
try { inner([1, 2]); } catch (error) { console.log(error.stack.split('\\n').slice(0, 3).map((line) => line.replace(/:\\d+\\)?$/, '')).join('\\n').replaceAll(__dirname, '')); }`,
  };
  expect(record(files).stdout).toBe(record(files, { record: false }).stdout);
});
