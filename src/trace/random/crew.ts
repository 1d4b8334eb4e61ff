// What the threads of a generated trace do, one step at a time: they take and release locks that are free, access variables that
// they may access, wait and go on. Nobody ever blocks. The budget is what can still be put out while all that is open can be closed.

import { type EventBlock, newBlock } from '../block.ts';
import { Op } from '../operation.ts';
import { CriticalSections } from './critical-sections.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { Random } from './prng.ts';
import { Variables } from './variables.ts';

/** Atomic variables. They come after the others. */
export const ATOMICS = 8;

/** A step takes at most two of the budget: an acquire and its release, a wait and its acquire. */
export const STEP = 2;

export class Crew {
  /** Takes the events; it must have room for two per step and for the releases of a thread. */
  block: EventBlock = newBlock(0);
  /** What decides. */
  random: Random;
  /** Events that can still be made before the open sections must be closed. */
  budget: number;
  readonly sections: CriticalSections;
  private readonly options: GeneratorOptions;
  private readonly variables: Variables;
  private readonly writesOf65536: number;

  constructor(options: GeneratorOptions, budget: number) {
    const { threads, locks, nesting, reentrancy } = options;
    this.options = options;
    this.budget = budget;
    this.random = new Random(options.seed);
    this.sections = new CriticalSections(threads, locks, nesting + (reentrancy > 0 ? 1 : 0));
    this.variables = new Variables(options);
    this.writesOf65536 = Math.round(options.writes * 65_536);
  }

  /** One event, or two; false if the thread waits for a lock that is not free. */
  step(thread: number): boolean {
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

  accessOwn(thread: number, writes: boolean): void {
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
      if (!sections.isFree(lock, shared) || !this.mayFollow(thread, lock)) continue;
      this.enter(thread, 2 * lock + (shared ? 1 : 0));
      return true;
    }
    return false;
  }

  /** Whether the lock comes after all that the thread holds, or the order does not matter. */
  private mayFollow(thread: number, lock: number): boolean {
    const { random, sections, options } = this;
    if (options.inversions === 1 || sections.depths[thread] === 0 || lock > sections.top(thread) >>> 1) return true;
    return options.inversions > 0 && random.chance(options.inversions);
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

  /** Ends the wait of the thread, whose lock must be free, and all its sections. */
  close(thread: number): void {
    const { sections } = this;
    if (sections.isWaiting(thread)) this.resume(thread);
    while (sections.depths[thread]! > 0) this.release(thread);
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

  put(op: Op, thread: number, target: number, location: number): void {
    const { block } = this;
    const i = block.length++;
    block.ops[i] = op;
    block.threads[i] = thread;
    block.targets[i] = target;
    block.locations[i] = location;
    this.budget--;
  }
}
