// Rewrites a module so that every access to its shared memory calls a hook. Plain accesses are recorded after they happened, so one
// that traps leaves no record; atomics and bulk instructions become calls of functions that are added (outline.ts). Linear time.

import { writeFunctionType } from './body.ts';
import { decode, type Instruction, newInstruction, skipValueType } from './instruction.ts';
import { Ahead, type FunctionType, HOOK_MEMORY, HOOK_MODULE, hookNumber, hooks, type ModuleNote } from './interface.ts';
import { ByteReader, ByteWriter, Declined } from './leb.ts';
import { type ModuleShape, readModule, SECTION_ORDER, type Section } from './module.ts';
import { isCodeMetadata, patchCustom, readFunctionNames } from './names.ts';
import { Code, plainAccess, SectionId, Type } from './opcode.ts';
import { type OutlinedFunction, outline, outlineKey } from './outline.ts';
import {
  Patcher,
  patchData,
  patchElements,
  patchExports,
  patchGlobals,
  patchStart,
  patchTables,
  type Renumbering,
} from './patch.ts';

/** Where an access is in the original module. */
export interface WasmSite {
  readonly function: number;
  /** Of the instruction, from the beginning of the module: what V8 prints in stacks and what disassemblers show. */
  readonly offset: number;
}

export interface InstrumentedModule {
  readonly sections: Uint8Array<ArrayBuffer>;
  readonly sites: readonly WasmSite[];
  readonly functionNames: ReadonlyMap<number, string>;
  readonly note: Omit<ModuleNote, 'firstSite'>;
}

export interface InstrumentOptions {
  /** For tests: treat the memory as shared whatever the module says. */
  readonly force?: boolean;
  /** The program is led: the hook `ahead` comes before every access. */
  readonly isLed?: boolean;
}

/**
 * Undefined when the module has nothing to record: no memory that another thread could see, or no code. Throws `Declined` with the
 * reason when it has something that is not understood; the module must then be left as it is.
 */
export function instrument(
  bytes: Uint8Array,
  { force = false, isLed = false }: InstrumentOptions = {},
): InstrumentedModule | undefined {
  const shape = readModule(bytes);
  const shared = shape.memories.filter((memory) => memory.shared || force);
  if (shared.length === 0 || !shape.sections.some(({ id }) => id === SectionId.code)) return undefined;
  if (shape.memories.length > 1) throw new Declined('it has several memories');
  const memory = shared[0]!;
  if (memory.wide) throw new Declined('it has a memory of 64-bit addresses');
  if (memory.from === undefined && !shape.exportedMemories.has(0)) return undefined;

  const rewriter = new Rewriter(shape, isLed);
  const { from, initial, maximum } = memory;
  return {
    sections: rewriter.run(),
    sites: rewriter.sites,
    functionNames: readFunctionNames(shape),
    note: { ...(from && { from }), initial, ...(maximum !== undefined && { maximum }), shared: memory.shared },
  };
}

/** The final bytes: the module and the note that says where its sites begin. */
export function withNote(
  { sections, note }: InstrumentedModule,
  firstSite: number,
  debug?: string | undefined,
): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({ ...note, firstSite, ...(debug !== undefined && { debug }) } satisfies ModuleNote);
  const content = new ByteWriter().name(HOOK_MODULE).raw(new TextEncoder().encode(text));
  const out = new ByteWriter(sections.length + content.length + 8).raw(sections).byte(SectionId.custom).sized(content);
  return out.view().slice();
}

const patches = new Map<number, (patcher: Patcher, renumbering: Renumbering) => void>([
  [SectionId.table, patchTables],
  [SectionId.global, patchGlobals],
  [SectionId.export, patchExports],
  [SectionId.start, patchStart],
  [SectionId.element, patchElements],
  [SectionId.data, patchData],
]);

const hooksBySize = (kind: 'read' | 'write') => ({
  1: hookNumber(`${kind}1`),
  2: hookNumber(`${kind}2`),
  4: hookNumber(`${kind}4`),
  8: hookNumber(`${kind}8`),
  16: hookNumber(`${kind}16`),
});
const READ_HOOKS = hooksBySize('read');
const WRITE_HOOKS = hooksBySize('write');

class Rewriter {
  readonly sites: WasmSite[] = [];
  private readonly shape: ModuleShape;
  private readonly isLed: boolean;
  private readonly renumbering: Renumbering;
  private readonly outlined: OutlinedFunction[] = [];
  private readonly outlinedByKey = new Map<string, number>();
  private readonly instruction: Instruction = newInstruction();

  constructor(shape: ModuleShape, isLed: boolean) {
    this.shape = shape;
    this.isLed = isLed;
    this.renumbering = { from: shape.importedFunctions, by: hooks.length };
  }

