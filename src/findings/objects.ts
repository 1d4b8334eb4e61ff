// Recorders name memory by the object that it belongs to and the bytes in it: `queue.c:41 malloc(64)#2[8..16)`. Two places in the code
// that race on a hundred elements of an array are one finding, about the array. Other variables are objects of their own.

import type { Symbols } from '../trace/symbols.ts';

const RANGE = /^(.*?)(#\d+)?\[(\d+)\.\.(\d+)\)$/s;

interface Range {
  /** The first variable of the same object, which stands for it. */
  readonly object: number;
  readonly low: number;
  readonly high: number;
}

/** From variables to objects. Only variables that are asked about cost anything. */
export class Objects {
  private readonly symbols: Symbols;
  private readonly ranges = new Map<number, Range>();
  private readonly objects = new Map<string, number>();

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  range(variable: number): Range {
    let range = this.ranges.get(variable);
    if (range === undefined) {
      const { object, low, high } = parsed(this.symbols.variables.name(variable));
      const first = this.objects.get(object) ?? variable;
      this.objects.set(object, first);
      range = { object: first, low, high };
      this.ranges.set(variable, range);
    }
    return range;
  }
}

/** The name of a part of the object that a variable belongs to. */
export function withRange(variable: string, low: number, high: number): string {
  const match = RANGE.exec(variable);
  return match === null && high === 0 ? variable : `${match?.[1] ?? variable}[${low}..${high})`;
}

function parsed(name: string): { object: string; low: number; high: number } {
  const match = RANGE.exec(name);
  return match === null
    ? { object: name, low: 0, high: 0 }
    : { object: match[1]!, low: Number(match[3]), high: Number(match[4]) };
}
