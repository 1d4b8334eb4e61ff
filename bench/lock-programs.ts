// Programs that differ in how locks change hands, for any number of threads: what LOFT saves depends on nothing else.

import type { EventBlock } from '../src/trace/block.ts';
import { BlockBuilder } from '../src/trace/builder.ts';
import { Op } from '../src/trace/operation.ts';
import { Random } from '../src/trace/random/prng.ts';
import { newSymbols } from '../src/trace/symbols.ts';
import { TraceCollector } from '../src/trace/trace.ts';

export interface LockProgram {
  readonly name: string;
  readonly shows: string;
  /** About so many acquires and releases. */
  blocks(threads: number, events: number): readonly EventBlock[];
}

type Turn = (random: Random, section: (thread: number, lock: number) => void) => void;

function program(name: string, shows: string, locks: (threads: number) => number, turn: (threads: number) => Turn): LockProgram {
  return {
    name,
    shows,
    blocks(threads, events) {
      const collector = new TraceCollector(newSymbols());
      const { symbols } = collector;
      for (let t = 0; t < threads; t++) symbols.threads.internName(`T${t}`);
      for (let m = 0; m < locks(threads); m++) symbols.locks.internName(`L${m}`);
      const builder = new BlockBuilder(symbols, (block) => collector.block(block));
      const random = new Random(1);
      let length = 0;
      const section = (thread: number, lock: number): void => {
        builder.add(Op.acquire, thread, lock, 0);
        builder.add(Op.release, thread, lock, 0);
        length += 2;
      };
      const next = turn(threads);
      while (length < events) next(random, section);
      builder.flush();
      return collector.trace().blocks;
    },
  };
}

/** How often a thread takes a lock before another wants it. */
const BURST = 8;

export const lockPrograms: readonly LockProgram[] = [
  program(
    'bursts',
    `a thread takes one of 16 shared locks ${BURST} times in a row`,
    () => 16,
    (threads) => (random, section) => {
      const thread = random.below(threads);
      const lock = random.below(16);
      for (let i = 0; i < BURST; i++) section(thread, lock);
    },
  ),
  program(
    'queues',
    'every thread has a queue with a lock; one turn in 16 takes from another’s queue',
    (threads) => threads,
    (threads) => (random, section) => {
      const thread = random.below(threads);
      const lock = random.below(16) === 0 ? random.below(threads) : thread;
      for (let i = 0; i < 2; i++) section(thread, lock);
    },
  ),
  program(
    'two locks',
    `a thread takes two shared locks in turns, ${BURST / 2} times each`,
    () => 16,
    (threads) => (random, section) => {
      const thread = random.below(threads);
      const lock = random.below(16);
      for (let i = 0; i < BURST; i++) section(thread, (lock + (i & 1)) & 15);
    },
  ),
  program(
    'shuffled',
    'any thread takes any of 64 locks, once',
    () => 64,
    (threads) => (random, section) => section(random.below(threads), random.below(64)),
  ),
];
