// What the language says of proxies, prototypes, methods of arrays, `with` and patterns is so while it is recorded: a table of snippets, run with and
// without the recorder, each over shared memory and over other memory. Traps and getters are asked in the same order, and as often.

import { expect, it } from 'vitest';
import { record } from './record.ts';

/** Bodies of functions of `view` (four elements), `log` (whose lines are told) and `traced` (a proxy whose traps are logged). */
const SNIPPETS: Readonly<Record<string, string>> = {
  'no trap': `const p = new Proxy(view, {}); p[0] = 9; p[1]++; p[2] ||= 4; p.name = 1; p[77] = 1;
    return [p[0], p['1'], p[2], p.name, p[77], 1 in p, delete p.name, Object.keys(p), view]`,
  'a length is asked of the proxy': `return new Proxy(view, {}).length`,
  'which traps are looked for': `const p = traced(view); p[0] = 3; p[0]; 0 in p; delete p.x; Object.keys(p); Object.getOwnPropertyDescriptor(p, 1);
    Object.defineProperty(p, 2, { value: 5 }); Reflect.getPrototypeOf(p); Reflect.isExtensible(p); ({ ...p }); p.x = 1`,
  'traps have their handler': `const handler = { get(t, k, r) { return [this === handler, t === view, r === p, k] }, set(t, k, v, r) { log(this === handler, r === p); t[k] = v; return true } };
    const p = new Proxy(view, handler); p[0] = 6; return [p[0], p.x, view[0]]`,
  'an heir is the receiver': `const p = new Proxy(view, { get: (t, k, r) => r === heir }); const heir = Object.create(p); return [heir[0], heir.x, p[0]]`,
  'a handler has getters': `let n = 0; const p = new Proxy(view, { get get() { n++; return undefined } }); p[0]; p[1]; p.x; return n`,
  'a handler has what is no function': `return new Proxy(view, { get: 3 })[0]`,
  'a handler changes': `const handler = {}; const p = new Proxy(view, handler); const first = p[0]; handler.get = () => 'later'; return [first, p[0]]`,
  'a proxy is revoked': `const { proxy, revoke } = Proxy.revocable(view, {}); const first = proxy[1]; revoke(); return [first, proxy[1]]`,
  'a proxy of a proxy': `const p = new Proxy(new Proxy(view, {}), traps(log)); p[1] = 8; return [p[1], view[1]]`,
  'a trap says no': `'use strict'; const p = new Proxy(view, { set: () => false }); p[0] = 1`,
  'a definition fails': `const p = new Proxy(view, {}); log(Reflect.defineProperty(p, 40, { value: 1 })); Object.defineProperty(p, 40, { value: 1 })`,
  'a definition fails strictly': `'use strict'; const p = new Proxy(view, { getOwnPropertyDescriptor: (t, k) => Reflect.getOwnPropertyDescriptor(t, k) }); p[1] = 3; p[9] = 1; return view[1]`,
  'Proxy itself': `return [Proxy.name, Proxy.length, Object.getOwnPropertyNames(Proxy), 'prototype' in Proxy, typeof Proxy, Proxy.revocable.name, Proxy.revocable.length]`,
  'Proxy without new': `return Proxy(view, {})`,
  'no target': `return new Proxy(1, {})`,
  'no handler': `return new Proxy(view, null)`,
  'a class of proxies': `return class extends Proxy {}`,
  'a made class of proxies': `return Reflect.construct(Proxy, [view, {}], Array)[0]`,
  'a proxy is a proxy': `const p = new Proxy(view, {}); return [util.types.isProxy(p), ArrayBuffer.isView(p), p instanceof view.constructor, Object.prototype.toString.call(p)]`,
  'an object that inherits': `const heir = Object.create(view, { own: { value: 1 } }); heir[0] = 5; heir[9] = 6; heir['1'] += 2;
    return [heir[0], heir[1], heir[2], heir[9], heir.own, Object.keys(heir), Object.getPrototypeOf(heir) === view, view]`,
  'a getter is nearer': `let n = 0; const heir = Object.create(view, { 1: { get() { n++; return 'own' } } }); return [heir[1], heir[2], n]`,
  'a literal inherits': `const heir = { __proto__: view, x: 1 }; const not = { ['__proto__']: view }; return [heir[1], heir.x, Object.getPrototypeOf(not) === Object.prototype, ({ __proto__: null })[1]]`,
  'a class inherits': `function F() {} F.prototype = view; const f = new F(); return [f[1], f instanceof F, f.constructor === view.constructor]`,
  'prototypes are set': `const a = {}, b = {}, c = {}; Object.setPrototypeOf(a, view); Reflect.setPrototypeOf(b, view); c.__proto__ = view; return [a[0], b[1], c[2], c.__proto__ === view]`,
  'what cannot be a prototype': `Object.setPrototypeOf({}, 1)`,
  'a proxy inherits': `const asked = []; const p = new Proxy(Object.create(view), { get(t, k, r) { asked.push(String(k)); return Reflect.get(t, k, r) } }); const heir = Object.create(p);
    return [p[1], heir[2], asked]`,
  'a prototype that is asked': `const p = new Proxy({}, traps(log)); const heir = Object.create(p); Object.create(view); heir[0]; 'x'[0]; [1][0]; return heir[1]`,
  'a receiver of Reflect': `const other = new Int32Array(4); return [Reflect.set(view, 1, 7, other), Reflect.set({}, 2, 8, view), Reflect.get(view, 1, {}), other, view, Reflect.set(view, 9, 1), Reflect.get(view, 'length', view)]`,
  'methods of arrays': `return ['at', 'concat', 'copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flat', 'flatMap', 'forEach',
    'includes', 'indexOf', 'join', 'keys', 'lastIndexOf', 'map', 'pop', 'push', 'reduce', 'reduceRight', 'reverse', 'shift', 'slice', 'some', 'sort', 'splice', 'toLocaleString',
    'toReversed', 'toSorted', 'toSpliced', 'toString', 'unshift', 'values', 'with'].map((name) => [[], [1], [1, 2], [1, 1, 5], [-1], [(a, b) => a - b], [(a) => a > 1, 0]].map((list) => {
      const own = view.slice();
      const shared = new view.constructor(view.buffer); shared.set(own);
      try { const result = Array.prototype[name].apply(shared, list); return [name, typeof result?.next === 'function' ? [...result] : result, ...shared]; }
      catch (error) { return [name, error.message, ...shared]; } finally { shared.set(own); } }))`,
  'methods that are kept': `const { map, join: text, ...others } = Array.prototype; const { at } = []; const bound = [].slice.bind(view, 1); const call = Function.prototype.call.bind([].indexOf);
    return [map.call(view, (x, i, all) => [x, i, all === view]), text.call(view, '-'), at.call(view, -1), bound(), call(view, 2), map.name, map.length, Object.keys(others), 'prototype' in map]`,
  'methods of ordinary arrays': `return [[3, 1, 2].sort(), [1, , 3].map((x) => x), [[1], [2]].flat(), [1, 2, 3].lastIndexOf(3), [1].reduce((a) => a), Array.prototype.slice.call('abc', 1), [].map.call({ length: 2, 1: 5 }, (x) => x)]`,
  'methods that throw': `try { [].reduce.call(view.subarray(0, 0), (a) => a) } catch (error) { log(error.message) } try { [].map.call(null, (x) => x) } catch (error) { log(error.message) } new Array.prototype.map()`,
  'what is in with': `let n = 0; with ({ get list() { n++; return view } }) { list[0] = list[1] + list[2]; list[3]++; list[1] += n; var inner = list.length } return [n, view, inner]`,
  'with asks for names': `const p = new Proxy({ a: view, f() { return this === p } }, traps(log)); with (p) { a[0] = 1; log(f(), typeof nowhere); { let a = [5]; log(a[0]) } for (const b of a) log(b) } return view`,
  'with has it all': `const scope = new Proxy({ view }, { has: (t, k) => k !== 'undefined', get: (t, k) => t[k] }); with (scope) { view[1] = 4; return [view[1], nowhere] }`,
  'with and functions': `with ({ x: view }) { function f(i = x[0]) { return x[i] } var g = ([a, ...b], { length, ...c }) => [a, b, length, c]; } return [f(1), f(), g(view, view)]`,
  'with of what is none': `with (null) { view[0] }`,
  'with in pieces': `with ({ a: 1 }) with ({ b: view }) b[a] = 5; if (view[1]) with (view) length; else log('no'); loop: for (const i of [0, 1]) with ({ i }) { if (i) break loop; continue }
    return [view, (0, eval)('with ({ q: [7] }) q[0]')]`,
  'a generator in with': `const g = function* () { with ({ v: view }) { v[0] = yield v[1]; v[yield v[2]]++ } }(); return [g.next(), g.next(8), g.next(3), g.next(), view]`,
  'eval in with': `with ({ eval: (text) => [text] }) { return eval('view[0]') }`,
  'eval in with that may be anything': `const out = []; const of = (scope) => new Function('scope', 'inner', 'with (scope) { return eval("inner + 1") }')(scope, 1); for (const scope of [{}, { eval }, { get eval() { log('asked'); return eval } }, traced({}), new Proxy({ inner: 4 }, { has: (t, k) => { log('has', k); return k in t } })]) out.push(of(scope)); return out`,
  json: `const o = { a: [1, { b: 2n.constructor }], get c() { log('c'); return undefined }, d: new Date(0), e: { toJSON(key) { return [key, this.f] }, f: 1 }, v: view }; const ring = { x: {} }; ring.x.ring = ring; const out = [];
    for (const args of [[o], [o, null, 2], [o, ['a', 'v', 'b']], [o, function (key, value) { log(key, this === o); return key === 'd' ? undefined : value }], [view], [traced({ a: 1 })], [undefined], [() => 1], [ring], [{ n: 1n }], [{ toJSON() { throw new Error('no') } }], [[, 1]], [Object(1n)], ['x', null, '--'], [[[]], null, '--']])
      try { out.push(JSON.stringify(...args)) } catch (error) { out.push(error.message) }
    return out`,
  'what is made': `class A extends Int32Array { constructor(...all) { super(...all); log(new.target.name, all.length) } } class B extends A {} return [new A(view), new B(view), new B(...[view, 1]), new view.constructor(view), new (class extends Set {})(view), Reflect.construct(A, [view], B), (() => { try { new log.x(view) } catch (error) { return error.message } })(), A.name, B.length, (() => { class Box {} try { new Box(view).nope() } catch (error) { return error.message } })()]`,
  'rests of parameters': `function f({ length, ...rest }, a) { return [length, rest, a, f.length, arguments.length] } class A { constructor({ ...all }) { this.all = all } set x({ 0: first, ...others }) { log(first, others) } }
    const a = new A(view); a.x = view; return [f(view, 1), f('ab'), a, (({ 1: b, ...c }) => [b, c])(view), function* ({ ...d }) { yield d }(view).next(), (({ x: { ...e } }) => e)({ x: view })]`,
  'rests of proxies': `const p = new Proxy({ a: 1, b: 2 }, traps(log)); return [(({ a, ...rest }) => rest)(p), function ({ a, ...rest }) { return rest }(p), (({ q: { ...r } }) => r)({ q: p })]`,
  'rests of nothing': `try { (({ a, ...b }) => b)() } catch (error) { log(error.message) } try { (function ({ ...b }) {})(null) } catch (error) { log(error.message) } for (const { a, ...b } of [null]) log(b)`,
  'rests in loops': `const out = []; for (const { length, ...rest } of [view]) { out.push(length, rest) } try { throw { a: 1, b: 2 } } catch ({ a, ...rest }) { out.push(rest) } const { x: { ...deep }, y = 2 } = { x: view }; let { z: [{ ...last }] } = { z: [view] }; return [out, deep, y, last]`,
  'keys that are objects': `let n = 0; const key = { toString() { n++; return '1' } }; view[key] = 5; view[key]++; return [view[key], n, view[[2]], view[new Number(3)], view[null]]`,
  'eval is eval': `const run = eval; const own = { eval }; return [run === globalThis.eval, own.eval === eval, eval.name, run('1 + 1'), eval.call(null, '2'), (() => { const inner = 3; return eval('inner') })(), new Function('eval', 'x', 'eval("x = 1"); return x')(eval, 0)]`,
};

