// The phrases of a local parse as a grammar: one that is not worth its items is put where it is used.

import { enlarged } from '../base/grown.ts';
import type { Phrases } from './phrases.ts';
import type { Slp } from './slp.ts';

/** Those of all levels in one row: symbols below `terminals` are terminals, the others phrases with lower numbers. */
interface Row {
  readonly size: number;
  readonly starts: Uint32Array;
  readonly symbols: Uint32Array;
  readonly counts: Uint32Array;
}

/** The phrases of each level; the last one of the last level is the whole. */
export function prunedPhrases(levels: readonly Phrases[], terminals: number): Slp {
  const row = inRow(levels, terminals);
  const isRule = worthwhile(row, terminals);
  const writer = new Writer(row, isRule, terminals);
  for (let p = 0; p < row.size; p++) if (isRule[p] === 1) writer.rule(p);
  return writer.slp();
}

function inRow(levels: readonly Phrases[], terminals: number): Row {
  const size = levels.reduce((sum, phrases) => sum + phrases.size, 0);
  const items = levels.reduce((sum, phrases) => sum + phrases.starts[phrases.size]!, 0);
  const row = { size, starts: new Uint32Array(size + 1), symbols: new Uint32Array(items), counts: new Uint32Array(items) };
  let [phrase, item, below] = [0, 0, 0];
  for (const { size: own, starts, symbols, counts } of levels) {
    for (let p = 1; p <= own; p++) row.starts[phrase + p] = item + starts[p]!;
    const end = starts[own]!;
    row.counts.set(counts.subarray(0, end), item);
    for (let i = 0; i < end; i++) row.symbols[item + i] = symbols[i]! + below;
    // The symbols of the next level are the phrases of this one.
    below = terminals + phrase;
    phrase += own;
    item += end;
  }
  return row;
}

/** Per phrase: 1 if it is to be a rule. A rule of n items that is used u times saves (u - 1) × (n - 1) - 1. */
function worthwhile({ size, starts, symbols, counts }: Row, terminals: number): Uint8Array {
  const isRule = new Uint8Array(size);
  const uses = new Float64Array(size);
  if (size > 0) isRule[size - 1] = 1;
  for (let p = size - 1; p >= 0; p--) {
    if ((uses[p]! - 1) * (starts[p + 1]! - starts[p]! - 1) > 1) isRule[p] = 1;
    const copies = isRule[p] === 1 ? 1 : uses[p]!;
    for (let i = starts[p]!; i < starts[p + 1]!; i++) {
      const below = symbols[i]! - terminals;
      if (below < 0) continue;
      uses[below]! += copies;
      // What is repeated must have a name.
      if (counts[i]! > 1) isRule[below] = 1;
    }
  }
  return isRule;
}

class Writer {
  private rules = 0;
  private readonly row: Row;
  private readonly isRule: Uint8Array;
  /** Per phrase that is a rule and was written: its number. */
  private readonly names: Uint32Array;
  private readonly terminals: number;
  private starts = new Uint32Array(64);
  private symbols = new Uint32Array(256);
  private counts = new Float64Array(256);
  private size = 0;

  constructor(row: Row, isRule: Uint8Array, terminals: number) {
    this.row = row;
    this.isRule = isRule;
    this.names = new Uint32Array(row.size);
    this.terminals = terminals;
  }

  rule(phrase: number): void {
    this.append(phrase, this.size);
    if (this.rules + 2 > this.starts.length) this.starts = enlarged(this.starts, this.rules + 2);
    this.names[phrase] = this.rules++;
    this.starts[this.rules] = this.size;
  }

  slp(): Slp {
    const { terminals, size } = this;
    // The string of nothing has a rule, too.
    const rules = Math.max(this.rules, 1);
    const [starts, symbols] = [this.starts.slice(0, rules + 1), this.symbols.slice(0, size)];
    return { terminals, starts, symbols, counts: this.counts.slice(0, size) };
  }

  /** Levels are few, so that a phrase in a phrase may be a call in a call. */
  private append(phrase: number, from: number): void {
    const { starts, symbols, counts } = this.row;
    const { terminals } = this;
    for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) {
      const below = symbols[i]! - terminals;
      if (below >= 0 && this.isRule[below] === 0) this.append(below, from);
      else this.put(below < 0 ? symbols[i]! : terminals + this.names[below]!, counts[i]!, from);
    }
  }

  /** Neighbours that have become equal are one item. */
  private put(symbol: number, count: number, from: number): void {
    if (this.size > from && this.symbols[this.size - 1] === symbol) {
      this.counts[this.size - 1]! += count;
      return;
    }
    if (this.size === this.symbols.length) {
      this.symbols = enlarged(this.symbols, this.size + 1);
      this.counts = enlarged(this.counts, this.size + 1);
    }
    this.symbols[this.size] = symbol;
    this.counts[this.size++] = count;
  }
}
