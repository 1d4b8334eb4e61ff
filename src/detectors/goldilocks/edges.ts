// Synchronisation as Goldilocks sees it (Elmas, Qadeer & Tasiran 2006, Fig. 1): every rule is an edge "a lockset that has `from`
// gets `to`". Elements are threads, and what they hand each other: locks, the readers of a lock, volatile variables, rounds of a
// barrier. O(1) per event; 16 bytes per lock. Acquires that can bring nothing new make no edge.

import { grown } from '../../base/grown.ts';
import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { EventBlock } from '../../trace/block.ts';
import { HeldLocks } from '../../trace/held-locks.ts';
import { accumulates } from '../../trace/memory-model.ts';
import { Op } from '../../trace/operation.ts';

/** Thread t is 2 t; all else has odd numbers, given when something is first handed over there. */
export type Element = number;

export interface EdgeSink {
  /**
   * Locksets with `from` get `to`; those without it lose `to`, if the edge replaces what was handed over there before. Releases
   * of a lock are said to replace as well: whoever releases it knew all that was handed over there.
   */
  edge(from: Element, to: Element, replaces: boolean): void;
}

/** A lock, four words: how often its holder holds it, the holder + 1, the last exclusive releaser + 1, and its element or 0. */
const SHIFT = 2;
const DEPTH = 0;
const HOLDER = 1;
const RELEASER = 2;
const ELEMENT = 3;

/** Where a lock's words are; NOWHERE is the place of no lock, which nobody holds. */
export type LockPlace = number;
export const NOWHERE: LockPlace = 0;

function lockPlace(lock: number): LockPlace {
  return (lock + 1) << SHIFT;
}

export class Edges {
  /** How many elements there may be: each is below this. */
  bound = 0;
  /** Acquires of a lock that nobody released before, or the same thread last: no edge. */
  needless = 0;
  locks = new Uint32Array(4);
  private readonly held = new HeldLocks();
  private others = 0;
  private freeRounds: Element[] = [];
  /** Per lock with readers: what they hand to the next exclusive holder. */
  private readonly readers = new Map<number, Element>();
  private readonly volatiles = new Map<number, Element>();
  private readonly waiting = new Map<number, number>();
  private readonly rounds = new BarrierRounds<Element>(() => this.freeRounds.pop() ?? this.newElement());
  /** Whether a volatile write leaves there what was handed over before. */
  private addsUp = false;
  private readonly sink: EdgeSink;

  constructor(sink: EdgeSink) {
    this.sink = sink;
  }

  /** Makes room for all ids of a block; call it before the block's events. */
  grow({ bounds, memoryModel }: EventBlock): void {
    this.addsUp = accumulates(memoryModel);
    const words = lockPlace(bounds.locks);
    if (words > this.locks.length) this.locks = grown(this.locks, Math.max(words, 2 * this.locks.length));
    this.held.grow(bounds);
    this.bound = Math.max(this.bound, 2 * bounds.threads);
  }

  holds(t: number, place: LockPlace): boolean {
    return this.locks[place + HOLDER] === t + 1;
  }

  /** A lock that the thread holds exclusively, or NOWHERE. */
  someLock(t: number): LockPlace {
    return lockPlace(this.held.top(t));
  }

  /** Takes a synchronisation event; accesses and operations that order nothing are ignored. */
  step(op: number, t: number, target: number): void {
    switch (op) {
      case Op.acquire:
        this.acquire(t, target);
        break;
      case Op.release:
        if (--this.locks[lockPlace(target) + DEPTH]! === 0) this.release(t, target);
        break;
      case Op.fork:
        this.sink.edge(2 * t, 2 * target, false);
        break;
      case Op.join:
        this.sink.edge(2 * target, 2 * t, false);
        break;
      case Op.volatileRead: {
        const element = this.volatiles.get(target);
        if (element !== undefined) this.sink.edge(element, 2 * t, false);
        break;
      }
      case Op.volatileWrite:
        this.sink.edge(2 * t, this.elementIn(this.volatiles, target), !this.addsUp);
        break;
      case Op.acquireShared: {
        const element = this.locks[lockPlace(target) + ELEMENT]!;
        if (element !== 0) this.sink.edge(element, 2 * t, false);
        break;
      }
      case Op.releaseShared:
        this.sink.edge(2 * t, this.elementIn(this.readers, target), false);
        break;
      case Op.wait:
        this.waiting.set(t, this.locks[lockPlace(target) + DEPTH]!);
        this.locks[lockPlace(target) + DEPTH] = 0;
        this.release(t, target);
        break;
      case Op.barrierEnter:
        this.enter(t, target);
        break;
      case Op.barrierExit:
        this.exit(t, target);
        break;
    }
  }

  private acquire(t: number, lock: number): void {
    const { locks } = this;
    const place = lockPlace(lock);
    if (++locks[place + DEPTH]! > 1) return;
    locks[place + HOLDER] = t + 1;
    this.held.add(t, lock);
    if (this.waiting.size > 0) this.takeBack(t, place);
    const releaser = locks[place + RELEASER]!;
    if (releaser === 0 || releaser === t + 1) this.needless++;
    else this.sink.edge(locks[place + ELEMENT]!, 2 * t, false);
    if (this.readers.size === 0) return;
    const readers = this.readers.get(lock);
    if (readers !== undefined) this.sink.edge(readers, 2 * t, false);
  }

  /** The acquire that ends a wait: the thread holds the lock as often as before. */
  private takeBack(t: number, place: LockPlace): void {
    const depth = this.waiting.get(t);
    if (depth === undefined) return;
    this.locks[place + DEPTH] = depth;
    this.waiting.delete(t);
  }

  private release(t: number, lock: number): void {
    const { locks } = this;
    const place = lockPlace(lock);
    if (locks[place + ELEMENT] === 0) locks[place + ELEMENT] = this.newElement();
    locks[place + HOLDER] = 0;
    locks[place + RELEASER] = t + 1;
    this.held.remove(t, lock);
    this.sink.edge(2 * t, locks[place + ELEMENT]!, true);
  }

  /** The first arrival of a round replaces what an older round, on the same element, left there. */
  private enter(t: number, barrier: number): void {
    const { gathered, inside } = this.rounds.enter(barrier, t);
    this.sink.edge(2 * t, gathered, inside === 1);
  }

  private exit(t: number, barrier: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round === undefined) return;
    this.sink.edge(round.gathered, 2 * t, false);
    if (round.inside === 0) this.freeRounds.push(round.gathered);
  }

  private elementIn(elements: Map<number, Element>, target: number): Element {
    let element = elements.get(target);
    if (element === undefined) {
      element = this.newElement();
      elements.set(target, element);
    }
    return element;
  }

  private newElement(): Element {
    const element = 2 * this.others++ + 1;
    this.bound = Math.max(this.bound, element + 1);
    return element;
  }
}
