// The three programs that the Goldilocks paper measures against the number of threads (section 4, Fig. 4), as traces: whole
// critical sections of threads in random turns. None of them has a race.

import { BlockBuilder } from '../src/trace/builder.ts';
import { Op } from '../src/trace/operation.ts';
import { Random } from '../src/trace/random/prng.ts';
import { newSymbols } from '../src/trace/symbols.ts';
import { type Trace, TraceCollector } from '../src/trace/trace.ts';

export interface Pattern {
  readonly name: string;
  readonly shows: string;
  trace(threads: number, events: number): Trace;
}

const SPOTS = 64;

class Program {
  readonly random = new Random(1);
  private readonly collector = new TraceCollector(newSymbols());
  private readonly builder: BlockBuilder;
  private length = 0;

  constructor(threads: number, locks: number, variables: number) {
    const { symbols } = this.collector;
    for (let t = 0; t < threads; t++) symbols.threads.internName(`T${t}`);
    for (let m = 0; m < locks; m++) symbols.locks.internName(`L${m}`);
    for (let x = 0; x < variables; x++) symbols.variables.internName(`x${x}`);
    this.builder = new BlockBuilder(symbols, (block) => this.collector.block(block));
    for (let t = 1; t < threads; t++) this.add(Op.fork, 0, t);
  }

  get events(): number {
    return this.length;
  }

  add(op: Op, thread: number, target: number): void {
    this.builder.add(op, thread, target, 0);
    this.length++;
  }

  /** Reads and writes the variable under the lock. */
  update(thread: number, lock: number, variable: number, writes: boolean): void {
    this.add(Op.acquire, thread, lock);
    this.add(Op.read, thread, variable);
    if (writes) this.add(Op.write, thread, variable);
    this.add(Op.release, thread, lock);
  }

  trace(): Trace {
    this.builder.flush();
    return this.collector.trace();
  }
}

const sharedSpot: Pattern = {
  name: 'SharedSpot',
  shows: 'integers that all threads use, each under a lock of its own',
  trace(threads, events) {
    const program = new Program(threads, SPOTS, SPOTS);
    while (program.events < events) {
      const spot = program.random.below(SPOTS);
      program.update(program.random.below(threads), spot, spot, true);
    }
    return program.trace();
  },
};

const localSpot: Pattern = {
  name: 'LocalSpot',
  shows: 'the same, but every integer belongs to one thread',
  trace(threads, events) {
    const spots = Math.max(SPOTS, threads);
    const program = new Program(threads, spots, spots);
    while (program.events < events) {
      const spot = program.random.below(spots);
      program.update(spot % threads, spot, spot, true);
    }
    return program.trace();
  },
};

/** Slots with a lock each, and a size under a lock of its own: insert, delete and look up. */
const multiset: Pattern = {
  name: 'Multiset',
  shows: 'a multiset of integers: insert, delete and query',
  trace(threads, events) {
    const program = new Program(threads, SPOTS + 1, SPOTS + 1);
    const { random } = program;
    while (program.events < events) {
      const thread = random.below(threads);
      const from = random.below(SPOTS);
      const queried = 1 + random.below(4);
      const query = random.below(2) === 0;
      for (let i = 0; i < queried; i++) {
        const slot = (from + i) % SPOTS;
        program.update(thread, slot, slot, !query && i === queried - 1);
      }
      if (!query) program.update(thread, SPOTS, SPOTS, true);
    }
    return program.trace();
  },
};

export const patterns: readonly Pattern[] = [sharedSpot, localSpot, multiset];
