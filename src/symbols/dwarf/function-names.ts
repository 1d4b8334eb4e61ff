// What a function is called and where it is declared, from its entry, or from the entry of a call that was expanded in place: these refer
// to the one entry that tells it, maybe in another unit.

import { Attribute, Tag } from './codes.ts';
import type { CompileUnit, DebugInfo, Entry } from './debug-info.ts';
import { Enclosing } from './enclosing.ts';
import { Kept } from './kept.ts';
import type { SourceFile } from './line-header.ts';

export interface FunctionName {
  /** Where its entry is. */
  readonly at: number;
  /** As the source has it: `push`, `max<int>`. */
  readonly name: string;
  /** The name that the linker knows, if it does: C++ names are mangled. */
  readonly symbol: string | undefined;
  /** With the classes and namespaces around it, without template arguments: `pool::Queue::push`. */
  readonly qualified: () => string;
  /** Where its definition begins; undefined if it is not told. */
  readonly file: SourceFile | undefined;
  readonly line: number | undefined;
}

const MOST_KEPT = 1 << 14;

/** A concrete function refers to its abstract one, and that to its declaration. */
const MOST_REFERENCES = 4;

export class FunctionNames {
  private readonly info: DebugInfo;
  private readonly enclosing: Kept<number, Enclosing>;
  private readonly known = new Kept<number, { readonly name: FunctionName | undefined }>(MOST_KEPT);

  constructor(info: DebugInfo, units: number) {
    this.info = info;
    this.enclosing = new Kept(units);
  }

  /** By where its entry is; undefined if it has no name. */
  at(at: number): FunctionName | undefined {
    return this.known.get(at, () => ({ name: this.read(at) })).name;
  }

  private read(at: number): FunctionName | undefined {
    const { info } = this;
    const entries = this.chain(at);
    const first = <T>(ask: (entry: Entry) => T | undefined): T | undefined => {
      for (const entry of entries) {
        const answer = ask(entry);
        if (answer !== undefined) return answer;
      }
      return undefined;
    };
    const named = entries.find((entry) => info.text(entry, Attribute.name) !== undefined);
    if (named === undefined) return undefined;
    const name = info.text(named, Attribute.name)!;
    return {
      at,
      name,
      symbol: first((entry) => info.text(entry, Attribute.linkageName) ?? info.text(entry, Attribute.mipsLinkageName)),
      qualified: () => this.qualified(named, name),
      file: first((entry) => {
        const number = entry.values.numbers.get(Attribute.declFile)?.value;
        return number === undefined ? undefined : info.files(entry.of)[number];
      }),
      line: first((entry) => entry.values.numbers.get(Attribute.declLine)?.value),
    };
  }

  /** The name of an entry with what is around it. */
  qualified({ at, of }: Entry, name: string): string {
    // Compilers give the struct that a lambda is no name.
    const around = this.enclosingOf(of)
      .path(at)
      .map((outer) => outer || (name === 'operator()' ? 'lambda' : ''));
    return [...around, name]
      .filter((part, i) => part !== '' || i === around.length)
      .map(withoutArguments)
      .join('::');
  }

  /** The class or struct that an entry is declared in. */
  classAround({ at, of }: Entry): Entry | undefined {
    const around = this.enclosingOf(of).around(at);
    return around !== undefined && around.kind.tag !== Tag.namespace ? around : undefined;
  }

  private enclosingOf(of: CompileUnit): Enclosing {
    return this.enclosing.get(of.unit.start, () => new Enclosing(this.info, of));
  }

  /** An entry and those that it refers to for what it does not say itself. */
  chain(at: number): Entry[] {
    const entries: Entry[] = [];
    let entry = this.info.entry(at);
    while (entry !== undefined && entries.length < MOST_REFERENCES) {
      entries.push(entry);
      entry = this.info.referred(entry, Attribute.abstractOrigin) ?? this.info.referred(entry, Attribute.specification);
    }
    return entries;
  }
}

/** `max<int>` is `max`, as names from the symbol table are; `<lambda(int)>` is `lambda`. */
function withoutArguments(name: string): string {
  if (name.startsWith('<lambda')) return 'lambda';
  if (name.startsWith('operator')) return name;
  const from = name.indexOf('<');
  return from > 0 ? name.slice(0, from) : name;
}
