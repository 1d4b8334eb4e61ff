// Instrumented modules, kept for the next run and for the other workers of this one. An entry counts only for the very bytes, version and way that it
// was made of, and only if it is whole: both are hashed. It is there only for modules that the engine took.
//
// An entry is a line of JSON, and the sections of the instrumented module. The name is the hash of the original.

import type { Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lazy } from '../../../base/lazy.ts';
import type { ModuleCache } from '../core/hooks.ts';
import type { InstrumentedModule } from './instrument.ts';
import type { NotedMemory } from './interface.ts';

interface Head {
  readonly version: string;
  readonly of: string;
  readonly isLed: boolean;
  /** Of the sections. */
  readonly hash: string;
  readonly memories: readonly NotedMemory[];
}

/** Loaded only here: it takes 5 to 15 ms, in every thread. */
const crypto = lazy(() => createRequire(import.meta.url)('node:crypto') as { createHash(name: 'sha256'): Hash });

export function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = crypto().createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Kept modules are as old as the code that made them: all of this folder and those in it, and the numbers of records. */
const version = lazy(() => {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const files = (readdirSync(new URL('.', import.meta.url), { recursive: true }) as string[]).filter(
    (name) => name.endsWith(extension) && !name.endsWith(`.d${extension}`),
  );
  const urls = [...files.sort(), `../../../raw/format${extension}`].map((name) => new URL(name, import.meta.url));
  return sha256(...urls.map((url) => readFileSync(url)));
});

const NEWLINE = 10;

/** `of`: the hash of the original bytes. */
export function keptModule(cache: ModuleCache, of: string, isLed: boolean): InstrumentedModule | undefined {
  try {
    const bytes = cache.read(nameOf(of, isLed));
    if (bytes === undefined) return undefined;
    const end = bytes.indexOf(NEWLINE);
    const head = JSON.parse(Buffer.from(bytes.buffer, 0, Math.max(end, 0)).toString('utf8')) as Head;
    const sections = new Uint8Array(bytes.buffer, end + 1);
    if (head.version !== version() || head.of !== of || head.isLed !== isLed || head.hash !== sha256(sections)) return undefined;
    return { sections, memories: head.memories };
  } catch {
    // It is not there, or not whole.
    return undefined;
  }
}

export function keepModule(cache: ModuleCache, of: string, isLed: boolean, { sections, memories }: InstrumentedModule): void {
  const head: Head = { version: version(), of, isLed, hash: sha256(sections), memories };
  cache.write(nameOf(of, isLed), [`${JSON.stringify(head)}\n`, sections]);
}

function nameOf(of: string, isLed: boolean): string {
  return `${isLed ? 'led-' : ''}wasm-${of}`;
}
