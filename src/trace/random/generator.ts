// Makes traces of any length for `foretrace generate` and the benchmarks, block by block, in memory that does not grow with events.
// Every shared variable belongs to one lock and every other one to one thread (or is never written), so that without `races` no
// two accesses race by happens-before. The trace ends with all locks released and has exactly the number of events asked for.

import { type EventBlock, newBlock } from '../block.ts';
import { Op } from '../operation.ts';
import { bounds, newSymbols, type Symbols } from '../symbols.ts';
import { type Trace, TraceCollector } from '../trace.ts';
import { completeOptions, type GeneratorOptions } from './generator-options.ts';
import { Random } from './prng.ts';
import { Sections } from './sections.ts';
import { Variables } from './variables.ts';

/** Events that one thread makes in a row at most, where threads are interleaved at random; half of it on average. */
const BURST = 16;
/** Steps of a loop body, where threads repeat themselves. */
const BODY = 32;
/** Atomic variables. */
const ATOMICS = 8;
/** No turn makes more events: two per step of a body, and the releases after it. */
const TURN = 2 * BODY + 64;

/** A step takes at most two of the budget: an acquire and its release, a wait and its acquire. */
const STEP = 2;

/** What comes next. Before threads meet at a barrier or end, all sections are closed. */
type Phase = 'fork' | 'run' | 'close' | 'close-waiting' | 'enter' | 'exit' | 'fill' | 'join' | 'end';

export class Generator {
  readonly symbols: Symbols = newSymbols();
  private readonly options: GeneratorOptions;
  private readonly sections: Sections;
  private readonly main: Random;
  private readonly loop = new Random(0);
  /** `main`, or `loop` while a thread repeats its body. */
  private random: Random;
  private readonly variables: Variables;
  private readonly writesOf65536: number;

  private phase: Phase = 'fork';
  /** The thread that the phase is at, less `rotation`. */
  private cursor = 1;
  private rotation = 0;
  /** The phase after `close-waiting`. */
  private afterClose: 'enter' | 'fill' = 'fill';
  /** The thread that repeats its body next. */
  private looping = 0;
  /** Events that can still be made before the open sections must be closed and the threads joined. */
  private budget: number;
  private block: EventBlock = newBlock(0);
  private position = 0;

  constructor(given: Partial<GeneratorOptions> = {}) {
    const options = completeOptions(given);
    const { threads, locks, nesting, reentrancy, seed } = options;
    this.options = options;
    this.sections = new Sections(threads, locks, nesting + (reentrancy > 0 ? 1 : 0));
    this.main = new Random(seed);
    this.random = this.main;
    this.variables = new Variables(options);
    this.writesOf65536 = Math.round(options.writes * 65_536);
    this.budget = options.events - (threads - 1);
    this.intern();
  }

  /** Fills the block with the next events, almost up to its capacity (at least 128); false if there are none left. */
  fill(block: EventBlock): boolean {
    const room = block.ops.length - TURN;
    if (room < 0) throw new RangeError(`a block must have room for ${TURN} events`);
    block.start = this.position;
    block.length = 0;
    block.bounds = bounds(this.symbols);
    this.block = block;
    while (block.length <= room && this.phase !== 'end') this.turn();
    this.position += block.length;
    return block.length > 0;
  }

  private turn(): void {
    const { threads, locks } = this.options;
    switch (this.phase) {
      case 'fork':
        if (this.cursor < threads) this.put(Op.fork, 0, this.cursor++, 1);
        else this.phase = 'run';
        return;
      case 'run':
        this.run();
        return;
      case 'close': {
        // Who waits holds nothing else: once the others have let go, every wait can end.
        const thread = this.next('close-waiting');
        if (thread >= 0 && !this.sections.isWaiting(thread)) this.close(thread);
        return;
      }
      case 'close-waiting': {
        const thread = this.next(this.afterClose);
        if (thread >= 0) this.close(thread);
        return;
      }
      case 'enter': {
        const thread = this.next('exit');
        if (thread >= 0) this.put(Op.barrierEnter, thread, locks, 1);
        return;
      }
      case 'exit': {
        const thread = this.next('run');
        if (thread >= 0) this.put(Op.barrierExit, thread, locks, 1);
        return;
      }
      case 'fill':
        if (this.budget > 0) this.accessOwn(0, this.random.chance(this.options.writes));
        else this.begin('join', 1);
        return;
      case 'join':
        this.join();
        return;
      case 'end':
        return;
    }
  }

