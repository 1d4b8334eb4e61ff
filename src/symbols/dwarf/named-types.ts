// Types by the names that code gives them: of a unit, of the variables that a function sees, of the arguments of a template. A name that could
// mean two types means none.

import { Attribute, Tag } from './codes.ts';
import type { CompileUnit, DebugInfo, Entry } from './debug-info.ts';
import type { FunctionNames } from './function-names.ts';
import { Kept } from './kept.ts';
import type { Types } from './types.ts';
import { walkUnit } from './walk.ts';

const TYPES: ReadonlySet<number> = new Set([
  Tag.structureType,
  Tag.classType,
  Tag.unionType,
  Tag.enumerationType,
  Tag.typedef,
  Tag.baseType,
]);
const STRUCTS: ReadonlySet<number> = new Set([Tag.structureType, Tag.classType, Tag.unionType]);
const VARIABLES: ReadonlySet<number> = new Set([Tag.variable]);
const WANTED: ReadonlySet<number> = new Set([Attribute.name, Attribute.declaration]);
/** Where variables of a function are: blocks in blocks. */
const DEEPEST = 16;
const MOST_UNITS = 16;
const MOST_VARIABLES = 1 << 12;

export class NamedTypes {
  private readonly info: DebugInfo;
  private readonly types: Types;
  private readonly names: FunctionNames;
  /** Per unit: the types of each name, as `keyOf` gives it; and the variables that are in no function and no namespace. */
  private readonly units = new Kept<number, ReadonlyMap<string, readonly number[]>>(MOST_UNITS);
  private readonly globals = new Kept<number, ReadonlyMap<string, readonly number[]>>(MOST_UNITS);

  constructor(info: DebugInfo, types: Types, names: FunctionNames) {
    this.info = info;
    this.types = types;
    this.names = names;
  }

  /** What a name means in a function: an argument of its template, or a type of its unit. */
  type(scope: Entry, text: string): number | undefined {
    const name = keyOf(text.replace(/^(?:(?:const|struct|union|class|enum|typename)\s+)+/, '').replace(/^::/, ''));
    const found = this.argument(scope, name) ?? this.ofUnit(this.home(scope), name);
    return found !== undefined && this.types.bytes(found) > 0 ? found : undefined;
  }

  /** What a type is called: `struct item`, `pool::Queue`; undefined for what has no name, or one that is the standard library's own. */
  nameOf(type: number): string | undefined {
    const plain = this.types.plain(type);
    const own = plain && this.info.text(plain, Attribute.name);
    const entry = own === undefined ? this.info.entry(type) : plain;
    const name = own ?? (entry && this.info.text(entry, Attribute.name));
    if (entry === undefined || name === undefined) return undefined;
    const qualified = this.names.qualified(entry, name);
    if (/(?:^|::)_[_A-Z]/.test(qualified)) return undefined;
    const isStruct = own !== undefined && entry.of.isC && STRUCTS.has(entry.kind.tag);
    return isStruct ? `${entry.kind.tag === Tag.unionType ? 'union' : 'struct'} ${name}` : qualified;
  }

  /** The type of an expression that goes from a variable through members: `q`, `q->head`, `pool.slots`. */
  valueOf(scope: Entry, path: string): number | undefined {
    const [first, ...steps] = path.split(/(?=->|\.)/);
    let type = this.variable(scope, first!);
    for (const step of steps) {
      const owner = step.startsWith('->') && type !== undefined ? this.targetOf(type) : type;
      type = owner === undefined ? undefined : this.types.member(owner, step.replace(/^(?:->|\.)/, ''));
    }
    return type;
  }

  /** What a pointer points to, or an array has. */
  targetOf(type: number): number | undefined {
    const entry = this.types.plain(type);
    const points = entry?.kind.tag === Tag.pointerType || entry?.kind.tag === Tag.arrayType;
    return points ? this.info.reference(entry, Attribute.type) : undefined;
  }

  /** The type that an argument of a template has, of the function or of its class. */
  argument(scope: Entry, name: string): number | undefined {
    const entries = this.names.chain(scope.at);
    for (const entry of entries) {
      const found = this.ownArgument(entry, name);
      if (found !== undefined) return found;
    }
    const declared = entries.at(-1);
    const around = declared && this.names.classAround(declared);
    return around && this.ownArgument(around, name);
  }

