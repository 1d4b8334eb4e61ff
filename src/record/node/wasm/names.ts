// Custom sections: the name section, whose function numbers move, and the code metadata (branch hints), whose offsets would lie.

import { ByteReader, ByteWriter, Declined } from './leb.ts';
import type { ModuleShape, Section } from './module.ts';
import { SectionId } from './opcode.ts';
import { Patcher, type Renumbering } from './patch.ts';

const Subsection = { module: 0, functions: 1, locals: 2, labels: 3 } as const;

function customName(bytes: Uint8Array, { content, end }: Section): { name: string; reader: ByteReader } {
  const reader = new ByteReader(bytes, content, end);
  return { name: reader.name(), reader };
}

export function isCodeMetadata(bytes: Uint8Array, section: Section): boolean {
  return customName(bytes, section).name.startsWith('metadata.code.');
}

export function isNames(bytes: Uint8Array, section: Section): boolean {
  return customName(bytes, section).name === 'name';
}

/** The content of a name section with the functions renumbered; undefined for one that cannot be read: engines forgive those, so it can as
 * well be left out. */
export function patchNames(bytes: Uint8Array, { content, end }: Section, renumbering: Renumbering): ByteWriter | undefined {
  return forgiving(() => {
    const patcher = new Patcher(new ByteReader(bytes, content, end), new ByteWriter(end - content + 64));
    patcher.reader.name();
    patchSubsections(patcher, renumbering);
    patcher.finish();
    return patcher.out;
  });
}

function patchSubsections(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  while (reader.at < reader.end) {
    const id = reader.byte();
    const sizeAt = reader.at;
    const size = reader.u32();
    const content = reader.at;
    reader.skip(size);
    if (id !== Subsection.functions && id !== Subsection.locals && id !== Subsection.labels) continue;
    const inner = new Patcher(new ByteReader(reader.bytes, content, reader.at), new ByteWriter(size + 64));
    renumberMap(inner, renumbering, id !== Subsection.functions);
    patcher.cut(sizeAt, reader.at).sized(inner.out);
  }
}

function renumberMap(patcher: Patcher, renumbering: Renumbering, indirect: boolean): void {
  const { reader } = patcher;
  for (let functions = reader.u32(); functions > 0; functions--) {
    patcher.functionIndex(renumbering);
    if (!indirect) reader.skip(reader.u32());
    else {
      for (let names = reader.u32(); names > 0; names--) {
        reader.skipLeb();
        reader.skip(reader.u32());
      }
    }
  }
  patcher.finish();
}

/** Function names, from the name section or else from the exports. */
export function readFunctionNames({ bytes, sections }: Pick<ModuleShape, 'bytes' | 'sections'>): Map<number, string> {
  const names = new Map<number, string>();
  for (const section of sections) {
    if (section.id === SectionId.export) readExportNames(new ByteReader(bytes, section.content, section.end), names);
    else if (section.id === SectionId.custom) readNameSection(bytes, section, names);
  }
  return names;
}

function readExportNames(reader: ByteReader, names: Map<number, string>): void {
  for (let count = reader.u32(); count > 0; count--) {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.u32();
    if (kind === 0) names.set(index, name);
  }
}

function readNameSection(bytes: Uint8Array, section: Section, names: Map<number, string>): void {
  const { name, reader } = customName(bytes, section);
  if (name !== 'name') return;
  forgiving(() => {
    while (reader.at < reader.end) {
      const id = reader.byte();
      const size = reader.u32();
      const inner = new ByteReader(bytes, reader.at, reader.at + size);
      reader.skip(size);
      if (id !== Subsection.functions) continue;
      for (let count = inner.u32(); count > 0; count--) names.set(inner.u32(), inner.name());
    }
  });
}

/** The name that the module gives itself, if any. */
export function readModuleName({ bytes, sections }: Pick<ModuleShape, 'bytes' | 'sections'>): string | undefined {
  for (const section of sections) {
    if (section.id !== SectionId.custom) continue;
    const { name, reader } = customName(bytes, section);
    if (name !== 'name' || reader.at >= reader.end || reader.byte() !== Subsection.module) continue;
    return forgiving(() => {
      reader.u32();
      return reader.name();
    });
  }
  return undefined;
}

/** A wrong name section is no error of the module. */
function forgiving<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}
