// Which function an offset in a module is in, and what that is called: read when somebody asks, from the heads of the functions.

import { bisect } from '../../../base/bisect.ts';
import { lazy } from '../../../base/lazy.ts';
import type { SourceModule } from './debug-lines.ts';
import { FunctionWords } from './function-words.ts';
import { ByteReader } from './leb.ts';
import { readModule } from './module.ts';
import { readFunctionNames } from './names.ts';
import { SectionId } from './opcode.ts';

export class CodeNames {
  private readonly module: SourceModule;
  /** Where each function of the code section ends. */
  private readonly ends = lazy(() => this.readEnds());
  private readonly names = lazy(() => attempted(() => readFunctionNames(this.module)));
  private readonly told = lazy(() => new FunctionWords(this.names() ?? new Map()));
  private readonly imported = lazy(() => attempted(() => readModule(this.module.bytes).importedFunctions) ?? 0);

  constructor(module: SourceModule) {
    this.module = module;
  }

  /** By number, imported ones first; undefined outside of the code. */
  function(offset: number): number | undefined {
    const ends = this.ends();
    const at = bisect(0, ends.length, (i) => ends[i]! <= offset);
    const { sections } = this.module;
    const code = sections.find(({ id }) => id === SectionId.code);
    return code === undefined || offset < code.content || at === ends.length ? undefined : this.imported() + at;
  }

  name(index: number): string | undefined {
    return this.names()?.get(index);
  }

  /** Its name, or its number and which named one is near. */
  words(index: number): string {
    return this.told().of(index);
  }

  private readEnds(): number[] {
    const { bytes, sections } = this.module;
    const ends: number[] = [];
    const code = sections.find(({ id }) => id === SectionId.code);
    if (code === undefined) return ends;
    attempted(() => {
      const reader = new ByteReader(bytes, code.content, code.end);
      for (let count = reader.u32(); count > 0; count--) {
        reader.skip(reader.u32());
        ends.push(reader.at);
      }
    });
    return ends;
  }
}

/** A module that makes no sense has fewer names. */
function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