  private ownArgument(entry: Entry, name: string): number | undefined {
    for (const child of this.info.children(entry))
      if (child.kind.tag === Tag.templateTypeParameter && this.info.text(child, Attribute.name) === name)
        return this.info.reference(child, Attribute.type);
    return undefined;
  }

  /** The unit that a function was written in: link-time optimisation puts its code into another. */
  private home({ at, of }: Entry): CompileUnit {
    return this.names.chain(at).at(-1)?.of ?? of;
  }

  private ofUnit(of: CompileUnit, name: string): number | undefined {
    const path = name.replace(/<.*/, '').split('::');
    const last = path.at(-1)! + (name.includes('<') ? name.slice(name.indexOf('<')) : '');
    const all = this.units.get(of.unit.start, () => this.read(of, TYPES)).get(last) ?? [];
    const fitting = all.filter((at) => path.length === 1 || this.isWithin(at, path.slice(0, -1)));
    const plain = new Set(fitting.map((at) => this.types.plain(at)?.at));
    return plain.size === 1 ? fitting[0] : undefined;
  }

  private isWithin(at: number, path: readonly string[]): boolean {
    const entry = this.info.entry(at);
    return entry !== undefined && `::${this.names.qualified(entry, '')}`.endsWith(`::${path.join('::')}::`);
  }

  private read(of: CompileUnit, tags: ReadonlySet<number>, deepest = Number.POSITIVE_INFINITY): Map<string, number[]> {
    const found = new Map<string, number[]>();
    try {
      walkUnit(this.info.sections.info, of.unit, {
        tags,
        wanted: WANTED,
        enter: (at, depth, { tag }, values) => {
          const isOnlyDeclared = tag !== Tag.variable && values.numbers.has(Attribute.declaration);
          const name = isOnlyDeclared || depth > deepest ? undefined : this.info.text({ of, values }, Attribute.name);
          if (name === undefined) return;
          const key = keyOf(name);
          const known = found.get(key);
          if (known === undefined) found.set(key, [at]);
          else known.push(at);
        },
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    return found;
  }

  /** The type of a variable that a function sees: its own, or one of the unit; undefined if two of the name differ. */
  private variable(scope: Entry, name: string): number | undefined {
    const own = this.ownTypes(scope, name);
    const home = this.home(scope);
    const globals = this.globals.get(home.unit.start, () => this.read(home, VARIABLES, 1));
    const types = own.size > 0 ? own : new Set((globals.get(name) ?? []).map((at) => this.typeOf(at)));
    return types.size === 1 ? [...types][0] : undefined;
  }

  private typeOf(at: number): number | undefined {
    const entry = this.info.entry(at);
    return entry && this.info.reference(entry, Attribute.type);
  }

  private ownTypes(scope: Entry, name: string): Set<number> {
    const types = new Set<number>();
    let left = MOST_VARIABLES;
    const look = (entry: Entry, depth: number): void => {
      for (const child of this.info.children(entry)) {
        if (left-- <= 0) throw new RangeError('too many variables');
        const { tag } = child.kind;
        if (tag === Tag.lexicalBlock && depth < DEEPEST) look(child, depth + 1);
        if (tag !== Tag.variable && tag !== Tag.formalParameter) continue;
        const type = this.names.chain(child.at).find((told) => this.info.text(told, Attribute.name) === name);
        const reference = type && this.info.reference(type, Attribute.type);
        if (reference !== undefined) types.add(reference);
      }
    };
    for (const entry of this.names.chain(scope.at)) look(entry, 0);
    return types;
  }
}

/** A name without blanks, and numbers the same however they are written: `long unsigned int` is `unsigned long`. */
function keyOf(name: string): string {
  return name
    .replace(/\b(?:unsigned|signed|long|short|int|char)\b(?:\s+(?:unsigned|signed|long|short|int|char)\b)*/g, (words) => {
      const all = words.split(/\s+/);
      const sizes = all.filter((word) => word === 'long' || word === 'short' || word === 'char');
      const sign = all.includes('unsigned') ? 'unsigned' : all.includes('char') && all.includes('signed') ? 'signed' : '';
      return sign + (sizes.join('') || 'int');
    })
    .replace(/\s+/g, '');
}
