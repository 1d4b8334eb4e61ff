// Loads the WebAssembly instrumenter when the program first says `WebAssembly`: most programs never do.

import { createRequire } from 'node:module';
import { lock } from '../core/control.ts';
import type { WasmRuntime } from '../core/hooks.ts';
import { control, flushOrGoOn, stackedAgain } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { keepFile, noteDebugFile } from '../core/noted-views.ts';
import { note } from '../core/notes.ts';
import { sitesOfNames } from '../core/sites.ts';
import { INTERNAL, siteFromStack } from '../core/stack.ts';
import { type GateAccess, gate } from '../core/steered.ts';
import { type IntegerArray, placeOf } from '../core/views.ts';
import { meetMemory } from '../patches/memory.ts';
import { recordedNotify, recordedWait } from '../patches/waits.ts';

interface Instrumenter {
  install(runtime: WasmRuntime, options: { instrument: boolean }): void;
}

export function installWasm(memories: Pick<WasmRuntime, 'buffer' | 'control'>, isWanted: boolean): void {
  const { value, ...attributes } = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')!;
  const settle = (wasm: unknown): void => {
    Object.defineProperty(globalThis, 'WebAssembly', { ...attributes, value: wasm });
  };
  Object.defineProperty(globalThis, 'WebAssembly', {
    configurable: true,
    enumerable: attributes.enumerable === true,
    get() {
      // Node compiles some of its own.
      if (siteFromStack() === INTERNAL) return value as unknown;
      settle(value);
      load(memories, isWanted);
      return value as unknown;
    },
    set: settle,
  });
}

function load(memories: Pick<WasmRuntime, 'buffer' | 'control'>, isWanted: boolean): void {
  try {
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
    const { install }: Instrumenter = createRequire(import.meta.url)(`./install${extension}`);
    install({ ...memories, ...runtime, ahead: gate && led }, { instrument: isWanted });
  } catch (error) {
    note(`WebAssembly is not recorded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Atomics order threads as well. */
function led(access: GateAccess): void {
  if (access.isBarred !== undefined) gate?.before(access.site);
  gate?.access(access);
}

const runtime: Omit<WasmRuntime, 'buffer' | 'control'> = {
  flush: flushOrGoOn,
  contended(lockOffset) {
    // Taken and given back: whoever asked tries again.
    lock(control, lockOffset >> 2);
    if (natives.exchange(control, lockOffset >> 2, 0) === 2) natives.notify(control, lockOffset >> 2, 1);
  },
  stack: stackedAgain,
  address: (memory) => meetMemory(memory) * 65536,
  sites: sitesOfNames,
  wait: (view, index, value, timeout, site) =>
    recordedWait(view as IntegerArray, placeOf(view, INTERNAL), index, value, timeout, site),
  notify: (view, index, count, site) => recordedNotify(view as IntegerArray, placeOf(view, INTERNAL), index, count, site),
  note,
  keep: keepFile,
  describe: noteDebugFile,
};
