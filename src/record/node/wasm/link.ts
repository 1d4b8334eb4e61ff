// Gives an instrumented module what it imports, in the thread that instantiates it: the hooks over this thread's buffer, and the memory
// that the module defined itself before.

import { lock } from '../core/control.ts';
import type { WasmRuntime } from '../core/hooks.ts';
import { controlModule, logModule } from './helper.ts';
import { Ahead, HOOK_MODULE, hookImport, hookMemory, hooks, type ModuleNote, type NotedMemory } from './interface.ts';

type Imports = WebAssembly.Imports;
type Namespace = Record<string, WebAssembly.ImportValue>;

/** What `link` has made the engine's job simply is to refuse: it must see the program's own argument then. */
const asGiven = (imports: unknown): Imports => imports as Imports;

const notes = new WeakMap<WebAssembly.Module, ModuleNote | undefined>();

/** What the instrumenter left in a module; undefined if it is not instrumented. */
function noteOf(module: WebAssembly.Module): ModuleNote | undefined {
  if (notes.has(module)) return notes.get(module);
  const section = nativeWasm.customSections(module, HOOK_MODULE)[0];
  const note = section && (JSON.parse(new TextDecoder().decode(section)) as ModuleNote);
  notes.set(module, note);
  return note;
}

/** Links modules in one thread. */
export class Linker {
  private readonly runtime: WasmRuntime;
  private readonly control: WebAssembly.Exports;
  private readonly log: WebAssembly.Module;

  constructor(runtime: WasmRuntime) {
    this.runtime = runtime;
    const words = new Int32Array(nativeWasm.bufferOf(runtime.control));
    const contended = (stripe: number): void => lock(words, stripe >> 2);
    const module = new nativeWasm.Module(controlModule());
    this.control = new nativeWasm.Instance(module, { h: { control: runtime.control, contended } }).exports;
    this.log = new nativeWasm.Module(logModule(runtime.filters === true));
  }

  /** The imports for a module: the program's own and, if it is instrumented, ours. */
  link(module: WebAssembly.Module, imports: unknown): Imports {
    const note = noteOf(module);
    if (note === undefined) return asGiven(imports);
    const own = nativeWasm.imports(module).filter((wanted) => wanted.module !== HOOK_MODULE);
    const given = imports as Record<string, Namespace> | null | undefined;
    const isObject = typeof given === 'object' ? given !== null : typeof given === 'function';
    if (!isObject && (given !== undefined || own.length > 0)) return asGiven(imports);
    // Every namespace is read once, as the engine would.
    const linked: Record<string, Namespace> = Object.create(null);
    for (const { module: from } of own) if (!(from in linked)) linked[from] = given![from]!;
    linked[HOOK_MODULE] = this.hookNamespace(note, linked);
    return linked;
  }

  private hookNamespace(note: ModuleNote, linked: Record<string, Namespace>): Namespace {
    const namespace: Namespace = {};
    for (const noted of note.memories) {
      const memory = memoryOf(noted, linked);
      if (noted.from === undefined) namespace[hookMemory(noted.index)] = memory!;
      if (noted.set === undefined) continue;
      const hooksOfMemory = memory === undefined ? inert() : this.hooks(note, noted, memory);
      for (const [name, hook] of Object.entries(hooksOfMemory)) namespace[hookImport(name, noted.set)] = hook;
    }
    return namespace;
  }

  private hooks({ firstSite, debug }: ModuleNote, { index }: NotedMemory, memory: WebAssembly.Memory): Namespace {
    const { runtime, control } = this;
    const base = runtime.address(memory);
    // Debug information knows one memory.
    if (debug !== undefined && index === 0) runtime.describe(base, debug);
    const { time, tick } = control as Record<string, WebAssembly.ImportValue>;
    const wide = (value: number) => new nativeWasm.Global({ value: 'i64', mutable: false }, BigInt(value));
    const log = new nativeWasm.Instance(this.log, {
      h: {
        buffer: runtime.buffer,
        flush: () => runtime.flush(),
        time: time!,
        tick: tick!,
        stack: (site: number, inner: number) => runtime.stack(site, inner),
        base: wide(base),
        firstSite: wide(firstSite),
      },
    }).exports;
    const ahead = aheadHook(runtime, memory, base, firstSite);
    return { ...control, ...log, ...waiting(runtime, memory, firstSite), ahead } as Namespace;
  }
}

