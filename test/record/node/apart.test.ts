// Functions of the language that read or write views, apart from the objects that have them: each program is one of its own, since what one of them has
// replaced stays so.

import { expect, it } from 'vitest';
import { accessesOf, record } from './record.ts';

/** Programs, and what they do to the words of `view`. */
const PROGRAMS: readonly (readonly [text: string, accesses: string])[] = [
  ['const { apply } = Reflect; apply(Math.max, null, view)', 'r0'],
  ['(0, Reflect.apply)(Math.max, null, view)', 'r0'],
  ["Reflect['apply'](Math.max, null, view)", 'r0'],
  ['const R = Reflect; R.construct(Array, view)', 'r0'],
  ['const { get, set } = Reflect; set(view, 2, get(view, 1))', 'r1 w2'],
  ['const { apply: on } = Function.prototype; on.call(Math.max, null, view)', 'r0'],
  ['Math.max.apply.call(Math.max, null, view)', 'r0'],
  ['const uncurryThis = Function.prototype.bind.bind(Function.prototype.call); uncurryThis([].fill)(view, 1, 3, 4)', 'w3'],
  ['Function.prototype.call.bind(Function.prototype.apply)(Math.max, null, view)', 'r0'],
  ['Math.max.apply(...[null, view])', 'r0'],
  ['Math.max.apply(null, view, 1)', 'r0'],
  ['const { values, assign } = Object; values(view); assign({}, view)', 'r0 r0'],
  ['const O = Object; O.entries(view)', 'r0'],
  ['Object.values(...[view])', 'r0'],
  ['const P = Promise; P.all(view.subarray(1, 2))', 'r1'],
  ['const { values } = Array.prototype; [...values.call(view.subarray(1, 2))]', 'r1'],
  ['[].concat(Object.assign(view, { [Symbol.isConcatSpreadable]: true })); [].concat(view.subarray(1))', 'r0'],
  ['({ __proto__: view, m() { return super[1] } }).m()', 'r1'],
  ['class P { static m() { return super[2] } } Object.setPrototypeOf(P, view); P.m()', 'r2'],
  [
    'new (class extends Int32Array { m() { super[1] = super[2]; super[3] += 1; super.fill(0, 0, 1) } })(view.buffer).m()',
    'w1 w3 w0',
  ],
  ['const C = Uint8Array; new C(view)', 'r0'],
  ['new view.constructor(view, 1)', 'r0'],
  ['const K = Set; new K(view)', 'r0'],
  ['new AggregateError(view)', 'r0'],
  ['Reflect.construct(Int32Array, [view])', 'r0'],
  ['class A extends Int32Array { constructor(...all) { super(...all) } } class B extends A {} new B(view)', 'r0'],
  ['class A extends Int32Array { constructor(x) { super(x.length) } } class B extends A {} new B(view)', ''],
  ['class A { constructor(x) { this.x = x } } class B extends A {} new B(view)', ''],
  ['class A extends Int32Array {} new A(view.buffer, 4)[0]', 'r1'],
  [
    "require('node:vm').runInNewContext('[].fill.call(v, 1, 1, 2); const { apply } = Reflect; apply(Math.max, null, v.subarray(2, 3)); (0, eval)(\"v[3]\")', { v: view })",
    'w1 r2 r3',
  ],
  ["new (require('node:vm').Script)('const { ...rest } = v; v.at(1)').runInNewContext({ v: view })", 'r0 r1'],
  ["try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(view.buffer).fill(255)) } catch {}", 'w0 r0'],
  ["require('node:child_process').spawnSync('true', { input: new Uint8Array(view.buffer, 4, 4) })", 'r1'],
  ['console.assert(true, view)', ''],
  ['JSON.stringify({ get a() { return view } })', 'r0'],
  [
    'JSON.stringify({ a: { toJSON: () => view } }); JSON.stringify([1], (key, value) => (value === 1 ? view.subarray(1) : value))',
    'r0 r1',
  ],
  ['JSON.stringify({ a: view, b: view.subarray(1) }, ["a"])', 'r0 r1'],
  ["function F() {} Object.defineProperty(F, 'prototype', { value: view }); new F()[1]", 'r1'],
  ["function F() {} Reflect.set(F, 'prototype', view); new F()[1]", 'r1'],
  ['const F = Object.assign(function () {}, { prototype: view }); new F()[1]', 'r1'],
  ["const name = 'at'; [][name].call(view, 2)", 'r2'],
  ['const { iterator } = Symbol; view[iterator]().next()', 'r0'],
  ["const { StringDecoder } = require('node:string_decoder'); new StringDecoder().write(Buffer.from(view.buffer, 4, 4))", 'r1'],
  ["const assert = require('node:assert'); try { assert.deepStrictEqual({ view }, {}) } catch {}", 'r0'],
  ["const { Writable } = require('node:stream'); new console.Console(new Writable({ write() {} })).log(view)", 'r0'],
  ["require('node:v8').serialize({ list: [Buffer.from(view.buffer, 8, 4)] })", 'r2'],
  ["require('node:stream').Readable.from(view.subarray(3)).read()", 'r3'],
  ['(function () { return [Object, Promise, Reflect.get({}, 0), Function.prototype.call.call(Math.max, 1)] })()', ''],
];

it.each(PROGRAMS)('%s', (text, accesses) => {
  const { threads, status, stderr, unrecorded } = record({
    'main.js': "globalThis.view = new Int32Array(new SharedArrayBuffer(16)); require('./apart.js'); Atomics.load(view, 0)",
    'apart.js': text,
  });
  expect([status, stderr, unrecorded]).toEqual([0, '', '']);
  expect(accessesOf(threads[0])[0]).toBe(accesses);
});
