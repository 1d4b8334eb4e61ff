// What the recorder would make of a module, for `foretrace doctor --wasm`: whether it is instrumented, what it accesses, how places in it are
// named, and which of its functions are synchronisation that is known.

import { customSections } from '../debug-lines.ts';
import { decode, newInstruction, skipValueType } from '../instruction.ts';
import { instrument } from '../instrument.ts';
import { ByteReader, Declined } from '../leb.ts';
import { isWasm, type MemoryDeclaration, type ModuleShape, readModule } from '../module.ts';
import { readFunctionNames } from '../names.ts';
import { Code, Prefix, plainAccess, SectionId } from '../opcode.ts';
import { type Recognised, recognise } from './index.ts';

/** What the instrumenter does with it. */
export type Verdict =
  | { readonly is: 'recorded' }
  /** There is nothing in it that another thread could see. */
  | { readonly is: 'left'; readonly why: string }
  | { readonly is: 'refused'; readonly why: string };

export interface Accesses {
  plain: number;
  atomic: number;
  /** `memory.copy`, `memory.fill`, `memory.init`. */
  bulk: number;
}

export interface ListedFunction extends Recognised {
  /** What the module calls it. */
  readonly called: string | undefined;
}

export interface Inspection {
  readonly bytes: number;
  readonly functions: number;
  readonly imported: number;
  readonly memories: readonly MemoryDeclaration[];
  readonly verdict: Verdict;
  /** Undefined if there is an instruction that is not known. */
  readonly accesses: Accesses | undefined;
  readonly names: 'names' | 'exports' | 'none';
  readonly lines: 'dwarf' | 'dwarf beside' | 'source map' | 'none';
  readonly recognised: readonly ListedFunction[];
  /** Plain loads that are looks at words which atomics decide about, wherever they are. */
  readonly peeks: number;
}

/** Throws `Declined` if the bytes are no module that can be read at all. `validates`: whether the engine takes it. */
export function inspect(bytes: Uint8Array<ArrayBuffer>, validates: (bytes: Uint8Array<ArrayBuffer>) => boolean): Inspection {
  if (!isWasm(bytes)) throw new Declined('it does not begin as a WebAssembly module of version 1 does');
  const shape = readModule(bytes);
  const names = readFunctionNames(shape);
  const custom = customSections(shape);
  const found = forgiving(() => recognise(shape, names));
  return {
    bytes: bytes.length,
    functions: shape.functions.length,
    imported: shape.importedFunctions,
    memories: shape.memories,
    verdict: verdictOf(shape, validates),
    accesses: forgiving(() => count(shape)),
    names: custom.has('name') ? 'names' : names.size > 0 ? 'exports' : 'none',
    lines: linesIn(custom),
    recognised: (found?.functions ?? []).map((known) => ({ ...known, called: names.get(known.function) })),
    peeks: found?.peeks ?? 0,
  };
}

function verdictOf(shape: ModuleShape, validates: (bytes: Uint8Array<ArrayBuffer>) => boolean): Verdict {
  const bytes = shape.bytes as Uint8Array<ArrayBuffer>;
  try {
    if (instrument(bytes) === undefined) return { is: 'left', why: whyLeft(shape) };
    if (!validates(bytes)) return { is: 'refused', why: `this Node.js (${process.versions.node}) does not compile it` };
    return { is: 'recorded' };
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    return { is: 'refused', why: error.message };
  }
}

function whyLeft({ memories, sections }: ModuleShape): string {
  if (!sections.some(({ id }) => id === SectionId.code)) return 'it has no code';
  if (memories.length === 0) return 'it has no memory';
  if (!memories.some(({ shared }) => shared)) return 'its memory is not shared: no other thread can see it';
  return 'its memory is neither imported nor exported: no other thread can see it';
}

function linesIn(custom: ReadonlyMap<string, Uint8Array>): Inspection['lines'] {
  if (custom.has('.debug_line')) return 'dwarf';
  if (custom.has('sourceMappingURL')) return 'source map';
  return custom.has('external_debug_info') ? 'dwarf beside' : 'none';
}

/** All instructions of the code section that access memory. */
function count({ bytes, sections }: ModuleShape): Accesses {
  const accesses = { plain: 0, atomic: 0, bulk: 0 };
  const section = sections.find(({ id }) => id === SectionId.code);
  if (section === undefined) return accesses;
  const reader = new ByteReader(bytes, section.content, section.end);
  const instruction = newInstruction();
  for (let functions = reader.u32(); functions > 0; functions--) {
    const size = reader.u32();
    const body = new ByteReader(bytes, reader.at, reader.at + size);
    reader.skip(size);
    for (let groups = body.u32(); groups > 0; groups--) {
      body.u32();
      skipValueType(body);
    }
    while (body.at < body.end) {
      decode(body, instruction);
      const { opcode } = instruction;
      if (plainAccess(opcode) !== undefined) accesses.plain++;
      else if (opcode >>> 16 === Prefix.atomic) accesses.atomic++;
      else if (opcode === Code.memoryCopy || opcode === Code.memoryFill || opcode === Code.memoryInit) accesses.bulk++;
    }
  }
  return accesses;
}

function forgiving<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}
