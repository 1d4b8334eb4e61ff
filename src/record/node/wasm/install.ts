// Puts the instrumenter into the program: whatever compiles a module compiles the instrumented bytes, whatever instantiates one adds
// the hooks. A module that cannot be instrumented is compiled as it is, and the run is partial. Nothing here throws what the engine would not.

import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import type { ModuleLine, WasmRuntime } from '../core/hooks.ts';
import { replace } from '../core/replace.ts';
import { INSIDE, type SourceModule, variablesFile } from './debug-lines.ts';
import { findFile } from './find-file.ts';
import { type InstrumentedModule, instrument, isRecorded, withNote } from './instrument.ts';
import { HOOK_MODULE } from './interface.ts';
import { keepModule, keptModule, sha256 } from './kept-module.ts';
import { Declined } from './leb.ts';
import { Linker, nativeWasm } from './link.ts';
import { isWasm, readSections } from './module.ts';
import { readModuleName } from './names.ts';
import { SectionId } from './opcode.ts';
import { besideModule } from './site-names.ts';

export interface InstallOptions {
  /** False leaves everything as it is (`--wasm off`). */
  readonly instrument: boolean;
}

/** Patches the global WebAssembly of this thread, for good. */
export function install(runtime: WasmRuntime, options: InstallOptions = { instrument: true }): void {
  if (!options.instrument) return;
  const linker = new Linker(runtime);
  patchModule(runtime);
  patchInstance(linker);
  patchAsynchronous(runtime, linker);
  patchStreaming(runtime, linker);
}

/** A copy of what the program gives to compile; undefined if it is no binary. */
function copyOf(source: unknown): Uint8Array<ArrayBuffer> | undefined {
  let view: Uint8Array;
  if (ArrayBuffer.isView(source)) view = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  else if (source instanceof ArrayBuffer || source instanceof SharedArrayBuffer) view = new Uint8Array(source);
  else return undefined;
  return isWasm(view) ? new Uint8Array(view) : undefined;
}

