// A grammar as tokens: the start rule from left to right, where a rule stands in full the first time and is named from then on. So whatever occurs for the
// first time needs no number: terminals, which mostly have theirs by first use, and rules. What is left are the names of what occurs again.

import { type Slp, startRule } from '../../grammar/slp.ts';
import { zigzag } from '../native/zigzag.ts';

/** What a token says; with REPEATED it is an item that is repeated, and its count is in the columns of counts. */
const NEW_TERMINAL = 0;
export const TERMINAL = 1;
export const NEW_RULE = 2;
export const RULE = 3;
export const REPEATED = 4;
export const KINDS = 8;

const HIGH = 2 ** 32;

/**
 * Columns of a stretch of tokens: their kinds; of each TERMINAL the difference from the one after the last; of each NEW_RULE how many items it has; of each
 * RULE how many rules have ended since; of the repeated their counts, less 2, the lower and the upper half.
 */
export type TokenColumns<Column> = readonly [Column, Column, Column, Column, Column, Column];

/** Hands over the tokens of a grammar, in stretches of at most `most`. */
export function tokens(slp: Slp, most: number, emit: (columns: TokenColumns<Uint32Array>) => void): void {
  const { terminals, starts, symbols, counts } = slp;
  /** Per rule: how many ended before it, or -1. */
  const names = new Int32Array(starts.length - 1).fill(-1);
  let ended = 0;
  let next = 0;
  let last = -1;
  const columns: TokenColumns<Column> = [0, 1, 2, 3, 4, 5].map(() => new Column(most)) as unknown as TokenColumns<Column>;
  const [kinds, olds, lengths, rules, low, high] = columns;
  const flush = () => emit(columns.map((column) => column.flush()) as unknown as TokenColumns<Uint32Array>);
  const path = [startRule(slp)];
  const items = [starts[startRule(slp)]!];
  while (path.length > 0) {
    const rule = path[path.length - 1]!;
    const i = items[items.length - 1]!;
    if (i === starts[rule + 1]) {
      names[rule] = ended++;
      path.pop();
      items.pop();
      continue;
    }
    items[items.length - 1] = i + 1;
    const s = symbols[i]!;
    const below = s - terminals;
    const repeated = counts[i]! > 1 ? REPEATED : 0;
    if (repeated > 0) {
      low.push((counts[i]! - 2) % HIGH);
      high.push(Math.floor((counts[i]! - 2) / HIGH));
    }
    if (below < 0) {
      kinds.push((s === next ? NEW_TERMINAL : TERMINAL) + repeated);
      if (s === next) next++;
      else olds.push(zigzag(s - last - 1));
      last = s;
    } else if (names[below]! >= 0) {
      kinds.push(RULE + repeated);
      rules.push(ended - 1 - names[below]!);
    } else {
      kinds.push(NEW_RULE + repeated);
      lengths.push(starts[below + 1]! - starts[below]!);
      path.push(below);
      items.push(starts[below]!);
    }
    if (kinds.size === most) flush();
  }
  if (kinds.size > 0) flush();
}

/** Numbers up to a bound of how many. */
class Column {
  size = 0;
  private readonly values: Uint32Array;

  constructor(most: number) {
    this.values = new Uint32Array(most);
  }

  push(value: number): void {
    this.values[this.size++] = value;
  }

  /** Those since the last time, valid until the next push. */
  flush(): Uint32Array {
    const { size } = this;
    this.size = 0;
    return this.values.subarray(0, size);
  }
}
