// Traces of threads that take pairs of locks, one inside the other, in whole critical sections and random turns: what the search for
// deadlocks has to do grows with the pairs, with how many are also taken the other way round, and with what keeps these apart.

import { BlockBuilder } from '../src/trace/builder.ts';
import { Op } from '../src/trace/operation.ts';
import { Random } from '../src/trace/random/prng.ts';
import { newSymbols } from '../src/trace/symbols.ts';
import { type Trace, TraceCollector } from '../src/trace/trace.ts';

export interface LockPairs {
  readonly events: number;
  readonly threads: number;
  readonly locks: number;
  readonly pairs: number;
  /** The share of the pairs that are also taken the other way round. */
  readonly inverted: number;
  /** What keeps inversions from being deadlocks: nothing, a lock around them, or that the second order reads what the first one wrote. */
  readonly kept?: 'gate' | 'reads';
}

/** Accesses in each section. */
const ACCESSES = 4;
const PLACES = 8;

export function lockPairTrace({ events, threads, locks, pairs, inverted, kept }: LockPairs): Trace {
  const random = new Random(7);
  const collector = new TraceCollector(newSymbols());
  const { symbols } = collector;
  const builder = new BlockBuilder(symbols, (block) => collector.block(block));
  for (let t = 0; t < threads; t++) symbols.threads.internName(`T${t}`);
  for (let m = 0; m < locks + 1; m++) symbols.locks.internName(`m${m}`);
  for (let x = 0; x < pairs + 1; x++) symbols.variables.internName(`x${x}`);
  const places = Array.from({ length: PLACES }, (_, i) => symbols.locations.internName(`pairs.c:${i + 1}`));
  const gate = locks;
  const chosen = distinctPairs(random, locks, pairs);
  let length = 0;
  const add = (op: Op, t: number, target: number, place: number): void => {
    builder.add(op, t, target, places[place]!);
    length++;
  };
  while (length < events) {
    const p = random.below(pairs);
    const [a, b] = chosen[p]!;
    const isInverted = p < inverted * pairs && random.below(2) === 0;
    // Half of the threads take a pair one way, the others the other way.
    const t = random.below(threads >>> 1) * 2 + Number(isInverted);
    if (kept === 'gate') add(Op.acquire, t, gate, 0);
    if (kept === 'reads' && isInverted) add(Op.read, t, pairs, 1);
    add(Op.acquire, t, isInverted ? b : a, isInverted ? 2 : 3);
    add(Op.acquire, t, isInverted ? a : b, isInverted ? 4 : 5);
    for (let i = 0; i < ACCESSES; i++) add(i % 2 === 0 ? Op.read : Op.write, t, p, 6);
    add(Op.release, t, isInverted ? a : b, 7);
    add(Op.release, t, isInverted ? b : a, 7);
    if (kept === 'reads' && !isInverted) add(Op.write, t, pairs, 1);
    if (kept === 'gate') add(Op.release, t, gate, 0);
  }
  builder.flush();
  return collector.trace();
}

/** In the order of the locks' numbers. */
function distinctPairs(random: Random, locks: number, pairs: number): (readonly [number, number])[] {
  const seen = new Set<number>();
  const chosen: (readonly [number, number])[] = [];
  while (chosen.length < pairs) {
    const [a, b] = [random.below(locks), random.below(locks)].sort((x, y) => x - y) as [number, number];
    if (a === b || seen.has(a * locks + b)) continue;
    seen.add(a * locks + b);
    chosen.push([a, b]);
  }
  return chosen;
}