/** The program's own memory, or a new one where the module defined it; undefined if the program gives none. */
function memoryOf(noted: NotedMemory, linked: Record<string, Namespace>): WebAssembly.Memory | undefined {
  const { from } = noted;
  if (from === undefined) return newMemory(noted);
  const memory = linked[from.module]?.[from.name];
  return memory instanceof nativeWasm.Memory ? memory : undefined;
}

function newMemory({ initial, maximum, shared, wide }: NotedMemory): WebAssembly.Memory {
  const pages = { initial, ...(maximum !== undefined && { maximum }) };
  if (!wide) return new nativeWasm.Memory({ ...pages, shared });
  const make = nativeWasm.Memory as unknown as new (descriptor: object) => WebAssembly.Memory;
  const exact = Object.fromEntries(Object.entries(pages).map(([name, count]) => [name, BigInt(count)]));
  try {
    return new make({ ...exact, shared, address: 'i64' });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Before the standard was made: V8 12 and older.
    return new make({ ...pages, shared, index: 'i64' });
  }
}

/** Hooks for an instantiation that the engine will refuse: there is no memory to record. */
function inert(): Namespace {
  const namespace: Namespace = {};
  for (const { name } of hooks) namespace[name] = () => 0;
  return namespace;
}

/** Only the modules of a program that is led call it. */
function aheadHook(runtime: WasmRuntime, memory: WebAssembly.Memory, base: number, firstSite: number): WebAssembly.ImportValue {
  return (address: number, bytes: number, kind: number, site: number, expected: bigint): void => {
    const at = base + (address >>> 0);
    const isAtomic = kind >= Ahead.atomicRead;
    runtime.ahead?.({
      low: at | 0,
      high: Math.floor(at / 0x1_0000_0000),
      bytes: bytes >>> 0,
      isWrite: kind !== Ahead.read && kind !== Ahead.atomicRead,
      site: firstSite + site,
      call: firstSite + site,
      ...(isAtomic && {
        compares: kind === Ahead.compareExchange,
        isBarred: () =>
          kind === Ahead.atomicRead || (kind === Ahead.compareExchange && isOther(memory, address >>> 0, bytes, expected)),
      }),
    });
  };
}

/** Whether the memory holds something else there; what lies outside of it does not. */
function isOther(memory: WebAssembly.Memory, address: number, bytes: number, expected: bigint): boolean {
  const view = new Uint8Array(nativeWasm.bufferOf(memory));
  if (address + bytes > view.length) return false;
  let value = 0n;
  for (let i = bytes - 1; i >= 0; i--) value = (value << 8n) | BigInt(view[address + i]!);
  return value !== expected;
}

const WAIT_RESULTS = { ok: 0, 'not-equal': 1, 'timed-out': 2 } as const;

/** Wait and notify are rare and slow: the runtime does them, as it does for Atomics. */
function waiting(runtime: WasmRuntime, memory: WebAssembly.Memory, firstSite: number): Namespace {
  // Made anew at each call: the memory may have grown.
  const words = () => new Int32Array(nativeWasm.bufferOf(memory));
  const milliseconds = (nanoseconds: bigint) => (nanoseconds < 0n ? Number.POSITIVE_INFINITY : Number(nanoseconds) / 1e6);
  return {
    wait32(address: number, expected: number, timeout: bigint, site: number): number {
      return WAIT_RESULTS[runtime.wait(words(), address >>> 2, expected, milliseconds(timeout), firstSite + site)];
    },
    wait64(address: number, expected: bigint, timeout: bigint, site: number): number {
      const view = new BigInt64Array(nativeWasm.bufferOf(memory));
      return WAIT_RESULTS[runtime.wait(view, address >>> 3, expected, milliseconds(timeout), firstSite + site)];
    },
    notify(address: number, count: number, site: number): number {
      return runtime.notify(words(), address >>> 2, count >>> 0, firstSite + site);
    },
  };
}

// WebAssembly as it was before anything was patched: this module is loaded before.
const { Module, Instance, Memory, Global, compile, instantiate, compileStreaming, instantiateStreaming, validate } = WebAssembly;
const { imports, customSections } = Module;
const buffer = Object.getOwnPropertyDescriptor(Memory.prototype, 'buffer')!.get!;

/** The buffer of a memory, past a getter that the program or the recorder put over it. */
function bufferOf(memory: WebAssembly.Memory): ArrayBuffer {
  return Reflect.apply(buffer, memory, []) as ArrayBuffer;
}

export const nativeWasm = {
  Module,
  Instance,
  Memory,
  Global,
  compile,
  instantiate,
  compileStreaming,
  instantiateStreaming,
  validate,
  imports,
  customSections,
  bufferOf,
} as const;
