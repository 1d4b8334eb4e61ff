// Names by their shapes. Most names of a trace are few texts with numbers in them (h217+40024, h217+40032, …) that go on by the same
// steps: the texts are told once, and of each name its shape, if it is not the one that came after the last shape before, and the
// steps of its numbers. Deflated, 35 000 names that take 80 KB take 1.

import { varintSize, writeVarint } from '../../base/varint.ts';
import type { SymbolTable } from '../../trace/symbols.ts';
import { columnRoom, encodeColumn } from './column-encode.ts';
import { MAX_VARINT_SIZE } from './layout.ts';
import { textSize, writeText } from './text.ts';
import { zigzag } from './zigzag.ts';

export const ZERO = 48;
const NINE = 57;
/** Longer runs of digits are text. */
export const MOST_DIGITS = 9;
/** Stands for a number in a key; no byte does. */
const NUMBER = '\u0100';

/** `pieces`: the texts around the numbers, one more than those. `last`: the numbers of the last name of the shape. */
interface Shape {
  readonly pieces: Uint8Array[];
  readonly last: number[];
  /** The shape that came after it the last time; -1 for none. */
  next: number;
}

/** The names with the ids from `first` up to `end` as a payload. */
export function encodeShapes(table: SymbolTable, first: number, end: number): Uint8Array {
  const shapes: Shape[] = [];
  const known = new Map<string, number>();
  const kinds = new Uint32Array(end - first);
  const steps: number[] = [];
  let plain = 0;
  let before: Shape | undefined;
  for (let id = first; id < end; id++) {
    const name = table.bytes(id);
    plain += textSize(name);
    const { key, pieces, numbers } = taken(name);
    let shape = known.get(key);
    if (shape === undefined) {
      shape = shapes.length;
      known.set(key, shape);
      shapes.push({ pieces, last: numbers.map(() => 0), next: -1 });
    }
    const { last } = shapes[shape]!;
    kinds[id - first] = before?.next === shape ? 0 : shape + 1;
    for (const [k, number] of numbers.entries()) {
      steps.push(zigzag(number - last[k]!));
      last[k] = number;
    }
    if (before !== undefined) before.next = shape;
    before = shapes[shape]!;
  }
  return payload(plain, shapes, kinds, Uint32Array.from(steps));
}

function payload(plain: number, shapes: readonly Shape[], kinds: Uint32Array, steps: Uint32Array): Uint8Array {
  const texts = shapes.reduce(
    (sum, { pieces }) => pieces.reduce((sizes, piece) => sizes + textSize(piece), sum + varintSize(pieces.length)),
    0,
  );
  const bytes = new Uint8Array(texts + 3 * MAX_VARINT_SIZE + columnRoom(kinds.length) + columnRoom(steps.length));
  let at = 0;
  for (const number of [plain, shapes.length, steps.length]) at = writeVarint(bytes, at, number);
  for (const { pieces } of shapes) {
    at = writeVarint(bytes, at, pieces.length);
    for (const piece of pieces) at = writeText(bytes, at, piece);
  }
  at = encodeColumn(kinds, kinds.length, bytes, at, true);
  at = encodeColumn(steps, steps.length, bytes, at, true);
  return bytes.subarray(0, at);
}

/** A name taken apart at its numbers: runs of digits that are told back the same. */
export function taken(name: Uint8Array): { key: string; pieces: Uint8Array[]; numbers: number[] } {
  const pieces: Uint8Array[] = [];
  const numbers: number[] = [];
  let key = '';
  let from = 0;
  for (let i = 0; i < name.length; ) {
    let end = i;
    while (end < name.length && name[end]! >= ZERO && name[end]! <= NINE) end++;
    if (end > i) {
      while (i < end - 1 && name[i] === ZERO) key += String.fromCharCode(name[i++]!);
      if (end - i <= MOST_DIGITS) {
        let number = 0;
        for (let k = i; k < end; k++) number = number * 10 + name[k]! - ZERO;
        pieces.push(name.subarray(from, i));
        numbers.push(number);
        key += NUMBER;
        i = end;
        from = end;
        continue;
      }
    }
    do key += String.fromCharCode(name[i++]!);
    while (i < end);
  }
  pieces.push(name.subarray(from));
  return { key, pieces, numbers };
}
