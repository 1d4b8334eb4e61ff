// Recorders name memory by the object that it belongs to and the part of it: bytes, `queue.c:41 malloc(64)#2[8..16)`, or elements,
// `table[7].next`. Two places in the code that race on a hundred elements of an array are one finding, about the array. Other variables
// are objects of their own.

import type { Symbols } from '../trace/symbols.ts';

const BYTES = /^(.*?)(#\d+)?\[(\d+)\.\.(\d+)\)$/s;
const INDEX = /\[(\d+)(?:\.\.(\d+))?\]/g;
/** Of which block of a line, and of which thread. */
const INSTANCE = /#\d+(?=[.[])| of (?:main|T\d+)$/g;

export interface Range {
  /** What is counted: bytes from `low` up to `high`; elements from `low` to `high`; or nothing. */
  readonly unit: 'bytes' | 'elements' | 'none';
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
    let range = this.ranges.get(variable);
    if (range === undefined) {
      range = parsed(this.symbols.variables.name(variable));
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
  const one = low === high ? `[${low}]` : `[${low}..${high}]`;
  return name.replace(INDEX, unit === 'elements' ? one : '[..]');
}

function parsed(name: string): Range {
  const bytes = BYTES.exec(name);
  if (bytes !== null) return { unit: 'bytes', low: Number(bytes[3]), high: Number(bytes[4]) };
  const indices = [...name.matchAll(INDEX)];
  if (indices.length !== 1) return NONE;
  const [, first, last] = indices[0]!;
  return { unit: 'elements', low: Number(first), high: Number(last ?? first) };
}
