// The abstract lock graph of a trace, while it goes by: a node for every thread, lock that it waits for, locks that it holds meanwhile and
// place in the code, and the acquires that are folded together in each. Only acquires that wait and that hold something are there: not
// those of the holder itself, and not those that are only tried. O(1) per acquire and release as a rule; 8 bytes per acquire, 60 per node.

import { grown } from '../../base/grown.ts';
import { Meter } from '../../base/meter.ts';
import { HeldSets } from '../../clocks/held-sets.ts';
import { type Lockset, NO_LOCKS } from '../../clocks/locksets.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Op } from '../../trace/operation.ts';

/**
 * Of a node: its thread, its lock × 2 and 1 for a reader, all locks held and those held exclusively, its place in the code, and where its first
 * acquire is.
 */
const FIELDS = 6;
const [THREAD, WANTED, HELD, EXCLUSIVE, LOCATION, FIRST] = [0, 1, 2, 3, 4, 5] as const;
/** In the place of a node. */
export const NO_NODE = -1;
/** What a lock set takes in bytes. */
const LOCKSET = 24;

export class LockNodes {
  count = 0;
  /** Acquires that hold something, and those that found no room. */
  nested = 0;
  lost = 0;
  locks = 0;
  private readonly held = new HeldSets();
  private nodes = new Uint32Array(64 * FIELDS);
  /** Open addressing over the fields: nodes plus one, 0 where free. At most half is used. */
  private slots = new Uint32Array(256);
  /** Acquires in the order of the trace: the position and the node of each. */
  private acquires = 0;
  private positions = new Uint32Array(0);
  private nodeOf = new Uint32Array(0);
  /** Thread → the lock that it tries. */
  private readonly tried = new Map<number, number>();
  private readonly meter: Meter;
  private readonly keepsAcquires: boolean;

  /** Whether all acquires are wanted, or only the first one of each node. */
  constructor(memory: number, keepsAcquires = true) {
    this.meter = new Meter(memory);
    this.keepsAcquires = keepsAcquires;
  }

  get bytes(): number {
    return this.meter.peak + LOCKSET * this.held.locksets.count;
  }

  get locksets() {
    return this.held.locksets;
  }

  thread(n: number): number {
    return this.nodes[n * FIELDS + THREAD]!;
  }
  lock(n: number): number {
    return this.nodes[n * FIELDS + WANTED]! >>> 1;
  }
  isReader(n: number): boolean {
    return (this.nodes[n * FIELDS + WANTED]! & 1) === 1;
  }
  /** All locks that are held, and those of them that are held exclusively. */
  heldBy(n: number): Lockset {
    return this.nodes[n * FIELDS + HELD]!;
  }
  exclusive(n: number): Lockset {
    return this.nodes[n * FIELDS + EXCLUSIVE]!;
  }
  /** Whether the lock that one waits for is held by the other so that it has to. */
  waitsFor(a: number, b: number): boolean {
    return this.locksets.has(this.isReader(a) ? this.exclusive(b) : this.heldBy(b), this.lock(a));
  }

  /** Whether all that both hold can be held at a time, and they want different locks. */
  agree(a: number, b: number): boolean {
    const { locksets } = this;
    if (this.lock(a) === this.lock(b)) return false;
    const [all, others] = [this.heldBy(a), this.heldBy(b)];
    const [exclusive, othersExclusive] = [this.exclusive(a), this.exclusive(b)];
    if (!locksets.disjoint(all, othersExclusive)) return false;
    return (all === exclusive && others === othersExclusive) || locksets.disjoint(exclusive, others);
  }

  location(n: number): number {
    return this.nodes[n * FIELDS + LOCATION]!;
  }

  first(n: number): number {
    return this.nodes[n * FIELDS + FIRST]!;
  }

  block(block: EventBlock): void {
    const { ops, threads, targets, locations, length, start } = block;
    this.grow(block);
    for (let i = 0; i < length; i++)
      if (ops[i]! > Op.write) this.event(ops[i]!, threads[i]!, targets[i]!, locations[i]!, start + i);
  }

  /** Makes room for all ids of a block; for those who take its events one by one. */
  grow(block: EventBlock): void {
    this.held.grow(block);
    this.locks = Math.max(this.locks, block.bounds.locks);
  }

  /** Takes an event that is no plain access; gives the node that an acquire is folded into, and NO_NODE for all others. */
  event(op: number, t: number, target: number, location: number, position: number): number {
    if (op === Op.acquire || op === Op.acquireShared) return this.acquire(op, t, target, location, position);
    if (op === Op.try) this.tried.set(t, target);
    else this.held.step(op, t, target);
    return NO_NODE;
  }

