// Starts the WebAssembly instrumenter when the program first says `WebAssembly`: most programs never do.

import { isAbsolute } from 'node:path';
import { lock } from '../core/control.ts';
import { Control32, type ModuleCache, type WasmRuntime } from '../core/hooks.ts';
import { control, flushOrGoOn, stackedAgain } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { keepFile, noteDebugFile } from '../core/noted-views.ts';
import { noteUnrecorded } from '../core/notes.ts';
import type { Settings } from '../core/settings.ts';
import { sitesOfModule } from '../core/sites.ts';
import { fileOfProgram, INTERNAL, siteFromStack } from '../core/stack.ts';
import { type GateAccess, gate } from '../core/steered.ts';
import { type IntegerArray, placeOf } from '../core/views.ts';
import { hasCacheFolder, readEntry, writeEntry } from '../loading/cache-folder.ts';
import { recordsModule } from '../loading/instrument.ts';
import { meetMemory } from '../patches/memory.ts';
import { recordedNotify, recordedWait } from '../patches/waits.ts';
import { install } from './install.ts';

type Memories = Pick<WasmRuntime, 'buffer' | 'control'>;
type Wanted = Pick<Settings, 'wasm' | 'filter'>;

export function installWasm(memories: Memories, wanted: Wanted): void {
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
      start(memories, wanted);
      return value as unknown;
    },
    set: settle,
  });
}

function start(memories: Memories, { wasm, filter }: Wanted): void {
  try {
    install(
      {
        ...memories,
        ...runtime,
        ahead: gate && led,
        // The gate counts what comes by, and a program that is led does little.
        filters: filter && gate === undefined,
        modules: hasCacheFolder() ? modules : undefined,
      },
      { instrument: wasm },
    );
  } catch (error) {
    noteUnrecorded(`all WebAssembly (${error instanceof Error ? error.message : String(error)}): please report this`, true);
  }
}

function isFile(name: string): boolean {
  return name.startsWith('file:') || isAbsolute(name);
}

/** Atomics order threads as well. */
function led(access: GateAccess): void {
  if (access.isBarred !== undefined) gate?.before(access.site);
  gate?.access(access);
}

const modules: ModuleCache = {
  read: readEntry,
  write: writeEntry,
  alone(make) {
    // Whoever is ended in here, or takes a second, lets the others do the same.
    lock(control, Control32.moduleLock);
    try {
      return make();
    } finally {
      if (natives.exchange(control, Control32.moduleLock, 0) === 2) natives.notify(control, Control32.moduleLock, 1);
    }
  },
};

const runtime: Omit<WasmRuntime, 'buffer' | 'control'> = {
  flush: flushOrGoOn,
  contended(lockOffset) {
    // Taken and given back: whoever asked tries again.
    lock(control, lockOffset >> 2);
    if (natives.exchange(control, lockOffset >> 2, 0) === 2) natives.notify(control, lockOffset >> 2, 1);
  },
  stack: stackedAgain,
  address: (memory) => meetMemory(memory) * 65536,
  isWanted: (file) => recordsModule(file ?? fileOfProgram() ?? ''),
  sites: (key, file, module) => sitesOfModule(key, file, module, isFile(file) ? undefined : fileOfProgram()),
  wait: (view, index, value, timeout, site) =>
    recordedWait(view as IntegerArray, placeOf(view, INTERNAL), index, value, timeout, site),
  notify: (view, index, count, site) => recordedNotify(view as IntegerArray, placeOf(view, INTERNAL), index, count, site),
  unrecorded: (text) => noteUnrecorded(text, true),
  keep: keepFile,
  describe: noteDebugFile,
};
