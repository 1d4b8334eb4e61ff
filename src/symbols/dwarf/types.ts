// The types of variables: how large they are, and which part of one some of its bytes are, as a programmer would say it: `.next`, `[7].flags`.
// A damaged type has no parts.

import { Attribute, LocationOp, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { DebugInfo, Entry } from './debug-info.ts';

interface Member {
  /** Empty for members without a name, and for base classes. */
  readonly name: string;
  readonly type: number | undefined;
  readonly offset: number;
  readonly bytes: number;
}

type Shape =
  /** Of a union, or of a struct: all members that overlap are told. */
  | { readonly kind: 'struct'; readonly bytes: number; readonly members: readonly Member[] }
  /** With the numbers of elements, the outermost first; the last may not be known. */
  | {
      readonly kind: 'array';
      readonly bytes: number;
      readonly element: number;
      readonly step: number;
      readonly counts: readonly number[];
    }
  | { readonly kind: 'plain'; readonly bytes: number };

const NOTHING: Shape = { kind: 'plain', bytes: 0 };
/** Types that are another one by a new name or with a new property. */
const SAME: ReadonlySet<number> = new Set([Tag.typedef, Tag.constType, Tag.volatileType, Tag.restrictType, Tag.atomicType]);
const STRUCTS: ReadonlySet<number> = new Set([Tag.structureType, Tag.classType, Tag.unionType]);

/** Nobody nests deeper; types that contain themselves do. */
const DEEPEST = 32;
const MOST_MEMBERS = 1 << 14;
/** The standard library's own: they say nothing to those who use it. */
const RESERVED = /^_[_A-Z]/;

export class Types {
  private readonly info: DebugInfo;
  /** Each is read once, and is nothing while it is read: types that contain themselves, and many that contain many, cost what they have. */
  private readonly shapes = new Map<number, Shape>();

  constructor(info: DebugInfo) {
    this.info = info;
  }

  /** In bytes; 0 if it is not known. */
  bytes(type: number): number {
    return this.shape(type).bytes;
  }

  /** Where the type itself is, without names and properties that were added to it. */
  plain(type: number): Entry | undefined {
    let entry = this.info.entry(type);
    for (let i = 0; entry !== undefined && SAME.has(entry.kind.tag); i++) {
      if (i === DEEPEST) return undefined;
      entry = this.info.referred(entry, Attribute.type);
    }
    return entry;
  }

  /** The type of a member by its name, also of one within a member that has none. */
  member(type: number, name: string, depth = 0): number | undefined {
    const shape = this.shape(type);
    if (shape.kind !== 'struct' || depth > DEEPEST) return undefined;
    const own = shape.members.find((member) => member.name === name);
    if (own !== undefined) return own.type;
    for (const { name: given, type: inner } of shape.members) {
      const found = given === '' && inner !== undefined ? this.member(inner, name, depth + 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A member by its name, with where it is, also of a base class or of a member that has one of the names `through`. */
  place(
    type: number,
    name: string,
    through: ReadonlySet<string>,
    depth = 0,
  ): { readonly type: number; readonly offset: number } | undefined {
    const shape = this.shape(type);
    if (shape.kind !== 'struct' || depth > DEEPEST) return undefined;
    for (const member of shape.members) {
      if (member.type === undefined) continue;
      if (member.name === name) return { type: member.type, offset: member.offset };
      const inner = through.has(member.name) ? this.place(member.type, name, through, depth + 1) : undefined;
      if (inner !== undefined) return { type: inner.type, offset: member.offset + inner.offset };
    }
    return undefined;
  }

  /** Some bytes of a variable of the type; 0 bytes for something that begins there. */
  part(type: number, offset: number, bytes: number): string {
    return this.path(type, offset, bytes, 0) ?? range(offset, bytes, this.bytes(type));
  }

  /** The same of an array of the type; undefined for what is no part of one element, nor whole ones. */
  elementOf(type: number, offset: number, bytes: number): string | undefined {
    const step = this.bytes(type);
    return this.element({ kind: 'array', bytes: 0, element: type, step, counts: [0] }, offset, bytes, 0);
  }

  /** Bytes behind what a type has: of the array at its end that has any length, if there is one. */
  tail(type: number, offset: number, bytes: number): string | undefined {
    return this.path(type, offset, bytes, 0);
  }

  /** Whether it is a number or a pointer, and no struct. */
  isPlain(type: number): boolean {
    return this.shape(type).kind === 'plain';
  }

  /** Undefined if there is nothing to say but the range. */
  private path(type: number, offset: number, bytes: number, depth: number): string | undefined {
    if (depth > DEEPEST) return undefined;
    const shape = this.shape(type);
    if (shape.kind === 'plain') return offset === 0 ? '' : undefined;
    if (shape.kind === 'array') return this.element(shape, offset, bytes, depth);
    const members = shape.members.filter((member) => holds(member, offset, bytes));
    const [member] = members;
    if (member?.type === undefined || members.length > 1 || RESERVED.test(member.name)) return undefined;
    const within = offset - member.offset;
    const inner = this.path(member.type, within, bytes, depth + 1);
    return member.name === '' ? inner : `.${member.name}${inner ?? range(within, bytes, member.bytes)}`;
  }

  private element(shape: Shape & { readonly kind: 'array' }, offset: number, bytes: number, depth: number): string | undefined {
    const { step, counts, element } = shape;
    if (step === 0) return undefined;
    const index = Math.floor(offset / step);
    const within = offset - index * step;
    if (within + bytes > step) {
      // Whole elements of a list, or none that can be named.
      const last = (offset + bytes) / step - 1;
      return within > 0 || counts.length > 1 || !Number.isInteger(last) ? undefined : `[${index}..${last}]`;
    }
    const inner = this.path(element, within, bytes, depth + 1);
    return `${indices(index, counts)}${inner ?? range(within, bytes, step)}`;
  }

  private shape(type: number): Shape {
    let shape = this.shapes.get(type);
    if (shape === undefined) {
      this.shapes.set(type, NOTHING);
      shape = this.read(type);
      this.shapes.set(type, shape);
    }
    return shape;
  }

  private read(type: number): Shape {
    const entry = this.plain(type);
    if (entry === undefined) return NOTHING;
    const bytes = entry.values.numbers.get(Attribute.byteSize)?.value ?? 0;
    if (STRUCTS.has(entry.kind.tag)) return { kind: 'struct', bytes, members: this.members(entry) };
    if (entry.kind.tag === Tag.arrayType) return this.array(entry);
    return { kind: 'plain', bytes: bytes || (entry.kind.tag === Tag.pointerType ? entry.of.unit.addressBytes : 0) };
  }

  private members(entry: Entry): Member[] {
    const members: Member[] = [];
    for (const child of this.info.children(entry)) {
      const { tag } = child.kind;
      const { numbers } = child.values;
      if ((tag !== Tag.member && tag !== Tag.inheritance) || numbers.has(Attribute.declaration)) continue;
      const type = this.info.reference(child, Attribute.type);
      const bytes = type === undefined ? 0 : this.shape(type).bytes;
      members.push({ name: this.info.text(child, Attribute.name) ?? '', type, ...extent(child, bytes) });
      if (members.length > MOST_MEMBERS) return [];
    }
    return members;
  }

  private array(entry: Entry): Shape {
    const element = this.info.reference(entry, Attribute.type);
    if (element === undefined) return NOTHING;
    const step = this.shape(element).bytes;
    const counts: number[] = [];
    for (const child of this.info.children(entry))
      if (child.kind.tag === Tag.subrangeType && counts.length < DEEPEST) {
        const { numbers } = child.values;
        counts.push(numbers.get(Attribute.count)?.value ?? (numbers.get(Attribute.upperBound)?.value ?? -1) + 1);
      }
    return { kind: 'array', bytes: counts.reduce((product, count) => product * count, step), element, step, counts };
  }
}

/** Which bytes a member has: of those that are bits, the bytes that they are in. */
function extent({ values }: Entry, bytes: number): { readonly offset: number; readonly bytes: number } {
  const { numbers, blocks } = values;
  const bits = numbers.get(Attribute.bitSize)?.value;
  const place = blocks.get(Attribute.dataMemberLocation);
  // DWARF 2 has an expression: so many bytes further on.
  const told = place?.[0] === LocationOp.plusUconst ? new Cursor(place, 1).uleb() : undefined;
  const offset = told ?? numbers.get(Attribute.dataMemberLocation)?.value ?? 0;
  if (bits === undefined) return { offset, bytes };
  const first = numbers.get(Attribute.dataBitOffset)?.value;
  if (first === undefined) return { offset, bytes: numbers.get(Attribute.byteSize)?.value ?? bytes };
  const from = Math.floor(first / 8);
  return { offset: from, bytes: Math.ceil((first + bits) / 8) - from };
}

/** Whether all of the bytes, or what begins there, may be of the member. An array at the end may have any length. */
function holds({ offset, bytes }: Member, from: number, length: number): boolean {
  return from >= offset && (from < offset + bytes ? from + length <= offset + bytes : bytes === 0);
}

/** `[2][5]`: of a table with rows. */
function indices(index: number, counts: readonly number[]): string {
  let text = '';
  let rest = index;
  for (const count of counts.slice(1).reverse()) {
    if (count <= 0) return `[${index}]`;
    text = `[${rest % count}]${text}`;
    rest = Math.floor(rest / count);
  }
  return `[${rest}]${text}`;
}

/** Bytes of something larger, or what begins there. */
function range(offset: number, bytes: number, whole: number): string {
  if (bytes === 0) return offset === 0 ? '' : `+${offset}`;
  return offset === 0 && bytes === whole ? '' : `[${offset}..${offset + bytes})`;
}
