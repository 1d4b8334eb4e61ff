// A grammar from its tokens (tokens.ts). What is wrong with them is told; cycles and empty rules cannot be written down.

import { enlarged, grown } from '../../base/grown.ts';
import type { Slp } from '../../grammar/slp.ts';
import { unzigzag } from '../native/zigzag.ts';
import { NEW_RULE, REPEATED, RULE, TERMINAL, type TokenColumns } from './tokens.ts';

const HIGH = 2 ** 32;

/** Numbers that are appended. */
class Numbers<A extends Uint32Array | Float64Array> {
  values: A;
  size = 0;

  constructor(values: A) {
    this.values = values;
  }

  push(value: number): void {
    if (this.size === this.values.length) this.values = enlarged(this.values, this.size + 1);
    this.values[this.size++] = value;
  }

  get all(): A {
    return grown(this.values.subarray(0, this.size) as A, this.size);
  }
}

export class TokenDecoder {
  private readonly terminals: number;
  private next = 0;
  private last = -1;
  /** Rules that have ended, and their items. */
  private readonly starts = new Numbers(new Uint32Array(64));
  private readonly symbols = new Numbers(new Uint32Array(64));
  private readonly counts = new Numbers(new Float64Array(64));
  /** Of the rules that have begun: their items so far. */
  private readonly open = new Numbers(new Uint32Array(64));
  private readonly openCounts = new Numbers(new Float64Array(64));
  /** Per rule that has begun: where its items stand in `open`, where they will end, and how often it is repeated there. */
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly times: number[] = [];

  constructor(terminals: number) {
    this.terminals = terminals;
    this.starts.push(0);
  }

  /** Takes the next stretch; returns what is wrong with it, if anything. Columns have as many values as the kinds say. */
  take([kinds, terminals, lengths, rules, counts, highs]: TokenColumns<Uint32Array>): string | undefined {
    let [t, l, r, c] = [0, 0, 0, 0];
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i]! & ~REPEATED;
      const count = kinds[i]! >= REPEATED ? counts[c]! + highs[c++]! * HIGH + 2 : 1;
      if (!Number.isSafeInteger(count)) return `a symbol is repeated ${count} times`;
      if (kind === NEW_RULE) {
        const length = lengths[l++]!;
        if (length === 0) return 'a rule is empty';
        this.from.push(this.open.size);
        this.to.push(this.open.size + length);
        this.times.push(count);
        continue;
      }
      const symbol = kind === RULE ? this.rule(rules[r++]!) : this.terminal(kind === TERMINAL ? terminals[t++] : undefined);
      if (symbol === undefined) return 'a symbol does not exist';
      this.open.push(symbol);
      this.openCounts.push(count);
      this.close();
    }
    return undefined;
  }

  /** The grammar, if all of its rules have ended. */
  end(): Slp | undefined {
    if (this.from.length > 0) return undefined;
    this.move(0);
    return { terminals: this.terminals, starts: this.starts.all, symbols: this.symbols.all, counts: this.counts.all };
  }

  private terminal(difference: number | undefined): number | undefined {
    const symbol = difference === undefined ? this.next++ : this.last + 1 + unzigzag(difference);
    if (symbol < 0 || symbol >= this.terminals) return undefined;
    this.last = symbol;
    return symbol;
  }

  private rule(ago: number): number | undefined {
    const number = this.starts.size - 2 - ago;
    return number < 0 ? undefined : this.terminals + number;
  }

  /** Ends the rules that are complete: each becomes an item of the one around it. */
  private close(): void {
    const { to, open } = this;
    while (to.length > 0 && to[to.length - 1] === open.size) {
      to.pop();
      this.move(this.from.pop()!);
      open.push(this.terminals + this.starts.size - 2);
      this.openCounts.push(this.times.pop()!);
    }
  }

  /** Makes a rule of the open items from `from` on. */
  private move(from: number): void {
    for (let i = from; i < this.open.size; i++) {
      this.symbols.push(this.open.values[i]!);
      this.counts.push(this.openCounts.values[i]!);
    }
    this.open.size = from;
    this.openCounts.size = from;
    this.starts.push(this.symbols.size);
  }
}
