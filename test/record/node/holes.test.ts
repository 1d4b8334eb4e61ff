// Ways around the elements of a view: each is recorded with its kind and element, on its line, and what cannot be is noted.

import { expect, it } from 'vitest';
import { accessesOf, offsets, record } from './record.ts';

/** Statements, and what they do to the words of `view`. Element 60 stands for nothing: it is never touched. */
const WAYS: readonly (readonly [statement: string, accesses: string])[] = [
  ['new Proxy(view, {})[1]', 'r1'],
  ['new Proxy(view, {})[2] = 1', 'w2'],
  ['new Proxy(view, { has: () => true })[3]++', 'r3 w3'],
  ['Proxy.revocable(view, {}).proxy[4]', 'r4'],
  ['new Proxy(new Proxy(view, {}), {})[5]', 'r5'],
  ['new Proxy(view, { get: () => 1, set: () => true })[60]++', ''],
  ['60 in new Proxy(view, {}); Object.keys(new Proxy(view, {})); new Proxy(view, {}).name', ''],
  ['Object.getOwnPropertyDescriptor(new Proxy(view, {}), 6)', 'r6'],
  ['Object.defineProperty(new Proxy(view, {}), 7, { value: 1 })', 'w7'],
  ['Object.create(new Proxy(view, {}))[8]', 'r8'],
  ['Object.create(view)[9]', 'r9'],
  ['Object.create(view)[60] = 1', ''],
  ['Object.create(Object.create(view), { 60: { value: 1 } })[60]', ''],
  ['({ __proto__: view })[10]', 'r10'],
  ['Object.setPrototypeOf({}, view)["11"]', 'r11'],
  ['function F() {} F.prototype = view; new F()[12]', 'r12'],
  ['Reflect.get(Object.create(view), 13)', 'r13'],
  ['const { 14: x } = Object.create(view)', 'r14'],
  ['new Proxy(Object.create(view), { get: (t, k) => t[k] })[15]', 'r15'],
  ['Reflect.set({}, 16, 1, view)', 'w16'],
  ['Reflect.set(view, 60, 1, new Int32Array(64))', ''],
  ['Array.prototype.fill.call(view, 1, 17, 18)', 'w17'],
  ['[].slice.call(view, 18, 19)', 'r18'],
  ['Reflect.apply([].at, view, [19])', 'r19'],
  ['at.call(view, 20)', 'r20'],
  ['[].at.bind(view)(21)', 'r21'],
  ['Function.prototype.call.call([].indexOf, view.subarray(22, 23), 9)', 'r22'],
  ['[].copyWithin.call(view, 23, 24, 25)', 'r24 w23'],
  ['reduce.call(view.subarray(26, 27), (a, b) => a + b)', 'r26'],
  ['[].some.call(view.subarray(27), () => true)', 'r27'],
  ['[].flat.call(view.subarray(28, 29))', 'r28'],
  ['[].toSpliced?.call(view.subarray(29, 31), 0, 1) ?? view[30]', 'r30'],
  ['[...[].entries.call(view.subarray(31, 32))]', 'r31'],
  ['[...[].values.call(view.subarray(32, 33))]', 'r32'],
  ['[].reverse.call(view.subarray(33, 34))', 'r33 w33'],
  ['try { [].splice.call(view.subarray(34, 36), 1, 1, 5) } catch {}', 'r35 w35'],
  ['try { [].pop.call(view.subarray(36, 38)) } catch {}', 'r37'],
  ['try { [].shift.call(view.subarray(38, 39)) } catch {}', 'r38'],
  ['try { [].push.call(view, 1) } catch {}', ''],
  ['Promise.all(view.subarray(39, 40))', 'r39'],
  ['with ({ at: 40 }) view[at]', 'r40'],
  ['with (view) with ({ view }) { view[41] += length }', 'r41 w41'],
  ['(function ({ length, ...rest }) {})(view.subarray(42, 43))', 'r42'],
  ['(({ x, ...rest }) => rest)(view.subarray(45, 46))', 'r45'],
  ['(({ x, ...rest } = view.subarray(46, 47), y = 1, ) => rest)()', 'r46'],
  ['[...(function* (y, { 0: x, ...rest }) { yield rest })(1, view.subarray(47, 49))]', 'r47 r47'],
  ['(function ({ x, ...rest } = view.subarray(49, 50)) {})()', 'r49'],
  ['(function ({ x, ...rest }, ...more) {})(view.subarray(50, 51), 1)', 'r50'],
  ['({ set x({ length, ...rest }) {} }).x = view.subarray(51, 52)', 'r51'],
  ['for (const { 0: x, ...rest } of [view.subarray(52, 53)]);', 'r52 r52'],
  ['let a, b; for ({ a, ...b } of [view.subarray(53, 54)]) break', 'r53'],
  ['try { throw view.subarray(54, 55) } catch /* ) */ ({ a, ...rest } /* ) */ ) {}', 'r54'],
  ['const run = eval; run("globalThis.view")[43]; run("globalThis.view[44] = 1")', 'r43 w44'],
  ['new Function(\'v\', \'with ({}) { eval("v[55] = 1"); return (0, eval)("view[56]") }\')(view)', 'w55 r56'],
  ["const other = (0, eval); other('view[57]')", 'r57'],
  ["let run; run = view ? globalThis.eval : 0; run('view[58]')", 'r58'],
  ["(function (eval) { return eval('view[59]') })(eval)", 'r59'],
  ["['view[61]'].map(eval); [eval][0]('view[61]'); ({ run: eval }).run('view[61]')", 'r61 r61 r61'],
  ["eval.apply(null, ['view[62]']); Reflect.apply(eval, null, ['view[62]']); eval.bind(null, 'view[62]')()", 'r62 r62 r62'],
  ["globalThis['eval']('view[0]'); const nativeEval = eval; ['view[0]'].forEach(nativeEval)", 'r0 r0'],
];

