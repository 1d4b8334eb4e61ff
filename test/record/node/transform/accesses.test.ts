// What each construct records: kind (r, w; i iterated, a all of it; l the site for a native method), index, line and column.

import { beforeAll, describe, expect, it } from 'vitest';
import { transform } from '../../../../src/record/node/transform/index.ts';
import { installHooks, instrumented, record } from './hooks.ts';

beforeAll(() => installHooks());

const table: readonly (readonly [source: string, accesses: string])[] = [
  ['return ta[0]', 'r 0 1:8'],
  ['let i = 1; return ta[i]', 'r 1 1:19'],
  ['let i = 0; return ta[i++] + ta[i]', 'r 0 1:19, r 1 1:29'],
  ["return ta['1']", 'r 1 1:8'],
  ["return ta['length'] + ta.length", ''],
  ['return ta[-1]', ''],
  ['return ta[Symbol.iterator]', ''],
  ['return ta[ta[0]]', 'r 0 1:11, r 5 1:8'],
  ['const b = [1]; let a = ta; return a[b[(a = [], 0)]]', 'r 1 1:35'],
  ['const o = { ta }\nreturn o.ta[2]', 'r 2 2:10'],
  ['const m = [ta]; return m[0][1]', 'r 1 1:28'],
  ['return (() => ta)()[1]', 'r 1 1:20'],
  // Writes, when the value is had.
  ['ta[0] = 1', 'w 0 1:1'],
  ['ta[0] = ta[1]', 'r 1 1:9, w 0 1:1'],
  ['let i = 0; ta[i] = i = 2', 'w 0 1:12'],
  ['let i = 0; ta[i++] = ta[i]', 'r 1 1:22, w 0 1:12'],
  ['let a = ta; a[0] = (a = [], 1)', 'w 0 1:13'],
  ['let i = 0; ta[i] = f(); function f() { i = 3; return ta[i] }', 'r 3 1:54, w 0 1:12'],
  ['let a = ta; a[f()] = 1; function f() { a = null; return 2 }', 'w 2 1:13'],
  ['const o = { ta }; o.ta[1] = o.ta[ta[0] - 5]', 'r 0 1:34, r 0 1:31, w 1 1:21'],
  ['ta[0] = () => 1', 'w 0 1:1'],
  ['ta[0] = ta[1] = 7', 'w 1 1:9, w 0 1:1'],
  // Compound assignments and updates.
  ['ta[0] += 1', 'r 0 1:1, w 0 1:1'],
  ['ta[0] += ta[1]', 'r 0 1:1, r 1 1:10, w 0 1:1'],
  ['ta[0] &&= 3', 'r 0 1:1, w 0 1:1'],
  ['ta[0] ||= 3', 'r 0 1:1'],
  ['ta[0] ??= 3', 'r 0 1:1'],
  ['ta[1]++', 'r 1 1:1, w 1 1:1'],
  ['return --ta[1]', 'r 1 1:10, w 1 1:10'],
  ['(ta[1])++', 'r 1 1:2, w 1 1:2'],
  ['const o = { ta }; let i = 0; o.ta[i++] -= i', 'r 0 1:32, w 0 1:32'],
  // Calls and optional chains.
  ['const o = { ta }; return o?.ta[0]', 'r 0 1:29'],
  ['const o = { ta }; return o?.ta?.[0]', 'r 0 1:29'],
  ['return ta?.[0]', 'r 0 1:8'],
  ['let n; return n?.[ta[0]]', ''],
  ['let n; return n?.ta[ta[0]].x[ta[1]]', ''],
  ['const o = { f: () => ta }; return o?.f()[1]', 'r 1 1:41'],
  ['const f = () => ta; return f?.()[1]', 'r 1 1:33'],
  ['const m = [[ta]]; return m?.[0][0][1]', 'r 1 1:35'],
  ['return ta[0]?.toString()', 'r 0 1:8'],
  ['const o = { f() { return this === o && ta } }; return o.f?.()[1]', 'r 1 1:62'],
  ['const o = { f: (x) => [x] }; return o?.f?.( ta[0], )[0] + o.g?.(ta[1])[0]', 'r 0 1:45'],
  ['const o = { a: [{ b: () => ta }] }; return o?.a[0].b?.()[2]', 'r 2 1:57'],
  ['const o = { f: () => undefined }; try { o.f?.()[ta[0]] } catch { ta[1] }', 'r 0 1:49, r 1 1:66'],
  ['const o = { t: [function () { return this === o.t ? ta : 0 }] }; return (o?.t[0])()[3]', 'r 3 1:84'],
  ['const o = { ta }; try { (o?.ta[0])() } catch {}', 'r 0 1:29'],
  ['let n; try { (n?.ta[ta[0]])() } catch (e) { return e.message }', ''],
  ['const o = { f: { ta } }; return [delete o?.f.ta[0].x, delete o?.g?.x[ta[0]].y]', 'r 0 1:46'],
  ['const m = [[[{ ta }]]]; return delete m?.[0]?.[0][0]?.x?.y.z', ''],
  ['const o = { f: { ta } }; try { (o?.f?.ta[0]?.x.y)() } catch { return delete o?.f?.ta[9]?.x.y.z }', 'r 0 1:39, r 9 1:83'],
  ['const o = { ta }; return ((x = (o?.ta[0].toString)(), y = o.valueOf?.().ta[1]) => x)()', 'r 0 1:36, r 1 1:73'],
  ['delete ta[0]', ''],
  ['return 0 in ta', ''],
  ['return typeof ta[0]', 'r 0 1:15'],
  // Patterns, iteration.
  ['const [x] = ta', 'i 1:13'],
  ['let x; [x] = ta', 'i 1:14'],
  ['let x; return ([x] = ta) === ta', 'i 1:22'],
  ['const { 0: x, [1]: y, length } = ta', 'r 0 1:9, r 1 1:16'],
  ['let x; ({ 0: x } = ta)', 'r 0 1:11'],
  ['const k = 1, { [k]: x, ...rest } = ta', 'a 1:36, r 1 1:17'],
  ['const { t: { 1: x } } = { t: ta }', 'r 1 1:14'],
  ['(({ 1: x }) => x)(ta)', 'r 1 1:5'],
  ['(({ [ta[0] - 4]: x }) => x)(ta)', 'r 0 1:6, r 1 1:6'],
  ['for (const { 0: x } of [ta]);', 'r 0 1:14'],
  ['[ta[0], ta[1]] = [1, 2]', 'w 0 1:2, w 1 1:9'],
  ['({ x: ta[0], ...ta[1] } = {})', 'w 0 1:7, w 1 1:17'],
  ['for (ta[0] of [1, 2]);', 'w 0 1:6, w 0 1:6'],
  ['for (ta[0] in { 4: 1 });', 'w 0 1:6'],
  ['for (const x of ta);', 'i 1:17'],
  ['for (const k in ta) ta[k]', 'r 0 1:21, r 1 1:21, r 2 1:21, r 3 1:21'],
  ['return [...ta]', 'i 1:12'],
  ['return Math.max(...ta, 1)', 'i 1:20'],
  ['return [...(function* () { yield* ta })()]', 'i 1:35'],
  ['return new Uint8Array(ta)', 'a 1:23'],
  ['return { ...ta }', 'a 1:13'],
  // Calls that read all of an argument.
  ['return Math.max.apply(null, ta)', 'a 1:29'],
  ['const f = (...all) => all.length; f.apply(undefined, ta, ta)', ''],
  ['return Reflect.apply(Math.max, null, ta)', 'a 1:38'],
  ['return [Object.values(ta), Object.entries(ta), Object.assign({}, ta)]', 'a 1:23, a 1:43, a 1:66'],
  ['const o = { f: Math.max }; return o.f.apply(null, ta) + (() => o.f)().apply(null, ta)', 'a 1:51, a 1:83'],
  ['const filter = { apply: (_, x) => x.length }; return filter.apply(null, ta) + filter?.apply(0, 0)', ''],
  // These are for the methods themselves to say.
  ['return [Array.prototype.slice.call(ta, 1), [].map.call(ta, (x) => x), [].values.call(ta)]', ''],
  ['return Promise.all(ta)', 'i 1:20'],
  ['const Object = { values: (x) => x }; return Object.values(ta)', ''],
  // Functions, classes, scopes.
  ['return ((x = ta[1]) => x)()', 'r 1 1:14'],
  ['((x = ta[1] = 2, y = ta[0] += 1) => x)()', 'w 1 1:7, r 0 1:22, w 0 1:22'],
  ['let i = 1; ((x = ta[i++] = ta[i]) => x)()', 'r 2 1:28, w 1 1:18'],
  ['let i = 1; new (class { a = ta[i++] += i })()', 'r 1 1:29, w 1 1:29'],
  ['new (class { a = ta[0]; #t = ta; b = this.#t[1]++ })()', 'r 0 1:18, r 1 1:43, w 1 1:43'],
  ['class C { static { ta[0] = 3 } static [ta[1]] = 1 }', 'r 1 1:40, w 0 1:20'],
  ['class C extends Int32Array { f() { return super[0] } } new C(1).f()', ''],
  ['function f(t) { return arguments[0] } f(ta)', ''],
  ['return eval("ta[1]")', 'r 1 undefined:undefined'],
  ['globalThis.shared = ta; (0, eval)("shared[1]"); (ta[2], eval)("shared[0]")', 'r 1 1:50, r 2 1:50, r 0 1:50'],
  ['globalThis.shared = ta; const run = eval; run("shared[1]")', 'r 1 undefined:undefined'],
  [
    'globalThis.shared = ta; return [eval.call(null, "shared[3]"), typeof eval, eval?.("shared[0]")]',
    'r 3 undefined:undefined, r 0 undefined:undefined',
  ],
  [
    'eval: for (const x of [1]) { if (x) continue eval; } const o = { eval: ta, f(eval) { return eval } }; return o.f(o.eval)[1]',
    'r 1 1:121',
  ],
  [
    'globalThis.shared = ta; const run = eval; return [run("shared[2]"), (0, run)("shared[0]"), run === eval]',
    'r 2 undefined:undefined, r 0 undefined:undefined',
  ],
  ['with ({}) { ta[0] }', 'r 0 1:13'],
  ['with ({}) ta[0] += 1', 'r 0 1:11, w 0 1:11'],
  ['with ({ x: ta }) { x[1] = x[0]; with ({ y: 2 }) { x[y]++ } }', 'r 0 1:27, w 1 1:20, r 2 1:51, w 2 1:51'],
  ['with ({ x: ta }) { return ((i) => { const [a] = x; return x[i] + a })(3) }', 'i 1:49, r 3 1:59'],
  ['let n = 0; with ({ get x() { n++; return ta } }) { x[n]++; x[1] += 2 } return n', 'r 1 1:52, w 1 1:52, r 1 1:60, w 1 1:60'],
  // Rests of patterns.
  ['(function ({ length, ...rest }) {})(ta)', 'a 1:12'],
  ['(function (a, { ...rest } = ta) { return rest[0] })(0, ta)', 'a 1:15'],
  ['return class { static m({ ...rest }) { return rest } }.m(ta)', 'a 1:25'],
  ['const f = () => ta\nf()[0]\nreturn f()[1]', 'r 0 2:4, r 1 3:11'],
  // Natives that ask for their site.
  ['Atomics.store(ta, 0, ta[1])', 'r 1 1:22, l 1:9'],
  ['globalThis.Atomics.load(ta, 0)', 'l 1:20'],
  ['const d = new DataView(ta.buffer); return d.getInt32(0)', 'l 1:45'],
];

