// Names from their shapes (shapes-encode.ts), as the payload of a section of names: what checks those checks these.

import { Cursor, varintSize, writeVarint } from '../../base/varint.ts';
import { ColumnDecoder, MALFORMED } from './column-decode.ts';
import type { SectionHeader } from './frame.ts';
import { MAX_PAYLOAD } from './layout.ts';
import { MOST_DIGITS, ZERO } from './shapes-encode.ts';
import { unzigzag } from './zigzag.ts';

const MOST_NUMBER = 999_999_999;

/** Of a shape, where its texts are in the bytes, and the numbers of its last name: one fewer. */
interface Shape {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Bytes of all its texts. */
  readonly size: number;
  readonly last: Int32Array;
  /** The shape that came after it the last time; -1 for none. */
  next: number;
}

export class ShapeDecoder {
  /** The names as texts one after the other, valid until the next call, with a few bytes behind. */
  names = new Uint8Array(0);
  /** How many bytes of it. */
  length = 0;
  private readonly columns = new ColumnDecoder();

  /** Takes the payload at bytes[start…] apart; returns what is wrong with it, if anything. */
  decode({ length, count }: SectionHeader, bytes: Uint8Array, start: number): string | undefined {
    const cursor = new Cursor(bytes, start, start + length);
    const [plain, kinds, numbers] = [cursor.varint(), cursor.varint(), cursor.varint()];
    if (plain < 0 || plain > MAX_PAYLOAD) return `the names claim to be ${plain} bytes long; ${MAX_PAYLOAD} are allowed`;
    // Every name takes a byte at least, every number a digit, every shape a name.
    if (kinds < 0 || numbers < 0 || count > plain || numbers > plain || kinds > count)
      return `the section claims ${count} names of ${kinds} shapes in ${plain} bytes`;
    const shapes = readShapes(cursor, kinds);
    const order = shapes && this.column(cursor, count);
    const steps = order && this.column(cursor, numbers);
    if (shapes === undefined || order === undefined || steps === undefined || cursor.at !== cursor.end)
      return 'the shapes of the names do not fit into their section';
    if (plain + 8 > this.names.length) this.names = new Uint8Array(Math.max(plain + 8, 2 * this.names.length));
    this.length = plain;
    return this.write(bytes, shapes, order, steps) ? undefined : 'the names do not go with their shapes';
  }

  private column(cursor: Cursor, count: number): Uint32Array | undefined {
    const column = new Uint32Array(count);
    return this.columns.take(cursor, column, count) === MALFORMED ? undefined : column;
  }

  /** False if the bytes say something else than names of just `length` bytes. */
  private write(bytes: Uint8Array, shapes: readonly Shape[], order: Uint32Array, steps: Uint32Array): boolean {
    let at = 0;
    let step = 0;
    let before: Shape | undefined;
    for (const told of order) {
      const kind = told === 0 ? (before?.next ?? -1) : told - 1;
      const shape = shapes[kind];
      if (shape === undefined) return false;
      if (before !== undefined) before.next = kind;
      before = shape;
      const { last } = shape;
      if (step + last.length > steps.length) return false;
      let size = shape.size;
      for (let k = 0; k < last.length; k++, step++) {
        const number = (last[k]! + unzigzag(steps[step]!)) | 0;
        if (number < 0 || number > MOST_NUMBER) return false;
        last[k] = number;
        size += digits(number);
      }
      if (at + varintSize(size) + size > this.length) return false;
      at = writeName(this.names, at, bytes, shape, size);
    }
    return at === this.length && step === steps.length;
  }
}

/** Writes a name of this size at out[from…] and returns its end. */
function writeName(out: Uint8Array, from: number, bytes: Uint8Array, { starts, ends, last }: Shape, size: number): number {
  let at = writeVarint(out, from, size);
  for (let k = 0; k < starts.length; k++) {
    const end = ends[k]!;
    for (let i = starts[k]!; i < end; i++) out[at++] = bytes[i]!;
    if (k === last.length) break;
    let number = last[k]!;
    at += digits(number);
    let digit = at;
    do {
      const rest = (number / 10) | 0;
      out[--digit] = ZERO + number - 10 * rest;
      number = rest;
    } while (number > 0);
  }
  return at;
}

function readShapes(cursor: Cursor, count: number): Shape[] | undefined {
  const shapes: Shape[] = [];
  for (let i = 0; i < count; i++) {
    const pieces = cursor.varint();
    // Every text takes a byte at least.
    if (pieces < 1 || pieces > cursor.end - cursor.at) return undefined;
    const starts = new Int32Array(pieces);
    const ends = new Int32Array(pieces);
    let total = 0;
    for (let k = 0; k < pieces; k++) {
      const size = cursor.varint();
      if (size < 0 || size > cursor.end - cursor.at) return undefined;
      starts[k] = cursor.at;
      cursor.at += size;
      ends[k] = cursor.at;
      total += size;
    }
    shapes.push({ starts, ends, size: total, last: new Int32Array(pieces - 1), next: -1 });
  }
  return shapes;
}

/** In decimal; most numbers are short. */
function digits(number: number): number {
  let count = 1;
  for (let bound = 10; count < MOST_DIGITS && number >= bound; bound *= 10) count++;
  return count;
}
