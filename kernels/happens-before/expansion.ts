// The string of a grammar (src/grammar/slp.ts), slice by slice, in the columns that the loop takes: no event passes through the host. All rules are here but the
// last, the start rule, which for most traces is most of the grammar and is read once: it comes in parts, so that its memory is in a near cache.

import { take } from '../heap';
import { block, moved } from './blocks';
import { OPS, SLICE, TARGETS, THREADS } from './columns';

/** Items of a part. They have the first numbers, and those of the rules follow. */
const PART: u32 = 4096;

/** A terminal has eight bytes, since those of an irregular trace are in no near cache: its target, and its thread above its operation. */
const ACTION = 4;
const OP_BITS: u32 = 5;
const OP_MASK: u32 = (1 << OP_BITS) - 1;

/** A rule on the path: the item that names it, where the body of that ends, and how many copies are still to come. */
const FRAME: usize = 16;
const END = 4;
const COPIES = 8;
const FIRST_BITS: u32 = 10;

let terminalCount: u32 = 0;
/** Per terminal what it is; per item how often it stands there (f64), and its symbol; per rule its first item. */
let terminals: usize = 0;
let counts: usize = 0;
let symbols: usize = 0;
let starts: usize = 0;

let stack: usize = 0;
let stackBits: u32 = FIRST_BITS;
/** Of the frames on the stack, in bytes. */
let depth: usize = 0;
/** The next item, where its body ends, and how many of its copies are still to come, 0 if that is all of them. */
let item: u32 = 0;
let end: u32 = 0;
let left: u32 = 0;
/** Events in the columns. */
let filled: u32 = 0;

export function part(): u32 {
  return PART;
}

/**
 * Makes room for a grammar of so many terminals, and so many items in so many rules, all but the start rule. Gives where the host puts it, one column behind the
 * other: terminals, counts, symbols, starts.
 */
export function grammar(terminalBound: u32, items: u32, rules: u32): usize {
  const all = <u64>items + PART;
  terminalCount = terminalBound;
  terminals = take(((<u64>terminalBound + all) << 3) + ((all + rules + 1) << 2));
  counts = terminals + ((<usize>terminalBound) << 3);
  symbols = counts + ((<usize>all) << 3);
  starts = symbols + ((<usize>all) << 2);
  stack = block(FIRST_BITS);
  return terminals;
}

/** The host has put the next items of the start rule there. */
export function feed(items: u32): void {
  item = 0;
  end = items;
}

/** Puts the next events into the columns, and says how many are there now: fewer than a slice if it needs the next part. A full slice is taken for done. */
export function expand(): u32 {
  const bound = terminalCount;
  let i = item;
  let stop = end;
  let n: u32 = filled === SLICE ? 0 : filled;
  while (n < SLICE) {
    if (i === stop) {
      if (depth === 0) break;
      depth -= FRAME;
      const frame = stack + depth;
      i = load<u32>(frame);
      stop = load<u32>(frame, END);
      left = load<u32>(frame, COPIES);
      if (left === 0) i++;
      continue;
    }
    const symbol = load<u32>(symbols + ((<usize>i) << 2));
    const count = load<f64>(counts + ((<usize>i) << 3));
    if (symbol < bound) {
      const terminal = terminals + ((<usize>symbol) << 3);
      const target = load<u32>(terminal);
      const action = load<u32>(terminal, ACTION);
      if (count === 1) {
        put(n++, target, action);
        i++;
        continue;
      }
      left = copiesOf(count);
      for (; left > 0 && n < SLICE; left--) put(n++, target, action);
      if (left === 0) i++;
      continue;
    }
    enter(i, stop, copiesOf(count) - 1);
    left = 0;
    const rule = starts + ((<usize>(symbol - bound)) << 2);
    i = load<u32>(rule);
    stop = load<u32>(rule, 4);
  }
  item = i;
  end = stop;
  filled = n;
  return n;
}

/** @inline */
function copiesOf(count: f64): u32 {
  return left === 0 ? <u32>count : left;
}

/** @inline */
function put(n: u32, target: u32, action: u32): void {
  store<u8>(n, <u8>(action & OP_MASK), OPS);
  store<u32>(n << 2, action >>> OP_BITS, THREADS);
  store<u32>(n << 2, target, TARGETS);
}

/** @inline */
function enter(i: u32, stop: u32, copies: u32): void {
  if (depth === (<usize>1) << stackBits) {
    stack = moved(stack, stackBits, stackBits + 1);
    stackBits++;
  }
  const frame = stack + depth;
  store<u32>(frame, i);
  store<u32>(frame, stop, END);
  store<u32>(frame, copies, COPIES);
  depth += FRAME;
}