  private run(): void {
    const { barriers, regularity, threads } = this.options;
    if (this.budget < STEP) {
      this.afterClose = 'fill';
      this.begin('close', 0);
    } else if (barriers > 0 && this.budget >= 2 * threads + STEP && this.random.chance((barriers * BURST) / 4 / threads)) {
      this.afterClose = 'enter';
      this.rotation = this.random.below(threads);
      this.begin('close', 0);
    } else if (regularity > 0 && this.random.chance(this.loopChance(regularity))) {
      this.repeat(this.looping);
      this.looping = this.looping + 1 < threads ? this.looping + 1 : 0;
    } else {
      this.burst(this.random.below(threads), 1 + this.random.below(BURST));
    }
  }

  /** A body is longer than a burst: the share of turns that gives this share of events. */
  private loopChance(regularity: number): number {
    const burst = regularity * (BURST / 2);
    return burst / (burst + (1 - regularity) * BODY);
  }

  /** The body that is this thread's own: random numbers start again at the same place every time. */
  private repeat(thread: number): void {
    const { sections } = this;
    if (sections.isWaiting(thread) && !sections.isFree(sections.top(thread) >>> 1, false)) return;
    this.close(thread);
    this.loop.reseed(this.options.seed, thread + 1);
    this.random = this.loop;
    this.burst(thread, BODY);
    this.random = this.main;
    this.close(thread);
  }

  private burst(thread: number, steps: number): void {
    for (let step = 0; step < steps && this.budget >= STEP; step++) if (!this.step(thread)) return;
  }

  /** One event, or two; false if the thread waits for a lock that is not free. */
  private step(thread: number): boolean {
    if (this.sections.isWaiting(thread)) return this.resume(thread);
    const { sync, volatile } = this.options;
    const share = this.random.fraction();
    if (share >= sync + volatile) this.access(thread);
    else if (share < sync) this.synchronise(thread);
    else this.atomic(thread);
    return true;
  }

  private access(thread: number): void {
    const { random, sections, variables, options } = this;
    const bits = random.bits();
    const writes = (bits & 0xffff) < this.writesOf65536;
    if (options.races > 0 && random.chance(options.races)) {
      this.putAccess(thread, variables.any(random), writes);
      return;
    }
    // One in eight accesses inside a section is to what the thread needs no lock for.
    if (sections.depths[thread] !== 0 && (bits & 0x7_0000) !== 0) {
      const entry = sections.top(thread);
      const variable = variables.ofLock(entry >>> 1, random);
      if (variable >= 0) {
        this.putAccess(thread, variable, writes && (entry & 1) === 0);
        return;
      }
    }
    this.accessOwn(thread, writes);
  }

  private accessOwn(thread: number, writes: boolean): void {
    const { random, variables } = this;
    this.putAccess(thread, variables.ofThread(thread, random), writes && variables.owned);
  }

  private atomic(thread: number): void {
    const { random, options } = this;
    const atomic = options.variables + random.below(ATOMICS);
    const op = random.chance(options.writes) ? Op.volatileWrite : Op.volatileRead;
    this.put(op, thread, atomic, this.location(atomic, op));
  }

  private synchronise(thread: number): void {
    const { random, sections, options } = this;
    const depth = sections.depths[thread]!;
    if (depth > 0 && (depth === sections.capacity || (random.bits() & 1) === 0)) this.leave(thread);
    else if (depth > 0 && random.chance(options.reentrancy)) this.enter(thread, sections.top(thread));
    else if (depth >= options.nesting) this.leave(thread);
    else if (!this.enterFree(thread)) this.access(thread);
  }

  /** Tries a few locks; contention makes it give up. */
  private enterFree(thread: number): boolean {
    const { random, sections, options } = this;
    if (options.locks === 0) return false;
    const shared = options.readers > 0 && random.chance(options.readers);
    for (let tries = 0; tries < 4; tries++) {
      const lock = random.below(options.locks);
      if (!sections.isFree(lock, shared)) continue;
      this.enter(thread, 2 * lock + (shared ? 1 : 0));
      return true;
    }
    return false;
  }