it('elements are recorded whichever way the program takes to them', () => {
  const text = `globalThis.view = new Int32Array(new SharedArrayBuffer(256)); const { view } = globalThis; const { at, reduce } = Array.prototype;
${WAYS.map(([statement]) => `{ ${statement} ; Atomics.load(view, 63) }`).join('\n')}`;
  const { threads, status, stderr, notes, unrecorded } = record({ 'ways.js': text });
  expect(status, stderr).toBe(0);
  const found = accessesOf(threads[0]);
  for (const [n, [statement, accesses]] of WAYS.entries()) expect(`${statement}: ${found[n]}`).toBe(`${statement}: ${accesses}`);
  expect(notes + unrecorded).toBe('');
});

/** Programs of shared memory, `view`: what makes the run partial. */
const MISSED: readonly (readonly [text: string, missed: RegExp | undefined])[] = [
  ["view[{ toString: () => '1' }] = 1", /^an element of shared memory whose key is an object, in \.\/missed\.js: /],
  ['(({ a: { x, ...rest } }) => rest)({ a: view })', /^perhaps the rest of an object pattern in \.\/missed\.js, /],
  ['(([{ 0: x, ...rest }]) => rest)([view])', /^perhaps the rest/],
  ['(({ x, ...rest }, ...more) => rest)(view)', /^perhaps the rest/],
  ['const { a: { ...rest } } = { a: view }', /^perhaps the rest/],
  ['if (view) var { a: { ...rest } } = { a: view }', /^perhaps the rest/],
  ['let rest; ({ a: { ...rest } } = { a: view })', /^perhaps the rest/],
  ['const o = {}; [[{ ...o.rest }]] = [[view]]', /^perhaps the rest/],
  ['for (const [{ ...rest }] of [[view]]);', /^perhaps the rest/],
  ['(async () => { for await (const { ...rest } of [view]); })()', /^perhaps the rest/],
  ['(({ a: { x, ...rest } }) => rest)({ a: { y: 1 } })', undefined],
  ['if (!view) f() = 1; view[0] = 1', /^\.\/missed\.js \(Assigning to rvalue .*: compile it to an older syntax$/m],
  ["(() => eval)()('view[0]')", /^what eval runs where \.\/missed\.js hands it on as a value: /],
  ["require('node:vm').runInThisContext('eval')('view[0]')", /^what eval runs where evalmachine/],
  ['typeof eval; eval; eval === view; [1].includes(eval.name); const run = eval, same = run === eval', undefined],
  ['try { eval("view[0] = ;") } catch {}', undefined],
];

it.each(MISSED)('what is not recorded makes the run partial: %s', (text, missed) => {
  const { unrecorded, notes, stderr, status, cwd } = record({
    'main.js': "globalThis.view = new Int32Array(new SharedArrayBuffer(16)); require('./missed.js')",
    'missed.js': text,
  });
  expect([status, stderr, notes]).toEqual([0, '', '']);
  if (missed === undefined) expect(unrecorded).toBe('');
  else expect(unrecorded.replaceAll(cwd, '.')).toMatch(missed);
});

it('what an exported declaration has bound is looked at behind it, and is exported as before', () => {
  const { unrecorded, stdout } = record({
    'main.mjs': "import * as all from './exported.mjs'; console.log(Object.keys(all).join());",
    'exported.mjs': 'export const { a: { x, ...rest } } = { a: new Int32Array(new SharedArrayBuffer(16)) }\nexport let y',
  });
  expect(stdout).toBe('rest,x,y\n');
  expect(unrecorded).toContain('perhaps the rest');
});

it('eval is followed into other files by its name', () => {
  const { unrecorded, threads } = record({
    'main.mjs': `import { indirectEval as run, view } from './eval.mjs'; run('view[1]'); Atomics.load(view, 0);`,
    'eval.mjs': `export const indirectEval = eval;
export const view = globalThis.view = new Int32Array(new SharedArrayBuffer(16));`,
  });
  expect([unrecorded, offsets(threads[0], 'read')]).toEqual(['', [4]]);
  const { unrecorded: lost } = record({
    'main.mjs': `import { run, view } from './run.mjs'; run('view[1]'); Atomics.load(view, 0);`,
    'run.mjs': `export const run = eval; export const view = globalThis.view = new Int32Array(new SharedArrayBuffer(16));`,
  });
  expect(lost).toContain('what eval runs');
});

it('a thread without shared memory misses nothing', () => {
  expect(record({ 'main.js': 'if (![1][0]) f() = 1;' }).unrecorded).toBe('');
});

it('text that imports is imported from the file of the program, without a warning', () => {
  const files = {
    'main.js': `(async () => {
  const { x } = await new Function('m', 'return import(m)')('./other.mjs');
  const { join } = await (0, eval)('import("node:path")');
  console.log(x, typeof join, (0, eval)('eval') === eval);
})();`,
    'other.mjs': 'export const x = [1][0];',
  };
  const [plain, recorded] = [record(files, { record: false }), record(files)];
  expect(recorded.stdout).toBe(plain.stdout);
  expect(recorded.stderr).toBe(plain.stderr);
});
