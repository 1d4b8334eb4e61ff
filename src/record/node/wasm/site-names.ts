// What a person reads for a place in a WebAssembly module: the line of a source map if the module has one inside or beside it, else
// `module.wasm:function+0xoffset`, with the offset that V8 and disassemblers show.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TraceMap } from '@jridgewell/trace-mapping';
import type { WasmSite } from './instrument.ts';
import { ByteReader } from './leb.ts';
import { type Section, SectionId } from './module.ts';

type Tracing = typeof import('@jridgewell/trace-mapping');
const MAP_SECTION = 'sourceMappingURL';

/** One name per site. `file` is what the module is called: a name, a path or an address. */
export function siteNames(
  { bytes, sections }: { readonly bytes: Uint8Array; readonly sections: readonly Section[] },
  file: string,
  sites: readonly WasmSite[],
  functionNames: ReadonlyMap<number, string>,
): string[] {
  const located = sourceMapLocator(bytes, sections, file);
  const shown = basename(file);
  return sites.map(({ function: index, offset }) => {
    const source = located?.(offset);
    return source ?? `${shown}:${functionNames.get(index) ?? `function ${index}`}+0x${offset.toString(16)}`;
  });
}

function sourceMapLocator(
  bytes: Uint8Array,
  sections: readonly Section[],
  file: string,
): ((offset: number) => string | undefined) | undefined {
  for (const { id, content, end } of sections) {
    if (id !== SectionId.custom) continue;
    const reader = new ByteReader(bytes, content, end);
    if (reader.name() !== MAP_SECTION) continue;
    try {
      // Loaded only here: most modules have no source map.
      const tracing = createRequire(import.meta.url)('@jridgewell/trace-mapping') as Tracing;
      const map = readMap(tracing, reader.name(), file);
      return map && ((offset) => locate(tracing, map, offset));
    } catch {
      // A map that is missing or wrong: the offsets are as good.
      return undefined;
    }
  }
  return undefined;
}

function readMap(tracing: Tracing, url: string, file: string): TraceMap | undefined {
  const data = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
  if (data) return new tracing.TraceMap(Buffer.from(decodeURIComponent(data[2]!), data[1] ? 'base64' : 'utf8').toString());
  const module = file.startsWith('file:') ? fileURLToPath(file) : file;
  const path = url.startsWith('file:') ? fileURLToPath(url) : isAbsolute(url) ? url : join(dirname(module), url);
  return existsSync(path) ? new tracing.TraceMap(readFileSync(path, 'utf8'), path) : undefined;
}

/** A map of a module has one line; its columns are offsets of instructions. */
function locate({ originalPositionFor }: Tracing, map: TraceMap, offset: number): string | undefined {
  const { source, line, column } = originalPositionFor(map, { line: 1, column: offset });
  return source === null ? undefined : `${source}:${line}:${column + 1}`;
}
