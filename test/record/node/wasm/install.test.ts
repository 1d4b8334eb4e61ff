// The patched WebAssembly, in a thread of its own (each test file has one).

import { beforeAll, describe, expect, it } from 'vitest';
import { install } from '../../../../src/record/node/wasm/install.ts';
import { assemble, BASE, outcome, TestRuntime } from './harness.ts';

const imported = assemble(`(module (import "env" "memory" (memory 1 4 shared))
  (func $get (export "get") (param i32) (result i32) (i32.load (local.get 0))))`);
const defined = assemble(`(module (memory (export "memory") 1 4 shared)
  (func $put (export "put") (param i32 i32) (i32.store (local.get 0) (local.get 1))))`);
const unshared = assemble(`(module (memory (export "memory") 1) (func (export "f") (drop (i32.load (i32.const 0)))))`);

const newMemory = () => new WebAssembly.Memory({ initial: 1, maximum: 4, shared: true });
const native = { ...Object.fromEntries(Object.getOwnPropertyNames(WebAssembly).map((n) => [n, Reflect.get(WebAssembly, n)])) };

type Get = { get(address: number): number };

describe('patched WebAssembly', () => {
  const runtime = new TestRuntime();
  const recorded = () => runtime.events().length;

  beforeAll(() => install(runtime));

  async function expectRecorded(instance: WebAssembly.Instance): Promise<void> {
    const before = recorded();
    (instance.exports as unknown as Get).get(8);
    expect(runtime.events().slice(before)).toMatchObject([{ kind: 'read', address: BASE + 8, size: 4 }]);
  }

  it('records through every way to compile and instantiate', async () => {
    const imports = { env: { memory: newMemory() } };
    const response = () => new Response(imported, { headers: { 'content-type': 'application/wasm' } });
    await expectRecorded(new WebAssembly.Instance(new WebAssembly.Module(imported), imports));
    await expectRecorded(await WebAssembly.instantiate(await WebAssembly.compile(imported), imports));
    await expectRecorded((await WebAssembly.instantiate(imported, imports)).instance);
    await expectRecorded(await WebAssembly.instantiate(await WebAssembly.compileStreaming(response()), imports));
    await expectRecorded((await WebAssembly.instantiateStreaming(Promise.resolve(response()), imports)).instance);
    const [{ file, module }] = runtime.told as [(typeof runtime.told)[0]];
    expect(file).toMatch(/^wasm-[0-9a-f]{8}$/);
    expect(imported.subarray(module.code).slice(0, module.length).at(-1)).toBe(0x0b);
  });

  it('gives a module the memory that it defined', () => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(defined));
    const memory = exports['memory'] as WebAssembly.Memory;
    expect(memory.buffer.byteLength).toBe(65536);
    expect(() => memory.grow(4)).toThrow(RangeError);
    const before = recorded();
    (exports['put'] as (a: number, v: number) => void)(4, 9);
    expect(new Int32Array(memory.buffer)[1]).toBe(9);
    memory.grow(1);
    (exports['put'] as (a: number, v: number) => void)(70_000, 1);
    expect(runtime.events().slice(before)).toMatchObject([{ address: BASE + 4 }, { address: BASE + 70_000 }]);
  });

  it('instruments a module once, and looks again when it is its turn', () => {
    const kept = new Map<string, Uint8Array<ArrayBuffer>>();
    const log: string[] = [];
    const bytes = assemble(`(module (import "env" "memory" (memory 1 4 shared))
      (func (export "get") (param i32) (result i32) (i32.load offset=4 (local.get 0))))`);
    runtime.modules = {
      read(name) {
        log.push('read');
        return kept.get(name);
      },
      write(name, parts) {
        log.push('write');
        const pieces = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
        kept.set(name, new Uint8Array(Buffer.concat(pieces)));
      },
      alone(make) {
        log.push('alone');
        return make();
      },
    };
    const run = (compiled: Uint8Array<ArrayBuffer>) => {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(compiled), { env: { memory: newMemory() } });
      const before = recorded();
      (instance.exports as unknown as Get).get(8);
      return runtime.events().slice(before);
    };
    try {
      expect(run(bytes)).toMatchObject([{ kind: 'read', address: BASE + 12 }]);
      expect(log.splice(0)).toEqual(['read', 'alone', 'read', 'write']);
      expect(run(bytes)).toMatchObject([{ kind: 'read', address: BASE + 12 }]);
      expect(log.splice(0)).toEqual(['read']);
      // What is no module, or has nothing to record, is not looked for.
      new WebAssembly.Module(unshared);
      expect(log.splice(0)).toEqual([]);
      // What the engine refuses is not kept.
      const invalid = misaligned(`${shared} (i32.load (i32.const 0))))`, [0x28], 3);
      expect(() => new WebAssembly.Module(invalid)).toThrow(WebAssembly.CompileError);
      expect(log.splice(0)).toEqual(['read', 'alone', 'read']);
    } finally {
      runtime.modules = undefined;
    }
  });

  it('looks like the original', () => {
    const module = new WebAssembly.Module(imported);
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(module.constructor).toBe(WebAssembly.Module);
    expect(Object.getPrototypeOf(module)).toBe(native['Module'].prototype);
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    expect(WebAssembly.Module.exports(new WebAssembly.Module(defined)).map(({ name }) => name)).toEqual(['memory', 'put']);
    for (const name of ['compile', 'instantiate', 'Module', 'Instance', 'compileStreaming'] as const) {
      const { length, name: own } = WebAssembly[name] as unknown as { length: number; name: string };
      expect([own, length]).toEqual([native[name].name, native[name].length]);
    }
    class Derived extends WebAssembly.Module {}
    expect(new Derived(imported)).toBeInstanceOf(Derived);
  });

  it('leaves other modules alone', async () => {
    const before = recorded();
    const { instance } = await WebAssembly.instantiate(unshared);
    (instance.exports['f'] as () => void)();
    expect(recorded()).toBe(before);
  });

  /** The second byte of the memory argument of the only access: its alignment. */
  function misaligned(text: string, opcode: readonly number[], alignment: number): Uint8Array<ArrayBuffer> {
    const bytes = assemble(text);
    const at = bytes.findIndex((_, i) => opcode.every((byte, j) => bytes[i + j] === byte));
    bytes[at + opcode.length] = alignment;
    return bytes;
  }
  const shared = '(module (import "env" "memory" (memory 1 4 shared)) (func (export "f") (result i32)';
  const refused: [string, Uint8Array<ArrayBuffer>][] = [
    ['an atomic above its alignment', misaligned(`${shared} (i32.atomic.load (i32.const 0))))`, [0xfe, 0x10], 3)],
    ['an access above its alignment', misaligned(`${shared} (i32.load (i32.const 0))))`, [0x28], 3)],
    [
      'a notification above its alignment',
      misaligned(`${shared} (memory.atomic.notify (i32.const 0) (i32.const 1))))`, [0xfe, 0x00], 3),
    ],
  ];
  it.each(refused)('refuses what the engine refuses: %s', async (_, bytes) => {
    const { Module, compile } = native as unknown as typeof WebAssembly;
    const answer = outcome(() => new Module(bytes));
    expect(answer).toMatchObject({ threw: 'CompileError' });
    expect(outcome(() => new WebAssembly.Module(bytes))).toEqual(answer);
    const rejection = await compile(bytes).catch(String);
    expect(await WebAssembly.compile(bytes).catch(String)).toBe(rejection);
    expect(await WebAssembly.instantiate(bytes, { env: { memory: newMemory() } }).catch(String)).toMatch(/CompileError/);
  });

  const wrong: [string, (wasm: typeof WebAssembly) => unknown][] = [
    ['Module()', (wasm) => (wasm.Module as unknown as () => void)()],
    ['no bytes', (wasm) => new wasm.Module(undefined as never)],
    ['bytes of nothing', (wasm) => new wasm.Module(new Uint8Array([1, 2, 3]))],
    ['a cut module', (wasm) => new wasm.Module(imported.slice(0, 40))],
    ['no module', (wasm) => new wasm.Instance({} as never)],
    ['no imports', (wasm) => new wasm.Instance(new wasm.Module(imported))],
    ['null as imports', (wasm) => new wasm.Instance(new wasm.Module(imported), null as never)],
    ['no namespace', (wasm) => new wasm.Instance(new wasm.Module(imported), {})],
    ['no memory', (wasm) => new wasm.Instance(new wasm.Module(imported), { env: {} })],
    [
      'an unshared memory',
      (wasm) => new wasm.Instance(new wasm.Module(imported), { env: { memory: new wasm.Memory({ initial: 1 }) } }),
    ],
    ['a number as imports', (wasm) => new wasm.Instance(new wasm.Module(defined), 1 as never)],
    ['imports of no module', (wasm) => wasm.Module.imports({} as never)],
  ];
  it.each(wrong)('throws what the engine throws: %s', (_, act) => {
    expect(outcome(() => act(WebAssembly))).toEqual(outcome(() => act(native as never)));
  });

  const rejecting: [string, (wasm: typeof WebAssembly) => Promise<unknown>][] = [
    ['compile nothing', (wasm) => wasm.compile(undefined as never)],
    ['compile a cut module', (wasm) => wasm.compile(imported.slice(0, 40))],
    ['instantiate without imports', (wasm) => wasm.instantiate(imported)],
    ['instantiate with wrong imports', (wasm) => wasm.instantiate(imported, { env: {} })],
    ['instantiate a module with wrong imports', async (wasm) => wasm.instantiate(await wasm.compile(imported), { env: {} })],
    ['stream a wrong type', (wasm) => wasm.compileStreaming(new Response('x', { headers: { 'content-type': 'text/plain' } }))],
    ['stream nothing', (wasm) => wasm.compileStreaming(undefined as never)],
  ];
  const rejection = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: Error) => [error.constructor.name, error.message],
    );
  it.each(rejecting)('rejects with what the engine says: %s', async (_, act) => {
    expect(await rejection(act(WebAssembly))).toEqual(await rejection(act(native as never)));
  });

  it('says which module runs as it is, and nothing of one that does not run', () => {
    const several = assemble('(module (memory (export "m") 1 1 shared) (func (drop (i32.load (i32.const 0)))))').slice();
    const left = several.slice();
    // An instruction that nobody knows, where the load was.
    several[several.lastIndexOf(0x28)] = 0x27;
    expect(() => new WebAssembly.Module(several)).toThrow(WebAssembly.CompileError);
    expect(runtime.unrecordedCode).toEqual([]);
    const { firstSite } = runtime;
    runtime.firstSite = 0;
    new WebAssembly.Module(left);
    expect(runtime.unrecordedCode).toEqual([
      expect.stringMatching(/^wasm-[0-9a-f]{8} \(there are no numbers left for its places\): please report this$/),
    ]);
    runtime.firstSite = firstSite;
  });
});
