// What an entry is declared in: namespaces, classes, functions. For names that the linker never saw, of static functions, of lambdas and
// of types. A unit is walked when the first such name is asked for.

import { bisect } from '../../base/bisect.ts';
import { Attribute, Tag } from './codes.ts';
import type { CompileUnit, DebugInfo, Entry } from './debug-info.ts';
import { walkUnit } from './walk.ts';

const TAGS: ReadonlySet<number> = new Set([Tag.namespace, Tag.classType, Tag.structureType, Tag.unionType, Tag.subprogram]);
const WANTED: ReadonlySet<number> = new Set();

/** Classes in classes, functions in them: who nests deeper is not read by anybody. */
const DEEPEST = 16;

export class Enclosing {
  private readonly info: DebugInfo;
  /** In the order of the entries: where each begins and ends, and which one it lies in. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly outer: number[] = [];

  constructor(info: DebugInfo, of: CompileUnit) {
    this.info = info;
    const open: { readonly depth: number; readonly index: number }[] = [];
    try {
      walkUnit(info.sections.info, of.unit, {
        tags: TAGS,
        wanted: WANTED,
        enter: (at, depth) => {
          open.push({ depth, index: this.starts.length });
          this.outer.push(open.at(-2)?.index ?? -1);
          this.starts.push(at);
          this.ends.push(of.unit.to);
        },
        leave: (depth, end) => {
          if (open.at(-1)?.depth === depth) this.ends[open.pop()!.index] = end;
        },
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }

  /** The names around an entry, the outermost first; those of structs without a name are empty, other things without one are left out. */
  path(at: number): string[] {
    const names: string[] = [];
    for (let scope = this.innermost(at); scope >= 0 && names.length < DEEPEST; scope = this.outer[scope]!) {
      const entry = this.info.entry(this.starts[scope]!);
      const name = entry && this.info.text(entry, Attribute.name);
      if (name !== undefined || entry?.kind.tag === Tag.structureType || entry?.kind.tag === Tag.classType)
        names.unshift(name ?? '');
    }
    return names;
  }

  /** What an entry is directly in. */
  around(at: number): Entry | undefined {
    const scope = this.innermost(at);
    return scope < 0 ? undefined : this.info.entry(this.starts[scope]!);
  }

  private innermost(at: number): number {
    let scope = bisect(0, this.starts.length, (i) => this.starts[i]! < at) - 1;
    while (scope >= 0 && this.ends[scope]! <= at) scope = this.outer[scope]!;
    return scope;
  }
}
