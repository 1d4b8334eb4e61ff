// Copies parts of a module while function indices are renumbered: new imports come before the functions that the module defines, so
// all of those move up. Bytes that need no change are kept as they are, also numbers that are longer than they need be.

import { decode, newInstruction, skipValueType } from './instruction.ts';
import { type ByteReader, type ByteWriter, Declined } from './leb.ts';
import { Code, ExternalKind, TypeForm } from './opcode.ts';

export interface Renumbering {
  /** Functions from this one on move. */
  readonly from: number;
  readonly by: number;
}

/** Copies from a reader to a writer, lazily: everything up to the reader's place that was not replaced. */
export class Patcher {
  readonly reader: ByteReader;
  readonly out: ByteWriter;
  private copied: number;
  private readonly start: number;

  constructor(reader: ByteReader, out: ByteWriter) {
    this.reader = reader;
    this.out = out;
    this.copied = reader.at;
    this.start = reader.at;
  }

  /** Nothing was replaced or inserted so far. */
  get isUnchanged(): boolean {
    return this.copied === this.start;
  }

  /** Copies up to `at`; what the caller writes then is new, and copying goes on at `next`. */
  cut(at: number, next: number): ByteWriter {
    this.out.copy(this.reader.bytes, this.copied, at);
    this.copied = next;
    return this.out;
  }

  /** Copies the rest up to the reader's place. */
  finish(): void {
    this.out.copy(this.reader.bytes, this.copied, this.reader.at);
    this.copied = this.reader.at;
  }

  functionIndex({ from, by }: Renumbering): void {
    const at = this.reader.at;
    const index = this.reader.u32();
    if (index >= from && by > 0) this.cut(at, this.reader.at).u32(index + by);
  }
}

const scratch = newInstruction();

/** A constant expression, up to and with its `end`. */
function patchExpression(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  for (;;) {
    decode(reader, scratch);
    if (scratch.opcode === Code.end) return;
    if (scratch.functionAt > 0) {
      reader.at = scratch.functionAt;
      patcher.functionIndex(renumbering);
    }
  }
}

export function patchGlobals(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  for (let count = reader.u32(); count > 0; count--) {
    skipValueType(reader);
    reader.byte();
    patchExpression(patcher, renumbering);
  }
}

export function patchTables(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  for (let count = reader.u32(); count > 0; count--) {
    const initialised = reader.bytes[reader.at] === TypeForm.empty;
    if (initialised) reader.skip(2);
    skipValueType(reader);
    const flags = reader.byte();
    reader.skipLeb();
    if (flags & 1) reader.skipLeb();
    if (initialised) patchExpression(patcher, renumbering);
  }
}

export function patchExports(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  for (let count = reader.u32(); count > 0; count--) {
    reader.name();
    if (reader.byte() === ExternalKind.function) patcher.functionIndex(renumbering);
    else reader.skipLeb();
  }
}

export function patchStart(patcher: Patcher, renumbering: Renumbering): void {
  patcher.functionIndex(renumbering);
}

/** Flags of a segment: 1 passive or declarative, 2 a table index or declarative, 4 expressions instead of function indices. */
export function patchElements(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  for (let count = reader.u32(); count > 0; count--) {
    const flags = reader.u32();
    if (flags > 7) throw new Declined(`unknown kind of element segment ${flags}`);
    const active = (flags & 1) === 0;
    if (active) {
      if (flags & 2) reader.skipLeb();
      patchExpression(patcher, renumbering);
    }
    if (flags & 3) {
      if (flags & 4) skipValueType(reader);
      else reader.byte();
    }
    for (let elements = reader.u32(); elements > 0; elements--) {
      if (flags & 4) patchExpression(patcher, renumbering);
      else patcher.functionIndex(renumbering);
    }
  }
}

/** Data segments name no function but may name one in a constant expression in time; they are walked to know the code is understood. */
export function patchData(patcher: Patcher, renumbering: Renumbering): void {
  const { reader } = patcher;
  for (let count = reader.u32(); count > 0; count--) {
    const flags = reader.u32();
    if (flags > 2) throw new Declined(`unknown kind of data segment ${flags}`);
    if (flags === 2) reader.skipLeb();
    if (flags !== 1) patchExpression(patcher, renumbering);
    reader.skip(reader.u32());
  }
}
