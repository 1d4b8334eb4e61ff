// Lines of the source from the debug information of a module: DWARF in custom sections (`.debug_line` and so on), of the module or of the file
// that it names as its `external_debug_info`. Addresses count from the content of the code section.

import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { lazy } from '../../../base/lazy.ts';
import { readRegularFile } from '../../../base/regular-file.ts';
import { DebugInfo } from '../../../symbols/dwarf/debug-info.ts';
import type { SourceFile } from '../../../symbols/dwarf/line-header.ts';
import { readable } from '../../../symbols/dwarf/readable.ts';
import { type DebugSections, sectionsBy } from '../../../symbols/dwarf/sections.ts';
import { ownFrame, SourceFrames } from '../../../symbols/dwarf/source-frames.ts';
import { ByteReader } from './leb.ts';
import type { Section } from './module.ts';
import { SectionId } from './opcode.ts';

/** Bytes of a file that a module names: debug information of large programs has hundreds of megabytes. */
export const LARGEST: number = 1 << 30;

const INFO = '.debug_info';
/** Of a library, whose addresses count from where it was loaded. */
const LIBRARIES = ['dylink.0', 'dylink'];
const LINES = '.debug_line';
/** What `variablesFile` gives for a module that has all inside. */
export const INSIDE = '';
const EXTERNAL = 'external_debug_info';

export interface SourceModule {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
}

/** The contents of the custom sections, by name. Those that cannot be read are left out. */
export function customSections({ bytes, sections }: SourceModule): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const { id, content, end } of sections) {
    if (id !== SectionId.custom) continue;
    const reader = new ByteReader(bytes, content, end);
    const name = reader.name();
    found.set(name, bytes.subarray(reader.at, end));
  }
  return found;
}

/** The file that tells of the variables of a module: an own one, by its path, or `inside`; undefined if there is none. */
export function variablesFile(module: SourceModule, beside: (url: string) => string | undefined): string | undefined {
  const custom = customSections(module);
  if (LIBRARIES.some((name) => custom.has(name))) return undefined;
  if (custom.has(INFO)) return INSIDE;
  const external = custom.get(EXTERNAL);
  const path = external && beside(new ByteReader(external, 0).name());
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** The debug information in the custom sections of a module. */
export function debugInfo(module: SourceModule): DebugInfo {
  return new DebugInfo(debugSections(customSections(module)));
}

/** From offsets in the module to `file:line`; undefined if nothing is known of any. `beside` finds a file that the module names, `read` reads
 * its custom sections. */
export function debugLines(
  module: SourceModule,
  beside: (url: string) => string | undefined,
  read: (bytes: Uint8Array) => Map<string, Uint8Array>,
): ((offset: number) => string | undefined) | undefined {
  let custom = customSections(module);
  const external = custom.get(EXTERNAL);
  if (!custom.has(LINES) && external !== undefined) {
    const path = beside(new ByteReader(external, 0).name());
    if (path !== undefined && existsSync(path)) custom = read(readRegularFile(path, LARGEST));
  }
  const code = module.sections.find(({ id }) => id === SectionId.code);
  if (!custom.has(LINES) || code === undefined) return undefined;
  const frames = lazy(() => new SourceFrames(new DebugInfo(debugSections(custom))));
  return (offset) => {
    const line = ownFrame(readable(() => frames().at(offset - code.content)) ?? [], isOfSystem);
    return line && `${pathOf(line.file)}:${line.line}`;
  };
}

function debugSections(custom: ReadonlyMap<string, Uint8Array>): DebugSections {
  return sectionsBy((name) => {
    const { buffer, byteOffset, byteLength } = custom.get(`.debug_${name}`) ?? new Uint8Array();
    return Buffer.from(buffer, byteOffset, byteLength);
  });
}

/** Headers and libraries of compilers: of the machine, of Rust, of Emscripten and its kind. */
const SYSTEM = /^\/usr\/|^\/rustc\/|(?:^|\/)(?:emsdk|emscripten|wasi-sdk|wasi-libc|rustlib)\//;

function isOfSystem({ path, folder }: SourceFile): boolean {
  return SYSTEM.test(isAbsolute(path) ? path : `${folder ?? ''}/${path}`);
}

function pathOf({ path, folder }: SourceFile): string {
  return isAbsolute(path) || folder === undefined ? path : join(folder, path);
}
