// Where the items of a grammar stand in what their rules generate: finds the terminal at a position in O(depth × log items).

import { bisect } from '../base/bisect.ts';
import { lengthsOf, type Slp, startRule } from './slp.ts';

export class Offsets {
  /** Per rule, in events. */
  readonly lengths: Float64Array;
  private readonly slp: Slp;
  /** Per item: events of its rule before it. */
  private readonly before: Float64Array;

  constructor(slp: Slp) {
    const { starts, symbols, counts, terminals } = slp;
    this.slp = slp;
    this.lengths = lengthsOf(slp);
    this.before = new Float64Array(symbols.length);
    for (let r = 0; r + 1 < starts.length; r++) {
      let offset = 0;
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        this.before[i] = offset;
        offset += counts[i]! * (symbols[i]! < terminals ? 1 : this.lengths[symbols[i]! - terminals]!);
      }
    }
  }

  /** Of an item, in its rule. */
  of(item: number): number {
    return this.before[item]!;
  }

  /** The item of a rule that generates what stands at this offset. */
  itemAt(rule: number, offset: number): number {
    const { before } = this;
    const { starts } = this.slp;
    return bisect(starts[rule]! + 1, starts[rule + 1]!, (item) => before[item]! <= offset) - 1;
  }

  terminalAt(position: number): number {
    const { symbols, terminals } = this.slp;
    let rule = startRule(this.slp);
    for (let rest = position; ; ) {
      const item = this.itemAt(rule, rest);
      const symbol = symbols[item]!;
      if (symbol < terminals) return symbol;
      rule = symbol - terminals;
      rest = (rest - this.before[item]!) % this.lengths[rule]!;
    }
  }

  /** Where a terminal stands first; -1 if nowhere. */
  firstOf(terminal: number): number {
    const { starts, symbols, terminals } = this.slp;
    const firsts = new Float64Array(this.lengths.length).fill(-1);
    for (let r = 0; r < firsts.length; r++)
      for (let i = starts[r]!; i < starts[r + 1]!; i++) {
        const symbol = symbols[i]!;
        const first = symbol < terminals ? (symbol === terminal ? 0 : -1) : firsts[symbol - terminals]!;
        if (first < 0) continue;
        firsts[r] = this.before[i]! + first;
        break;
      }
    return firsts.at(-1)!;
  }
}