describe('recorded accesses', () => {
  it.each(table)('%s', (source, expected) => {
    const first = record(source, new Int32Array([5, 6, 7, 8]));
    expect(first.accesses.join(', ')).toBe(expected);
    // Code that comes as text from instrumented functions is not instrumented twice.
    const again = transform(first.code, 'commonjs');
    expect(again?.sites ?? []).toEqual([]);
  });
});

describe('errors', () => {
  const programs = [
    'ta[0]',
    'ta[0] = 1',
    'ta[0] += 1',
    'ta[0]++',
    'ta.x[0]',
    'let o = {}; o.x[0] = 1',
    'let f; f[0]()',
    'nowhere[0]',
    'let { x: { y: [z] } } = {}',
  ];
  it.each(programs)('%s says the same', (source) => {
    const message = (code: string) => {
      try {
        new Function('ta', code)(undefined);
      } catch (error) {
        return String(error);
      }
      return 'none';
    };
    expect(message(instrumented(source, 'commonjs').code)).toBe(message(source));
  });
});

describe('texts', () => {
  it('leaves a text with nothing to hook alone', () => {
    expect(transform('const a = { b: 1 }; a.b = "a[0]" + `a[1]`; export default a', 'module')).toBeUndefined();
  });

  it('says that a text does not parse', () => {
    expect(() => transform('a[', 'commonjs')).toThrow(SyntaxError);
  });

  it('keeps hashbang, directives, comments and the map of a module', () => {
    const source = [
      '#!/usr/bin/env node',
      "'use strict'",
      "import x from './x.json' with { type: 'json' }",
      'const { y } = await import(x[0]) /* a[0] */',
      'export default y[1] // y[2]',
      '//# sourceMappingURL=x.js.map',
    ];
    const lines = transform(source.join('\n'), 'module')!.code.split('\n');
    expect(lines).toHaveLength(source.length);
    for (const n of [0, 1, 2, 5]) expect(lines[n]).toBe(source[n]);
    expect(lines[3]).toContain('/* a[0] */');
    expect(lines[4]).toMatch(/ \/\/ y\[2\]$/);
  });

  it('reads HTML comments and await as a name in a script', () => {
    expect(transform('<!-- x\nvar await = a[0]\n--> y', 'script')!.code).toMatch(/^<!-- x\nvar await = .*\n--> y$/);
  });

  it('takes every line terminator for one', () => {
    expect(transform('a\r\n[0]\rb[1]\u2028c[2]', 'script')!.sites).toEqual([1, 1, 3, 1, 4, 1]);
  });

  it('leaves asm.js alone', () => {
    expect(transform('function f() { "use asm"; a[0] }', 'commonjs')).toBeUndefined();
  });
});
