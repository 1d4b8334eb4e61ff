// Reads the structure of a WebAssembly binary: sections, types, imports, functions, memories, exports. Code is left to the rewriter.

import { skipValueType } from './instruction.ts';
import { ByteReader, Declined } from './leb.ts';
import { ExternalKind, MODULE_HEAD, SectionId, TypeForm } from './opcode.ts';

/** The order in which sections must come; the tag and data count sections were added later and their numbers do not fit. */
export const SECTION_ORDER: readonly number[] = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];

export interface Section {
  readonly id: number;
  /** Of the byte that says the section's kind. */
  readonly start: number;
  /** Of the content. */
  readonly content: number;
  readonly end: number;
}

export interface MemoryDeclaration {
  readonly shared: boolean;
  readonly wide: boolean;
  readonly initial: number;
  readonly maximum: number | undefined;
  /** Where it is imported from; undefined when the module defines it. */
  readonly from: { readonly module: string; readonly name: string } | undefined;
}

export interface ModuleShape {
  readonly bytes: Uint8Array;
  readonly sections: readonly Section[];
  /** By type: how many parameters, or undefined when it is not a function type. */
  readonly parameters: readonly (number | undefined)[];
  /** By function, imported ones first: its type. */
  readonly functions: readonly number[];
  readonly importedFunctions: number;
  /** By imported function: its name there. */
  readonly importedNames: readonly string[];
  readonly memories: readonly MemoryDeclaration[];
  readonly exportedMemories: ReadonlySet<number>;
}

const HEADER_BYTES = 8;

export function isWasm(bytes: Uint8Array): boolean {
  return MODULE_HEAD.every((byte, i) => bytes[i] === byte);
}

export function readSections(bytes: Uint8Array): Section[] {
  const reader = new ByteReader(bytes, HEADER_BYTES);
  const sections: Section[] = [];
  while (reader.at < reader.end) {
    const start = reader.at;
    const id = reader.byte();
    const length = reader.u32();
    const content = reader.at;
    reader.skip(length);
    sections.push({ id, start, content, end: reader.at });
  }
  return sections;
}

export function readModule(bytes: Uint8Array): ModuleShape {
  const sections = readSections(bytes);
  const shape = {
    bytes,
    sections,
    parameters: [] as (number | undefined)[],
    functions: [] as number[],
    importedFunctions: 0,
    importedNames: [] as string[],
    memories: [] as MemoryDeclaration[],
    exportedMemories: new Set<number>(),
  };
  for (const { id, content, end } of sections) {
    const reader = new ByteReader(bytes, content, end);
    if (id === SectionId.type) readTypes(reader, shape.parameters);
    else if (id === SectionId.import) shape.importedFunctions = readImports(reader, shape);
    else if (id === SectionId.function) for (let n = reader.u32(); n > 0; n--) shape.functions.push(reader.u32());
    else if (id === SectionId.memory) for (let n = reader.u32(); n > 0; n--) shape.memories.push(readLimits(reader, undefined));
    else if (id === SectionId.export) readExports(reader, shape.exportedMemories);
    else continue;
    if (reader.at !== end) throw new Declined(`section ${id} has bytes that are not known`);
  }
  return shape;
}

function readTypes(reader: ByteReader, parameters: (number | undefined)[]): void {
  for (let groups = reader.u32(); groups > 0; groups--) {
    if (reader.bytes[reader.at] === TypeForm.recursive) {
      reader.byte();
      for (let types = reader.u32(); types > 0; types--) parameters.push(readSubtype(reader));
    } else parameters.push(readSubtype(reader));
  }
}

function readSubtype(reader: ByteReader): number | undefined {
  let form = reader.byte();
  if (form === TypeForm.subtype || form === TypeForm.finalSubtype) {
    for (let parents = reader.u32(); parents > 0; parents--) reader.skipLeb();
    form = reader.byte();
  }
  if (form === TypeForm.function) {
    const count = reader.u32();
    for (let i = 0; i < count; i++) skipValueType(reader);
    for (let results = reader.u32(); results > 0; results--) skipValueType(reader);
    return count;
  }
  let fields = 1;
  if (form === TypeForm.struct) fields = reader.u32();
  else if (form !== TypeForm.array) throw new Declined(`unknown type form 0x${form.toString(16)}`);
  for (; fields > 0; fields--) {
    skipValueType(reader);
    reader.byte();
  }
  return undefined;
}

function readLimits(reader: ByteReader, from: MemoryDeclaration['from']): MemoryDeclaration {
  const flags = reader.byte();
  if (flags > 7) throw new Declined('a memory with page sizes of its own');
  const initial = reader.u64();
  const maximum = flags & 1 ? reader.u64() : undefined;
  return { shared: (flags & 2) !== 0, wide: (flags & 4) !== 0, initial, maximum, from };
}

/** Returns how many functions are imported. */
function readImports(
  reader: ByteReader,
  { functions, importedNames, memories }: { functions: number[]; importedNames: string[]; memories: MemoryDeclaration[] },
): number {
  for (let count = reader.u32(); count > 0; count--) {
    const module = reader.name();
    const name = reader.name();
    const kind = reader.byte();
    if (kind === ExternalKind.function) {
      functions.push(reader.u32());
      importedNames.push(name);
    } else if (kind === ExternalKind.table) {
      skipValueType(reader);
      readLimits(reader, undefined);
    } else if (kind === ExternalKind.memory) memories.push(readLimits(reader, { module, name }));
    else if (kind === ExternalKind.global) {
      skipValueType(reader);
      reader.byte();
    } else if (kind === ExternalKind.tag) {
      reader.byte();
      reader.skipLeb();
    } else throw new Declined(`unknown kind of import ${kind}`);
  }
  return functions.length;
}

function readExports(reader: ByteReader, memories: Set<number>): void {
  for (let count = reader.u32(); count > 0; count--) {
    reader.name();
    const kind = reader.byte();
    const index = reader.u32();
    if (kind === ExternalKind.memory) memories.add(index);
  }
}
