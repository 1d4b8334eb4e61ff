// What a person reads for a place in a WebAssembly module: the line of the source if the module has a source map or debug information, inside
// or beside it, else `module.wasm:function+0xoffset`, with the offset that V8 and disassemblers show.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TraceMap } from '@jridgewell/trace-mapping';
import { readRegularFile } from '../../../base/regular-file.ts';
import { CodeNames } from './code-names.ts';
import { customSections, debugLines, LARGEST, type SourceModule } from './debug-lines.ts';
import { moduleName } from './function-words.ts';
import { ByteReader } from './leb.ts';
import { isWasm, readSections } from './module.ts';

type Tracing = typeof import('@jridgewell/trace-mapping');
type Locator = (offset: number) => string | undefined;

/** Names the places of one module. */
export class ModulePlaces {
  private readonly shown: string;
  private readonly code: CodeNames;
  private readonly inMap: Locator | undefined;
  private readonly inDebug: Locator | undefined;

  /** `file` is what the module is called: a name, a path or an address. */
  constructor(module: SourceModule, file: string) {
    this.shown = moduleName(file);
    this.code = new CodeNames(module);
    this.inMap = forgiving(() => sourceMap(module, file));
    this.inDebug = forgiving(() => debugLines(module, (url) => besideModule(url, file), sectionsOfFile));
  }

  /** Of the instruction at an offset in the module. */
  name(offset: number): string {
    const mapped = forgiving(() => this.inMap?.(offset));
    if (mapped !== undefined) return mapped;
    const index = this.code.function(offset);
    const name = index === undefined ? undefined : this.code.name(index);
    const line = forgiving(() => this.inDebug?.(offset));
    if (line !== undefined) return name === undefined ? line : `${line} (${name})`;
    return `${this.shown}${index === undefined ? '' : `:${this.code.words(index)}`}+0x${offset.toString(16)}`;
  }
}

/** Without the module. */
export function unreadPlace(file: string, offset: number): string {
  return `${moduleName(file)}+0x${offset.toString(16)}`;
}

/** A map or a table that is missing or wrong: offsets are as good. */
function forgiving<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function sectionsOfFile(bytes: Uint8Array): Map<string, Uint8Array> {
  return isWasm(bytes) ? customSections({ bytes, sections: readSections(bytes) }) : new Map();
}

/** Where a file is that the module names, by path or file URL; others are not fetched. */
export function besideModule(url: string, file: string): string | undefined {
  if (url.startsWith('file:')) return fileURLToPath(url);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return undefined;
  const module = file.startsWith('file:') ? fileURLToPath(file) : file;
  return isAbsolute(url) ? url : join(dirname(module), url);
}

function sourceMap(module: SourceModule, file: string): Locator | undefined {
  const section = customSections(module).get('sourceMappingURL');
  if (section === undefined) return undefined;
  // Loaded only here: most modules have no source map.
  const tracing = createRequire(import.meta.url)('@jridgewell/trace-mapping') as Tracing;
  const map = readMap(tracing, new ByteReader(section, 0).name(), file);
  return map && ((offset) => locate(tracing, map, offset));
}

function readMap(tracing: Tracing, url: string, file: string): TraceMap | undefined {
  const data = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
  if (data) return new tracing.TraceMap(Buffer.from(decodeURIComponent(data[2]!), data[1] ? 'base64' : 'utf8').toString());
  // A map at an address of the web mostly also lies beside the module.
  const path = besideModule(url, file) ?? besideModule(url.slice(url.lastIndexOf('/') + 1), file)!;
  return existsSync(path) ? new tracing.TraceMap(readRegularFile(path, LARGEST).toString('utf8'), path) : undefined;
}

/** A map of a module has one line; its columns are offsets of instructions. */
function locate({ originalPositionFor }: Tracing, map: TraceMap, offset: number): string | undefined {
  const { source, line, column } = originalPositionFor(map, { line: 1, column: offset });
  return source === null ? undefined : `${source}:${line}:${column + 1}`;
}