  private enter(thread: number, entry: number): void {
    const op = (entry & 1) === 1 ? Op.acquireShared : Op.acquire;
    this.sections.push(thread, entry);
    this.budget--;
    this.put(op, thread, entry >>> 1, this.location(entry, op));
  }

  /** Releases the innermost lock, or waits on it. */
  private leave(thread: number): void {
    const { random, sections, options } = this;
    const entry = sections.top(thread);
    const outermost = sections.depths[thread] === 1 && (entry & 1) === 0;
    if (outermost && options.waits > 0 && random.chance(options.waits)) {
      sections.wait(thread);
      this.budget--;
      this.put(Op.wait, thread, entry >>> 1, this.location(entry, Op.wait));
      return;
    }
    if (outermost && sections.hasWaiters(entry >>> 1)) this.put(Op.notify, thread, entry >>> 1, this.location(entry, Op.notify));
    this.release(thread);
  }

  private release(thread: number): void {
    const { sections } = this;
    const entry = sections.top(thread);
    const op = (entry & 1) === 1 ? Op.releaseShared : Op.release;
    sections.pop(thread);
    this.budget++;
    this.put(op, thread, entry >>> 1, this.location(entry, op));
  }

  private resume(thread: number): boolean {
    const { sections } = this;
    const entry = sections.top(thread);
    if (!sections.isFree(entry >>> 1, false)) return false;
    sections.resume(thread);
    this.budget++;
    this.put(Op.acquire, thread, entry >>> 1, this.location(entry, Op.wait));
    return true;
  }

  private close(thread: number): void {
    const { sections } = this;
    if (sections.isWaiting(thread)) this.resume(thread);
    while (sections.depths[thread]! > 0) this.release(thread);
  }

  /** The next thread of a phase that all take part in; -1 if there is none, and then the phase is over. */
  private next(following: Phase): number {
    const { threads } = this.options;
    if (this.cursor === threads) {
      this.begin(following, 0);
      return -1;
    }
    const thread = this.rotation + this.cursor++;
    return thread < threads ? thread : thread - threads;
  }

  private begin(phase: Phase, cursor: number): void {
    this.phase = phase;
    this.cursor = cursor;
  }

  private join(): void {
    if (this.cursor === this.options.threads) {
      this.phase = 'end';
      return;
    }
    this.budget++;
    this.put(Op.join, 0, this.cursor++, 1);
  }

  private putAccess(thread: number, variable: number, writes: boolean): void {
    const op = writes ? Op.write : Op.read;
    this.put(op, thread, variable, this.location(variable, op));
  }

  /** A place in the code for what is done there. */
  private location(target: number, op: number): number {
    const mixed = Math.imul(target ^ (op << 27), 0x9e3779b1) ^ (target >>> 15);
    return 1 + (((mixed >>> 0) * 2 ** -32 * this.options.locations) >>> 0);
  }

  private put(op: Op, thread: number, target: number, location: number): void {
    const { block } = this;
    const i = block.length++;
    block.ops[i] = op;
    block.threads[i] = thread;
    block.targets[i] = target;
    block.locations[i] = location;
    this.budget--;
  }

  private intern(): void {
    const { threads, locks, variables, locations, barriers, volatile } = this.options;
    for (let i = 0; i < threads; i++) this.symbols.threads.internName(`T${i}`);
    for (let i = 0; i < locks; i++) this.symbols.locks.internName(`L${i}`);
    for (let i = 0; i < variables; i++) this.symbols.variables.internName(`V${i}`);
    for (let i = 1; i <= locations; i++) this.symbols.locations.internName(`${i}`);
    if (barriers > 0) this.symbols.locks.internName('B0');
    for (let i = 0; i < ATOMICS && volatile > 0; i++) this.symbols.variables.internName(`A${i}`);
  }
}

/** A whole generated trace in memory, for tests and benchmarks. */
export function generatedTrace(options: Partial<GeneratorOptions> = {}): Trace {
  const generator = new Generator(options);
  const collector = new TraceCollector(generator.symbols);
  const block = newBlock();
  while (generator.fill(block)) collector.block(block);
  return collector.trace();
}