  run(): Uint8Array<ArrayBuffer> {
    const { bytes, sections } = this.shape;
    // The code comes first: it decides which functions and types are added.
    const code = sections.find(({ id }) => id === SectionId.code)!;
    const newCode = this.rewriteCode(code);
    const out = new ByteWriter(bytes.length * 2).raw(bytes.subarray(0, 8));
    let importsWritten = false;
    for (const section of sections) {
      const { id } = section;
      if (id !== SectionId.custom && !importsWritten && SECTION_ORDER.indexOf(id) > SECTION_ORDER.indexOf(SectionId.import)) {
        out.byte(SectionId.import).sized(this.rewriteImports(undefined));
        importsWritten = true;
      }
      if (id === SectionId.import) {
        out.byte(id).sized(this.rewriteImports(section));
        importsWritten = true;
      } else if (id === SectionId.code) out.byte(id).sized(newCode);
      else this.rewriteSection(section, out);
    }
    return out.view().slice();
  }

  private rewriteSection(section: Section, out: ByteWriter): void {
    const { id, start, content, end } = section;
    const { bytes, memories } = this.shape;
    const patch = patches.get(id);
    if (id === SectionId.type) out.byte(id).sized(this.rewriteTypes(section));
    else if (id === SectionId.function) out.byte(id).sized(this.rewriteFunctions(section));
    else if (id === SectionId.memory && memories[0]!.from === undefined) return;
    else if (id === SectionId.custom) {
      const custom = isCodeMetadata(bytes, section) ? undefined : patchCustom(bytes, section, this.renumbering);
      if (custom !== undefined) out.byte(id).sized(custom);
    } else if (patch !== undefined) {
      const patcher = new Patcher(new ByteReader(bytes, content, end), new ByteWriter(end - content + 64));
      patch(patcher, this.renumbering);
      if (patcher.reader.at !== end) throw new Declined(`section ${id} has bytes that are not known`);
      patcher.finish();
      out.byte(id).sized(patcher.out);
    } else out.raw(bytes.subarray(start, end));
  }

  /** The types of the hooks, then those of the added functions, after the module's own. */
  private rewriteTypes({ content, end }: Section): ByteWriter {
    const reader = new ByteReader(this.shape.bytes, content, end);
    const groups = reader.u32();
    const added: FunctionType[] = [...hooks, ...this.outlined.map(({ type }) => type)];
    const out = new ByteWriter(end - content + 512).u32(groups + added.length);
    out.raw(this.shape.bytes.subarray(reader.at, end));
    for (const type of added) writeFunctionType(out, type);
    return out;
  }

  private rewriteImports(section: Section | undefined): ByteWriter {
    const memory = this.shape.memories[0]!;
    const added = hooks.length + (memory.from === undefined ? 1 : 0);
    const out = new ByteWriter(4096);
    if (section === undefined) out.u32(added);
    else {
      const reader = new ByteReader(this.shape.bytes, section.content, section.end);
      out.u32(reader.u32() + added).raw(this.shape.bytes.subarray(reader.at, section.end));
    }
    const firstType = this.shape.parameters.length;
    hooks.forEach(({ name }, i) => {
      out
        .name(HOOK_MODULE)
        .name(name)
        .byte(0)
        .u32(firstType + i);
    });
    if (memory.from === undefined) {
      const { shared, initial, maximum } = memory;
      out.name(HOOK_MODULE).name(HOOK_MEMORY).byte(2);
      out.byte((maximum === undefined ? 0 : 1) | (shared ? 2 : 0)).u32(initial);
      if (maximum !== undefined) out.u32(maximum);
    }
    return out;
  }

  private rewriteFunctions({ content, end }: Section): ByteWriter {
    const reader = new ByteReader(this.shape.bytes, content, end);
    const out = new ByteWriter(end - content + 64).u32(reader.u32() + this.outlined.length);
    out.raw(this.shape.bytes.subarray(reader.at, end));
    const firstType = this.shape.parameters.length + hooks.length;
    this.outlined.forEach((_, i) => {
      out.u32(firstType + i);
    });
    return out;
  }

  private rewriteCode({ content, end }: Section): ByteWriter {
    const { bytes, importedFunctions, functions } = this.shape;
    const reader = new ByteReader(bytes, content, end);
    const count = reader.u32();
    if (count !== functions.length - importedFunctions) throw new Declined('functions and code do not agree');
    const bodies = new ByteWriter((end - content) * 2);
    for (let i = 0; i < count; i++) {
      const start = reader.at;
      const size = reader.u32();
      const body = new ByteReader(bytes, reader.at, reader.at + size);
      reader.skip(size);
      const rewritten = this.rewriteBody(body, importedFunctions + i);
      if (rewritten === undefined) bodies.raw(bytes.subarray(start, reader.at));
      else bodies.sized(rewritten);
    }
    if (reader.at !== end) throw new Declined('the code section has bytes that are not known');
    for (const { body } of this.outlined) bodies.sized(body.finish());
    return new ByteWriter(bodies.length + 8).u32(count + this.outlined.length).raw(bodies.view());
  }

