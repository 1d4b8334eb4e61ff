// The variable of a function that is at an address of the stack, given where the function was and the pointers that it had: one that is in scope
// there and has one place for as long as it lives. What the compiler keeps elsewhere, or moves, has no name here.

import { codeRanges, RangeCount } from './address-ranges.ts';
import { Attribute, LocationOp, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { DebugInfo, Entry } from './debug-info.ts';
import type { FunctionNames } from './function-names.ts';
import type { Types } from './types.ts';

/** A function that is being executed. */
export interface Activation {
  /** Of the file: within the call that it waits for. */
  readonly code: number;
  /** The pointers that it has, and the stack pointer that its caller has: [stack, top) are its variables. */
  readonly stack: number;
  readonly frame: number;
  readonly top: number;
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

  /** Some bytes of the stack: the name of the variable, with the part of it, if exactly one is there. `at` is the entry of the function. */
  name(at: number, activation: Activation, address: number, bytes: number): string | undefined {
    const entry = this.info.entry(at);
    const base = entry && frameBase(entry, activation);
    if (base === undefined) return undefined;
    const found = this.variables(entry!, activation.code, address - base, bytes, 0);
    return found.length === 1 ? found[0] : undefined;
  }

  private variables(scope: Entry, code: number, offset: number, bytes: number, depth: number): string[] {
    const found: string[] = [];
    for (const child of this.info.children(scope)) {
      const { tag } = child.kind;
      if (SCOPES.has(tag) && depth < DEEPEST && this.covers(child, code))
        found.push(...this.variables(child, code, offset, bytes, depth + 1));
      if (tag !== Tag.variable && tag !== Tag.formalParameter) continue;
      const name = this.part(child, offset, bytes);
      if (name !== undefined) found.push(name);
    }
    return found;
  }

  private part(variable: Entry, offset: number, bytes: number): string | undefined {
    const place = variable.values.blocks.get(Attribute.location);
    if (place?.[0] !== LocationOp.fbreg) return undefined;
    const cursor = new Cursor(place, 1);
    const within = offset - cursor.sleb();
    const told = this.names.chain(variable.at);
    const type = told.map((entry) => this.info.reference(entry, Attribute.type)).find((at) => at !== undefined);
    const name = told.map((entry) => this.info.text(entry, Attribute.name)).find((text) => text !== undefined);
    if (cursor.at !== place.length || within < 0 || type === undefined || name === undefined) return undefined;
    return within + Math.max(bytes, 1) <= this.types.bytes(type) ? name + this.types.part(type, within, bytes) : undefined;
  }

  private covers({ of, values }: Entry, code: number): boolean {
    const { sections } = this.info;
    const ranges = codeRanges(sections, { ...of.bases, count: new RangeCount(sections) }, values.numbers);
    return ranges.some(({ low, high }) => low <= code && code < high);
  }
}

/** What the places of a function's variables are counted from. */
function frameBase({ values }: Entry, { stack, frame, top }: Activation): number | undefined {
  const told = values.blocks.get(Attribute.frameBase);
  if (told === undefined || told.length === 0) return undefined;
  const [operation] = told;
  if (operation === LocationOp.callFrameCfa) return told.length === 1 ? top : undefined;
  const withOffset = operation! >= LocationOp.breg0 && operation! < LocationOp.breg0 + 32;
  const number = operation! - (withOffset ? LocationOp.breg0 : LocationOp.reg0);
  const base = FRAME_POINTERS.has(number) ? frame : STACK_POINTERS.has(number) ? stack : undefined;
  return base === undefined || !withOffset ? base : base + new Cursor(told, 1).sleb();
}