  /** For each node its acquires before a position, in the order of the trace: those of node n are at starts[n] … starts[n + 1]. */
  byNode(end: number): { readonly starts: Uint32Array; readonly positions: Uint32Array } {
    const starts = new Uint32Array(this.count + 1);
    for (let a = 0; a < this.acquires; a++) if (this.positions[a]! < end) starts[this.nodeOf[a]! + 1]!++;
    for (let n = 0; n < this.count; n++) starts[n + 1]! += starts[n]!;
    const next = starts.slice();
    const positions = new Uint32Array(starts[this.count]!);
    for (let a = 0; a < this.acquires; a++)
      if (this.positions[a]! < end) positions[next[this.nodeOf[a]!]!++] = this.positions[a]!;
    return { starts, positions };
  }

  /** Nobody will ask for the acquires before a position. */
  forgetBefore(position: number): void {
    let to = 0;
    for (let a = 0; a < this.acquires; a++) {
      if (this.positions[a]! < position) continue;
      this.positions[to] = this.positions[a]!;
      this.nodeOf[to++] = this.nodeOf[a]!;
    }
    this.acquires = to;
  }

  private acquire(op: number, t: number, lock: number, location: number, position: number): number {
    const { held, tried } = this;
    const all = held.held(t, Op.read);
    const exclusive = held.held(t, Op.write);
    held.step(op, t, lock);
    const isTried = tried.size > 0 && tried.get(t) === lock;
    if (isTried) tried.delete(t);
    const isAgain = op === Op.acquire ? held.held(t, Op.write) === exclusive : held.held(t, Op.read) === all;
    if (all === NO_LOCKS || isTried || isAgain) return NO_NODE;
    this.nested++;
    const node = this.node(t, 2 * lock + Number(op === Op.acquireShared), all, exclusive, location, position);
    if (node === NO_NODE || (this.keepsAcquires && !this.hasRoom())) this.lost++;
    else if (this.keepsAcquires) {
      this.positions[this.acquires] = position;
      this.nodeOf[this.acquires++] = node;
    }
    return node;
  }

  private hasRoom(): boolean {
    if (this.acquires < this.nodeOf.length) return true;
    const positions = this.meter.enlarged(this.positions, this.acquires + 1);
    const nodeOf = positions && this.meter.enlarged(this.nodeOf, positions.length);
    if (positions === undefined || nodeOf === undefined) return false;
    this.positions = positions;
    this.nodeOf = nodeOf;
    return true;
  }

  /** NO_NODE if there is no memory for a new one. */
  private node(t: number, wanted: number, all: Lockset, exclusive: Lockset, location: number, first: number): number {
    const { slots, nodes } = this;
    const mask = slots.length - 1;
    let slot = hash(t, wanted, all, exclusive, location) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const at = (slots[slot]! - 1) * FIELDS;
      if (
        nodes[at + WANTED] === wanted &&
        nodes[at + HELD] === all &&
        nodes[at + THREAD] === t &&
        nodes[at + LOCATION] === location &&
        nodes[at + EXCLUSIVE] === exclusive
      )
        return slots[slot]! - 1;
    }
    return this.add(slot, [t, wanted, all, exclusive, location, first]);
  }

  private add(slot: number, fields: readonly number[]): number {
    const n = this.count;
    if ((n + 1) * FIELDS > this.nodes.length) {
      const larger = this.meter.enlarged(this.nodes, (n + 1) * FIELDS);
      if (larger === undefined) return NO_NODE;
      this.nodes = larger;
    }
    this.nodes.set(fields, n * FIELDS);
    this.count++;
    if (2 * this.count > this.slots.length) this.rehash();
    else this.slots[slot] = n + 1;
    return n;
  }

  private rehash(): void {
    const { nodes } = this;
    const slots = grown(new Uint32Array(0), 4 * this.slots.length);
    this.meter.take(3 * this.slots.byteLength);
    const mask = slots.length - 1;
    for (let n = 0; n < this.count; n++) {
      const at = n * FIELDS;
      const [t, wanted, all, exclusive, location] = nodes.subarray(at, at + FIELDS);
      let slot = hash(t!, wanted!, all!, exclusive!, location!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = n + 1;
    }
    this.slots = slots;
  }
}

function hash(t: number, wanted: number, all: number, exclusive: number, location: number): number {
  let h = Math.imul(t, 0x9e37_79b1) ^ Math.imul(wanted, 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d) ^ Math.imul(all, 0x297a_2d39) ^ Math.imul(location, 0x1656_67b1);
  h ^= Math.imul(exclusive, 0x27d4_eb2f);
  return h ^ (h >>> 14);
}