  /** Undefined when nothing changes. */
  private rewriteBody(reader: ByteReader, index: number): ByteWriter | undefined {
    const localsAt = reader.at;
    const groups = reader.u32();
    const firstGroup = reader.at;
    let locals = this.shape.parameters[this.shape.functions[index]!];
    if (locals === undefined) throw new Declined('a function has a type that is none of functions');
    for (let group = 0; group < groups; group++) {
      locals += reader.u32();
      skipValueType(reader);
    }
    const groupsEnd = reader.at;
    const temporaries = new Temporaries(locals);
    const patcher = new Patcher(reader, new ByteWriter(reader.end - localsAt + 64));
    this.rewriteInstructions(patcher, index, temporaries);
    if (!patcher.changed) return undefined;
    patcher.finish();
    const out = new ByteWriter(patcher.out.length + 32).u32(groups + temporaries.types.length);
    out.raw(reader.bytes.subarray(firstGroup, groupsEnd));
    for (const type of temporaries.types) out.u32(1).byte(type);
    return out.raw(patcher.out.view());
  }

  private rewriteInstructions(patcher: Patcher, index: number, temporaries: Temporaries): void {
    const { instruction, sites } = this;
    const { reader } = patcher;
    while (reader.at < reader.end) {
      decode(reader, instruction);
      const { opcode, start, functionAt } = instruction;
      if (functionAt > 0) {
        reader.at = functionAt;
        patcher.functionIndex(this.renumbering);
        continue;
      }
      const key = opcode > 0xffff ? outlineKey(instruction) : undefined;
      if (key !== undefined) {
        patcher.cut(start, reader.at).byte(Code.i32Const).s32(sites.length).byte(Code.call).u32(this.outlinedFunction(key));
        sites.push({ function: index, offset: start });
      } else if (plainAccess.has(opcode)) {
        this.hookPlain(patcher, temporaries);
        sites.push({ function: index, offset: start });
      }
    }
    if (instruction.opcode !== Code.end) throw new Declined('a function does not end');
  }

  /** The access, and then the hook with its address, which is below the operand of a store: both are kept in locals. */
  private hookPlain(patcher: Patcher, temporaries: Temporaries): void {
    const { opcode, start, offset } = this.instruction;
    const { write, bytes, operand } = plainAccess.get(opcode)!;
    const end = patcher.reader.at;
    const out = patcher.cut(start, end);
    const address = temporaries.of(Type.i32);
    const effective = (): ByteWriter => {
      out.byte(Code.localGet).u32(address);
      return offset > 0 ? out.byte(Code.i32Const).s32(offset).byte(Code.i32Add) : out;
    };
    if (operand === undefined) out.byte(Code.localTee).u32(address);
    else {
      const value = temporaries.of(operand, 1);
      out.byte(Code.localSet).u32(value).byte(Code.localTee).u32(address).byte(Code.localGet).u32(value);
    }
    if (this.isLed) {
      effective();
      for (const number of [bytes, write ? Ahead.write : Ahead.read, this.sites.length]) out.byte(Code.i32Const).s32(number);
      out.byte(Code.i64Const).s64(0n);
      out.byte(Code.call).u32(this.renumbering.from + hookNumber('ahead'));
    }
    out.raw(patcher.reader.bytes.subarray(start, end));
    effective().byte(Code.i32Const).s32(this.sites.length);
    out.byte(Code.call).u32(this.renumbering.from + (write ? WRITE_HOOKS : READ_HOOKS)[bytes]);
  }

  private outlinedFunction(key: string): number {
    let number = this.outlinedByKey.get(key);
    if (number === undefined) {
      number = this.outlined.push(outline(this.instruction, this.renumbering.from, this.isLed)) - 1;
      this.outlinedByKey.set(key, number);
    }
    return this.shape.functions.length + hooks.length + number;
  }
}

/** The locals that a function gets for addresses and values, one per type and use. */
class Temporaries {
  readonly types: number[] = [];
  private readonly first: number;
  private readonly known = new Map<number, number>();

  constructor(first: number) {
    this.first = first;
  }

  of(type: number, use = 0): number {
    const key = type * 2 + use;
    let local = this.known.get(key);
    if (local === undefined) {
      local = this.first + this.types.push(type) - 1;
      this.known.set(key, local);
    }
    return local;
  }
}