/** In a program that does none of the above, these are as they were. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  'built-in functions': `return [Array.from, Int8Array.from, Int8Array.prototype.fill, JSON.stringify, DataView.prototype.getInt8, Object.create, Reflect.get].map((f) => [f.name, f.length, Reflect.ownKeys(f), isConstructor(f)])`,
  'names of prototypes': `return [Object.prototype, Array.prototype, Object.getPrototypeOf(Int8Array.prototype), BigInt.prototype, Object.getPrototypeOf(async function* () {})].map((o) => Reflect.ownKeys(o).map(String))`,
};

const program = (snippets: Readonly<Record<string, string>>): string => `
const util = require('node:util');
const show = (value) => util.inspect(value, { depth: 6, maxArrayLength: 200, breakLength: 200 });
const traps = (log) => new Proxy({}, { get(_, name) { log('asked for', name); return undefined } });
const isConstructor = (f) => { try { Reflect.construct(Object, [], f); return true } catch { return false } };
const snippets = {
${Object.entries(snippets)
  .map(([name, text]) => `${JSON.stringify(name)}(view, log, traced) { ${text} },`)
  .join('\n')}
};
for (const Buffer of [ArrayBuffer, SharedArrayBuffer]) for (const [name, run] of Object.entries(snippets)) {
  const view = new Int32Array(new Buffer(16));
  for (let i = 0; i < 4; i++) view[i] = i;
  const log = (...values) => console.log(' ', ...values.map(String));
  console.log(name, Buffer.name);
  try { console.log(show(run(view, log, (target) => new Proxy(target, traps(log))))); } catch (error) { console.log(String(error)); }
}`;

it('snippets say the same', () => {
  const { 'a trap says no': strict, 'a definition fails strictly': strictly, ...sloppy } = SNIPPETS;
  for (const snippets of [sloppy, UNTOUCHED, { strict: strict!, strictly: strictly! }]) {
    const files = { 'snippets.js': program(snippets) };
    const plain = record(files, { record: false });
    const recorded = record(files);
    expect(plain.status, plain.stderr).toBe(0);
    expect(recorded.stdout).toBe(plain.stdout);
    expect(recorded.stderr).toBe(plain.stderr);
  }
});
