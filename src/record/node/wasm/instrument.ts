// Rewrites a module so that every access to its shared memory calls a hook. Plain accesses are recorded after they happened, so one
// that traps leaves no record; atomics and bulk instructions become calls of functions that are added (outline.ts). Linear time.

import { writeFunctionType } from './body.ts';
import { CodeRewriter } from './code-rewriter.ts';
import { HOOK_MODULE, hookImport, hooks, type ModuleNote, type NotedMemory } from './interface.ts';
import { ByteReader, ByteWriter, Declined } from './leb.ts';
import { Memories } from './memories.ts';
import { type ModuleShape, readModule, SECTION_ORDER, type Section } from './module.ts';
import { isCodeMetadata, isNames, patchNames } from './names.ts';
import { ExternalKind, SectionId } from './opcode.ts';
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
import { recognise } from './recognise/index.ts';

export interface InstrumentedModule {
  readonly sections: Uint8Array<ArrayBuffer>;
  readonly memories: readonly NotedMemory[];
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
  const code = shape.sections.find(({ id }) => id === SectionId.code);
  if (code === undefined) return undefined;
  const memories = new Memories(shape, force);
  if (memories.recorded === 0) return undefined;
  return { sections: new Rewriter(shape, memories).run(code, isLed), memories: memories.noted() };
}

/** Whether there is something to record in a module: a memory that another thread could see, and code. May throw `Declined`. */
export function isRecorded(bytes: Uint8Array): boolean {
  const shape = readModule(bytes);
  return shape.sections.some(({ id }) => id === SectionId.code) && new Memories(shape, false).recorded > 0;
}

/** The final bytes: the module and the note that says where its sites begin. */
export function withNote(
  { sections, memories }: InstrumentedModule,
  firstSite: number,
  debug?: string | undefined,
): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({ memories, firstSite, ...(debug !== undefined && { debug }) } satisfies ModuleNote);
  const content = new ByteWriter().name(HOOK_MODULE).raw(new TextEncoder().encode(text));
  const out = new ByteWriter(sections.length + content.length + 6).copy(sections, 0, sections.length);
  return out.byte(SectionId.custom).sized(content).view();
}

const patches = new Map<number, (patcher: Patcher, renumbering: Renumbering) => void>([
  [SectionId.table, patchTables],
  [SectionId.global, patchGlobals],
  [SectionId.export, patchExports],
  [SectionId.start, patchStart],
  [SectionId.element, patchElements],
  [SectionId.data, patchData],
]);

class Rewriter {
  private readonly shape: ModuleShape;
  private readonly memories: Memories;
  private readonly renumbering: Renumbering;
  /** Of the functions that are added behind those of the module. */
  private outlined: CodeRewriter['outlined'] = [];

  constructor(shape: ModuleShape, memories: Memories) {
    this.shape = shape;
    this.memories = memories;
    this.renumbering = { from: shape.importedFunctions, by: memories.recorded * hooks.length };
  }

  run(code: Section, isLed: boolean): Uint8Array<ArrayBuffer> {
    const { bytes, sections } = this.shape;
    // The code comes first: it decides which functions and types are added.
    const rewriter = new CodeRewriter(this.shape, this.memories, recognise(this.shape).loads, isLed);
    const newCode = rewriter.rewrite(code);
    this.outlined = rewriter.outlined;
    const out = new ByteWriter(bytes.length - (code.end - code.content) + newCode.length + 8192).copy(bytes, 0, 8);
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
      } else if (id === SectionId.code) newCode.writeTo(out.byte(id).u32(newCode.length));
      else this.rewriteSection(section, out);
    }
    return out.view();
  }

  private rewriteSection(section: Section, out: ByteWriter): void {
    const { id, start, content, end } = section;
    const { bytes } = this.shape;
    const patch = patches.get(id);
    if (id === SectionId.type) out.byte(id).sized(this.rewriteTypes(section));
    else if (id === SectionId.function) out.byte(id).sized(this.rewriteFunctions(section));
    else if (id === SectionId.memory && this.memories.areImported) return;
    else if (id === SectionId.custom && isCodeMetadata(bytes, section)) return;
    else if (id === SectionId.custom && isNames(bytes, section)) {
      const names = patchNames(bytes, section, this.renumbering);
      if (names !== undefined) out.byte(id).sized(names);
    } else if (patch !== undefined) {
      const patcher = new Patcher(new ByteReader(bytes, content, end), new ByteWriter());
      patch(patcher, this.renumbering);
      if (patcher.reader.at !== end) throw new Declined(`section ${id} has bytes that are not known`);
      if (patcher.isUnchanged) out.copy(bytes, start, end);
      else {
        patcher.finish();
        out.byte(id).sized(patcher.out);
      }
    } else out.copy(bytes, start, end);
  }

  /** The types of the hooks, then those of the added functions, after the module's own. */
  private rewriteTypes({ content, end }: Section): ByteWriter {
    const { bytes } = this.shape;
    const reader = new ByteReader(bytes, content, end);
    const added = [...hooks, ...this.outlined.map(({ type }) => type)];
    const out = new ByteWriter(end - content + 512).u32(reader.u32() + added.length).copy(bytes, reader.at, end);
    for (const type of added) writeFunctionType(out, type);
    return out;
  }

  private rewriteImports(section: Section | undefined): ByteWriter {
    const { memories } = this;
    const { bytes, parameters } = this.shape;
    const added = memories.imports;
    const out = new ByteWriter(4096);
    if (section === undefined) out.u32(added);
    else {
      const reader = new ByteReader(bytes, section.content, section.end);
      out.u32(reader.u32() + added).copy(bytes, reader.at, section.end);
    }
    for (let set = 0; set < memories.recorded; set++) {
      hooks.forEach(({ name }, i) => {
        out
          .name(HOOK_MODULE)
          .name(hookImport(name, set))
          .byte(ExternalKind.function)
          .u32(parameters.length + i);
      });
    }
    memories.writeImports(out, HOOK_MODULE);
    return out;
  }

  private rewriteFunctions({ content, end }: Section): ByteWriter {
    const { bytes, parameters } = this.shape;
    const reader = new ByteReader(bytes, content, end);
    const out = new ByteWriter(end - content + 64).u32(reader.u32() + this.outlined.length).copy(bytes, reader.at, end);
    const firstType = parameters.length + hooks.length;
    this.outlined.forEach((_, i) => {
      out.u32(firstType + i);
    });
    return out;
  }
}
