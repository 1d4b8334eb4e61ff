// Recorders name memory by the object that it belongs to and the part of it: bytes, `queue.c:41 malloc(64)#2[8..16)`; elements,
// `table[7].next`, `counters[3] (Int32)`; or numbers at bytes of it, `header (Float64 at byte 8)`. Two places in the code that race on a
// hundred elements of an array are one finding, about the array. Other variables are objects of their own.

import type { Symbols } from '../trace/symbols.ts';

const BYTES = /^(.*?)(#\d+)?\[(\d+)\.\.(\d+)\)$/s;
const INDEX = /\[(\d+)(?:\.\.(\d+))?\]/g;
const OFFSET = / at byte (\d+)\)$/;
/** `counters[3] (Int32)`, `header (Float64 at byte 8)`: what the bytes are taken for. */
export const TYPE = / \((?:(?:Big)?(?:Int|Uint|Float)\d+|Uint8Clamped|\d+ bytes)(?: at bytes? [\d.]+)?\)$/;
/** What memory that programs take for numbers of their choice is told apart by: each may be a variable of its own. */
const PART = new RegExp(`\\[\\d+\\.\\.\\d+\\)$|(?:\\[[\\d.]+\\])?${TYPE.source}`);
/** Of which block of a line, and of which thread. */
const INSTANCE = /#\d+(?=[.[ ])| of (?:main|T\d+)$/g;

export interface Range {
  /** What is counted: bytes from `low` up to `high`; elements, or bytes at which numbers begin, from `low` to `high`; or nothing. */
  readonly unit: 'bytes' | 'elements' | 'offsets' | 'none';
  readonly low: number;
  readonly high: number;
}

const NONE: Range = { unit: 'none', low: 0, high: 0 };

/** From variables to the parts that they are. Only variables that are asked about cost anything. */
export class Objects {
  private readonly symbols: Symbols;
  private readonly ranges = new Map<number, Range>();

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  range(variable: number): Range {
    const name = this.symbols.variables.name(variable);
    // Most have neither elements nor bytes.
    if (!name.includes('[') && !name.endsWith(')')) return NONE;
    let range = this.ranges.get(variable);
    if (range === undefined) {
      range = parsed(name);
      this.ranges.set(variable, range);
    }
    return range;
  }
}

/** Both, and what is between them; none if they count different things. */
export function joined(a: Range, b: Range): Range {
  if (a.unit !== b.unit) return NONE;
  return { unit: a.unit, low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** The name of several parts of the object that a variable belongs to. */
export function withRange(variable: string, { unit, low, high }: Range): string {
  if (unit === 'bytes') return `${BYTES.exec(variable)![1]}[${low}..${high})`;
  const name = variable.replace(INSTANCE, '');
  if (unit === 'offsets') return name.replace(OFFSET, low === high ? ` at byte ${low})` : ` at bytes ${low}..${high})`);
  const one = low === high ? `[${low}]` : `[${low}..${high}]`;
  return name.replace(INDEX, unit === 'elements' ? one : '[..]');
}

/** The bytes, elements or numbers of an object that a name speaks of; nothing where they are of one kind. */
export function partOf(variable: string): string {
  return PART.exec(variable)?.[0] ?? '';
}

function parsed(name: string): Range {
  const bytes = BYTES.exec(name);
  if (bytes !== null) return { unit: 'bytes', low: Number(bytes[3]), high: Number(bytes[4]) };
  const offset = OFFSET.exec(name);
  if (offset !== null) return { unit: 'offsets', low: Number(offset[1]), high: Number(offset[1]) };
  const indices = [...name.matchAll(INDEX)];
  if (indices.length !== 1) return NONE;
  const [, first, last] = indices[0]!;
  return { unit: 'elements', low: Number(first), high: Number(last ?? first) };
}
