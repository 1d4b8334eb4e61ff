// One function as a list of instructions with their branch targets, for what is looked at more than once. Only functions with atomics are
// listed so: they are a few in a hundred.

import { decode, newInstruction, skipValueType } from '../instruction.ts';
import { ByteReader, Declined } from '../leb.ts';
import type { ModuleShape } from '../module.ts';
import { Code, Prefix, SectionId, TypeForm } from '../opcode.ts';

export interface Step {
  readonly opcode: number;
  /** Where it is in the module. */
  readonly at: number;
  /** A local, global, constant, label depth or function; the static offset of an access. */
  readonly number: number;
}

export interface FunctionCode {
  readonly index: number;
  readonly steps: readonly Step[];
  /** Per step: the step that opened the innermost block that it stands in; -1 for the function itself. An opener stands in its parent. */
  readonly parents: Int32Array;
  /** Per opener: its `end`; per `if` with an else and per `else`: see `elses`. */
  readonly ends: Map<number, number>;
  readonly elses: Map<number, number>;
  /** Openers whose block takes or leaves values. */
  readonly typed: ReadonlySet<number>;
}

/** The bodies of a module's own functions, which are found only if somebody asks. */
export class Bodies {
  private readonly shape: ModuleShape;
  private places: Uint32Array | undefined;

  constructor(shape: ModuleShape) {
    this.shape = shape;
  }

  /** Undefined for one that is imported. */
  of(index: number): ByteReader | undefined {
    this.places ??= placesOf(this.shape);
    const at = 2 * (index - this.shape.importedFunctions);
    const start = this.places[at];
    return start === undefined ? undefined : new ByteReader(this.shape.bytes, start, this.places[at + 1]!);
  }
}

/** Where each begins and ends. */
function placesOf({ bytes, sections }: ModuleShape): Uint32Array {
  const section = sections.find(({ id }) => id === SectionId.code);
  if (section === undefined) return new Uint32Array(0);
  const reader = new ByteReader(bytes, section.content, section.end);
  const count = reader.u32();
  // Each has a byte at least.
  if (count > section.end - section.content) throw new Declined('the binary is cut');
  const places = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const size = reader.u32();
    places[2 * i] = reader.at;
    reader.skip(size);
    places[2 * i + 1] = reader.at;
  }
  return places;
}

/** Every function that may have an atomic instruction. */
export function* atomicBodies(shape: ModuleShape, bodies: Bodies): Generator<{ index: number; body: ByteReader }> {
  const { bytes, importedFunctions, functions } = shape;
  let next = 0;
  for (let index = importedFunctions; index < functions.length; index++) {
    const body = bodies.of(index);
    if (body === undefined) return;
    // Searched once from end to end, whatever the functions are: a byte of the prefix may also be a part of a number.
    if (next < body.at) next = bytes.indexOf(Prefix.atomic, body.at);
    if (next < 0) return;
    if (next < body.end) yield { index, body };
  }
}

/** Reads a whole body; undefined if it has no atomic instruction. */
export function readCode(index: number, reader: ByteReader): FunctionCode | undefined {
  for (let groups = reader.u32(); groups > 0; groups--) {
    reader.u32();
    skipValueType(reader);
  }
  const steps: Step[] = [];
  const parents: number[] = [];
  const ends = new Map<number, number>();
  const elses = new Map<number, number>();
  const typed = new Set<number>();
  const open: number[] = [];
  const instruction = newInstruction();
  let hasAtomic = false;
  while (reader.at < reader.end) {
    decode(reader, instruction);
    const { opcode, start } = instruction;
    if (opcode >>> 16 === Prefix.atomic) hasAtomic = true;
    const step = steps.push({ opcode, at: start, number: numberOf(reader.bytes, instruction) }) - 1;
    if (opcode === Code.end || opcode === Code.delegate) ends.set(open.pop() ?? -1, step);
    parents.push(open.at(-1) ?? -1);
    if (opcode === Code.else) elses.set(open.at(-1) ?? -1, step);
    if (isOpener(opcode)) {
      if (reader.bytes[start + 1] !== TypeForm.empty) typed.add(step);
      open.push(step);
    }
  }
  return hasAtomic ? { index, steps, parents: Int32Array.from(parents), ends, elses, typed } : undefined;
}

function isOpener(opcode: number): boolean {
  return (
    opcode === Code.block || opcode === Code.loop || opcode === Code.if || opcode === Code.tryLegacy || opcode === Code.tryTable
  );
}

function numberOf(bytes: Uint8Array, { opcode, start, offset, index }: ReturnType<typeof newInstruction>): number {
  if ((opcode >= Code.firstAccess && opcode <= Code.lastAccess) || opcode >>> 16 === Prefix.atomic) return offset;
  switch (opcode) {
    case Code.call:
    case Code.returnCall:
      return index;
    case Code.br:
    case Code.brIf:
    case Code.localGet:
    case Code.localSet:
    case Code.localTee:
    case Code.globalGet:
    case Code.globalSet:
      return new ByteReader(bytes, start + 1).u32();
    case Code.i32Const:
      return signed32(new ByteReader(bytes, start + 1));
  }
  return 0;
}

function signed32(reader: ByteReader): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.byte();
    value |= shift < 32 ? (byte & 0x7f) << shift : 0;
    if (byte < 0x80) return shift < 25 && byte & 0x40 ? value | (-1 << (shift + 7)) : value;
  }
  throw new Declined('a number is too long');
}
