// The variable of a function that is at an address of the stack, given where the function was and the pointers that it had: one that is in scope
// there and has one place for as long as it lives. What the compiler keeps elsewhere, or moves, has no name here: nobody else has its address.

import { codeRanges, RangeCount } from './address-ranges.ts';
import { Attribute, LocationOp, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { DebugInfo, Entry } from './debug-info.ts';
import type { FunctionNames } from './function-names.ts';
import { locationsOf } from './location-lists.ts';
import type { Types } from './types.ts';

/** A function that is being executed. */
export interface Activation {
  /** Of the file: within the call that it waits for; undefined if that is not known. */
  readonly code: number | undefined;
  /** The pointers that it has, and the stack pointer that its caller has: [stack, top) are its variables. */
  readonly stack: number | undefined;
  readonly frame: number | undefined;
  readonly top: number;
}

interface Sought {
  readonly activation: Activation;
  /** What the places of the function's variables are counted from. */
  readonly base: number;
  readonly address: number;
  readonly bytes: number;
  /** The code at which the variable is there; undefined for any. */
  readonly when: number | undefined;
  readonly found: Set<string>;
}

/** By DWARF number, on x86-64 and on AArch64. */
const FRAME_POINTERS: ReadonlySet<number> = new Set([6, 29]);
const STACK_POINTERS: ReadonlySet<number> = new Set([7, 31]);
/** Blocks in blocks, and calls that were expanded in place. */
const SCOPES: ReadonlySet<number> = new Set([Tag.lexicalBlock, Tag.inlinedSubroutine]);
const DEEPEST = 32;

export class StackVariables {
  private readonly info: DebugInfo;
  private readonly types: Types;
  private readonly names: FunctionNames;

  constructor(info: DebugInfo, types: Types, names: FunctionNames) {
    this.info = info;
    this.types = types;
    this.names = names;
  }

  /** `main: counter`: the variable at some bytes of the stack, with the part of it, if exactly one is there. `at` is the entry of the function;
   * one that was expanded in it has variables of its own. */
  name(at: number, activation: Activation, address: number, bytes: number): string | undefined {
    const entry = this.info.entry(at);
    const base = entry && frameBase(entry, activation);
    if (base === undefined) return undefined;
    const sought = { activation: withBase(entry!, activation), base, address, bytes };
    const now = this.found(entry!, { ...sought, when: activation.code });
    // Lists tell where the value is. While that is in a register, the memory of a variable that is in scope is nobody else's.
    const found = now.size > 0 ? now : this.found(entry!, { ...sought, when: undefined });
    return found.size === 1 ? [...found][0] : undefined;
  }

  private found(entry: Entry, sought: Omit<Sought, 'found'>): Set<string> {
    const found = new Set<string>();
    this.variables(entry, entry.at, { ...sought, found }, 0);
    return found;
  }

  /** `around` is the entry of the function that the scope is of. */
  private variables(scope: Entry, around: number, sought: Sought, depth: number): void {
    for (const child of this.info.children(scope)) {
      const { tag } = child.kind;
      if (SCOPES.has(tag) && depth < DEEPEST && this.covers(child, sought.activation.code))
        this.variables(child, tag === Tag.inlinedSubroutine ? child.at : around, sought, depth + 1);
      if (tag !== Tag.variable && tag !== Tag.formalParameter) continue;
      const name = this.part(child, sought);
      if (name !== undefined) sought.found.add(`${this.names.at(around)?.name}: ${name}`);
    }
  }

  private part(variable: Entry, { activation, base, address, bytes, when }: Sought): string | undefined {
    const places = locationsOf(this.info, variable, when).map((place) => placeOf(place, base, activation));
    const told = this.names.chain(variable.at);
    const type = told.map((entry) => this.info.reference(entry, Attribute.type)).find((at) => at !== undefined);
    const name = told.map((entry) => this.info.text(entry, Attribute.name)).find((text) => text !== undefined);
    if (type === undefined || name === undefined) return undefined;
    for (const place of new Set(places)) {
      const within = address - (place ?? Number.POSITIVE_INFINITY);
      if (within >= 0 && within + Math.max(bytes, 1) <= this.types.bytes(type))
        return name + this.types.part(type, within, bytes);
    }
    return undefined;
  }

  private covers({ of, values }: Entry, code: number | undefined): boolean {
    if (code === undefined) return true;
    const { sections } = this.info;
    const ranges = codeRanges(sections, { ...of.bases, count: new RangeCount(sections) }, values.numbers);
    return ranges.some(({ low, high }) => low <= code && code < high);
  }
}

/** What the places of a function's variables are counted from. */
function frameBase({ values }: Entry, activation: Activation): number | undefined {
  const told = values.blocks.get(Attribute.frameBase);
  if (told === undefined || told.length === 0) return undefined;
  if (told[0] === LocationOp.callFrameCfa) return told.length === 1 ? activation.top : undefined;
  return registerIn(told[0]!, LocationOp.reg0, activation) ?? placeOf(told, undefined, activation);
}

/** The address that an expression says, if it is one on the stack and nothing else. */
function placeOf(expression: Buffer, base: number | undefined, activation: Activation): number | undefined {
  if (expression.length === 0) return undefined;
  const from = expression[0] === LocationOp.fbreg ? base : registerIn(expression[0]!, LocationOp.breg0, activation);
  if (from === undefined) return undefined;
  const cursor = new Cursor(expression, 1);
  const offset = cursor.sleb();
  return cursor.at === expression.length ? from + offset : undefined;
}

/** The pointers that are known throughout a function: the one that it counts from. The register of the other may have anything, or be moved. */
function withBase({ values }: Entry, activation: Activation): Activation {
  const [operation] = values.blocks.get(Attribute.frameBase)!;
  const has = (registers: ReadonlySet<number>) =>
    [LocationOp.reg0, LocationOp.breg0].some((first) => registers.has(operation! - first));
  return {
    ...activation,
    frame: has(FRAME_POINTERS) ? activation.frame : undefined,
    stack: has(STACK_POINTERS) ? activation.stack : undefined,
  };
}

/** What is in the register of an operation, of those that begin at `first`. */
function registerIn(operation: number, first: number, { stack, frame }: Activation): number | undefined {
  if (FRAME_POINTERS.has(operation - first)) return frame;
  return STACK_POINTERS.has(operation - first) ? stack : undefined;
}