interface Prepared {
  readonly original: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The instrumented bytes; undefined if the module is to be left as it is. */
function prepare(runtime: WasmRuntime, source: unknown, url?: string): Prepared | undefined {
  let original: Uint8Array<ArrayBuffer> | undefined;
  try {
    original = copyOf(source);
    if (original === undefined || !isRecorded(original)) return undefined;
    const found = url ?? findFile(original);
    if (!runtime.isWanted(found)) return undefined;
    const hash = sha256(original);
    const instrumented = instrumentedOnce(runtime, original, hash);
    if (instrumented === undefined) return undefined;
    const file = found ?? nameOf(original, hash);
    const module = { bytes: original, sections: readSections(original) };
    const kept = isAbsolute(file) ? file : runtime.keep(`${hash}.wasm`, original);
    const firstSite = runtime.sites(hash, file, moduleLine(module, file, kept));
    if (firstSite === 0) throw new Declined('there are no numbers left for its places');
    const variables = variablesFile(module, (path) => besideModule(path, file));
    return { original, bytes: withNote(instrumented, firstSite, variables === INSIDE ? kept : variables) };
  } catch (error) {
    const reason = error instanceof Declined ? error.message : String(error);
    const file = original === undefined ? 'a WebAssembly module' : (url ?? findFile(original) ?? nameOf(original));
    // What the engine refuses does not run.
    if (original === undefined || nativeWasm.validate(original)) runtime.unrecorded(`${file} (${reason}): please report this`);
    return undefined;
  }
}

/** From the cache, or made and kept there. Undefined if the engine does not take the module. */
function instrumentedOnce(runtime: WasmRuntime, original: Uint8Array<ArrayBuffer>, hash: string): InstrumentedModule | undefined {
  const isLed = runtime.ahead !== undefined;
  const make = (): InstrumentedModule | undefined => {
    const made = instrument(original, { isLed });
    // The engine is the judge of what is valid: what is put in the place of an access may hide what is wrong with it.
    return made !== undefined && nativeWasm.validate(original) ? made : undefined;
  };
  const cache = runtime.modules;
  if (cache === undefined) return make();
  const found = keptModule(cache, hash, isLed);
  return (
    found ??
    cache.alone(() => {
      const meanwhile = keptModule(cache, hash, isLed);
      if (meanwhile !== undefined) return meanwhile;
      const made = make();
      if (made !== undefined) keepModule(cache, hash, isLed, made);
      return made;
    })
  );
}

/** Where to read later what its places are called. */
function moduleLine({ bytes, sections }: SourceModule, file: string, kept: string | undefined): ModuleLine {
  const { content, end } = sections.find(({ id }) => id === SectionId.code)!;
  const places = { length: end - content, code: content };
  if (kept === undefined) return places;
  if (kept !== file) return { ...places, path: basename(kept), size: bytes.length };
  return { ...places, path: kept, size: bytes.length, changed: statSync(kept).mtimeMs };
}

/** What a module is called that has no address and no file: what it calls itself, or its hash. */
function nameOf(bytes: Uint8Array, hash: string = sha256(bytes)): string {
  try {
    const name = readModuleName({ bytes, sections: readSections(bytes) });
    if (name !== undefined) return name;
  } catch {
    // It is cut.
  }
  return `wasm-${hash.slice(0, 8)}`;
}

function refused(runtime: WasmRuntime, error: unknown): void {
  runtime.unrecorded(`a WebAssembly module (the engine refused it instrumented: ${String(error)}): please report this`);
}

function replaceConstructor(name: 'Module' | 'Instance', construct: NonNullable<ProxyHandler<object>['construct']>): void {
  const native = WebAssembly[name];
  const patched: object = new Proxy(native, {
    construct: (target, args, newTarget): object => construct(target, args, newTarget === patched ? target : newTarget),
  });
  const descriptor = Object.getOwnPropertyDescriptor(WebAssembly, name)!;
  Object.defineProperty(WebAssembly, name, { ...descriptor, value: patched });
  Object.defineProperty(native.prototype, 'constructor', { value: patched, writable: true, configurable: true });
}

function patchModule(runtime: WasmRuntime): void {
  replaceConstructor('Module', (target, args, newTarget) => {
    const prepared = prepare(runtime, args[0]);
    if (prepared !== undefined) {
      try {
        return Reflect.construct(target as typeof WebAssembly.Module, [prepared.bytes], newTarget) as object;
      } catch (error) {
        refused(runtime, error);
      }
    }
    return Reflect.construct(target as typeof WebAssembly.Module, args, newTarget) as object;
  });
  replace(WebAssembly.Module, 'imports', (module: WebAssembly.Module) =>
    nativeWasm.imports(module).filter((wanted) => wanted.module !== HOOK_MODULE),
  );
}

function patchInstance(linker: Linker): void {
  replaceConstructor('Instance', (target, [module, imports, ...rest], newTarget) => {
    const linked = module instanceof nativeWasm.Module ? linker.link(module, imports) : imports;
    return Reflect.construct(target as typeof WebAssembly.Instance, [module, linked, ...rest], newTarget) as object;
  });
}

/** Compiles the instrumented bytes, or the original ones if the engine does not like those. */
async function compilePrepared(runtime: WasmRuntime, { bytes, original }: Prepared): Promise<WebAssembly.Module> {
  try {
    return await nativeWasm.compile(bytes);
  } catch (error) {
    refused(runtime, error);
    return nativeWasm.compile(original);
  }
}

async function instantiatePrepared(
  runtime: WasmRuntime,
  linker: Linker,
  prepared: Prepared,
  imports: unknown,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const module = await compilePrepared(runtime, prepared);
  return { module, instance: await nativeWasm.instantiate(module, linker.link(module, imports)) };
}

/** With whatever arguments the program gives. */
const native = nativeWasm as unknown as Record<
  'compile' | 'instantiate' | 'compileStreaming' | 'instantiateStreaming',
  (...args: unknown[]) => unknown
>;

function patchAsynchronous(runtime: WasmRuntime, linker: Linker): void {
  replace(WebAssembly, 'compile', (...args: unknown[]) => {
    const prepared = prepare(runtime, args[0]);
    return prepared === undefined ? native.compile(...args) : compilePrepared(runtime, prepared);
  });
  replace(WebAssembly, 'instantiate', (...args: unknown[]) => {
    const [source, imports, ...rest] = args;
    if (source instanceof nativeWasm.Module) {
      // Reading the program's imports may throw; the engine rejects then.
      return new Promise((resolve) => resolve(native.instantiate(source, linker.link(source, imports), ...rest)));
    }
    const prepared = prepare(runtime, source);
    return prepared === undefined ? native.instantiate(...args) : instantiatePrepared(runtime, linker, prepared, imports);
  });
}

/** The bytes of a response that the engine would compile, if there is something to record; else undefined and the engine decides. */
async function prepareResponse(runtime: WasmRuntime, source: unknown): Promise<{ response: unknown; prepared?: Prepared }> {
  const response = await source;
  if (!(response instanceof Response) || !response.ok || response.bodyUsed) return { response };
  if (response.headers.get('content-type')?.toLowerCase() !== 'application/wasm') return { response };
  const body = await response.clone().arrayBuffer();
  const prepared = prepare(runtime, body, response.url || undefined);
  return prepared === undefined ? { response } : { response, prepared };
}

function patchStreaming(runtime: WasmRuntime, linker: Linker): void {
  replace(WebAssembly, 'compileStreaming', async (...args: unknown[]) => {
    const { response, prepared } = await prepareResponse(runtime, args[0]);
    return prepared === undefined ? native.compileStreaming(response, ...args.slice(1)) : compilePrepared(runtime, prepared);
  });
  replace(WebAssembly, 'instantiateStreaming', async (...args: unknown[]) => {
    const { response, prepared } = await prepareResponse(runtime, args[0]);
    if (prepared === undefined) return native.instantiateStreaming(response, ...args.slice(1));
    return instantiatePrepared(runtime, linker, prepared, args[1]);
  });
}
