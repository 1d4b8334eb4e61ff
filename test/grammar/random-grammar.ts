// Random grammars of a given string: any bracketing, rules that are shared or not, repetitions wherever the string has them.

import type { Slp } from '../../src/grammar/slp.ts';
import { Random } from '../../src/trace/random/prng.ts';

interface Item {
  readonly symbol: number;
  readonly count: number;
}

export function randomGrammar(string: readonly number[], terminals: number, seed: number): Slp {
  const random = new Random(seed);
  const rules: Item[][] = [];
  const known = new Map<string, number>();

  /** A symbol that generates string[from..to). */
  function symbol(from: number, to: number): number {
    if (to - from === 1) return string[from]!;
    const key = string.slice(from, to).join();
    const shared = known.get(key);
    if (shared !== undefined && random.below(4) > 0) return shared;
    const items = body(from, to);
    rules.push(items);
    known.set(key, terminals + rules.length - 1);
    return terminals + rules.length - 1;
  }

  function body(from: number, to: number): Item[] {
    const items: Item[] = [];
    for (let at = from; at < to; ) {
      const most = at === from ? to - from - 1 : to - at;
      const length = 1 + random.below(most);
      const count = 1 + random.below(repetitions(at, at + length, to));
      items.push({ symbol: symbol(at, at + length), count });
      at += length * count;
    }
    return items;
  }

  function repetitions(from: number, to: number, end: number): number {
    const length = to - from;
    let count = 1;
    for (let at = to; at + length <= end && string.slice(at, at + length).every((s, i) => s === string[from + i]); at += length)
      count++;
    return count;
  }

  rules.push(string.length < 2 ? string.map((s) => ({ symbol: s, count: 1 })) : body(0, string.length));
  const items = rules.flat();
  const starts = new Uint32Array(rules.length + 1);
  for (const [r, rule] of rules.entries()) starts[r + 1] = starts[r]! + rule.length;
  return {
    terminals,
    starts,
    symbols: Uint32Array.from(items, (item) => item.symbol),
    counts: Float64Array.from(items, (item) => item.count),
  };
}
