// Which open blocks each transaction comes after. A transaction that is over, and comes after none that is still open, can never be on a cycle,
// and so the vector clock of AeroDrome needs an entry for each open block and for nothing else: whether the block is known, and by which two
// events. A block has a place (a slot) while it is open, with a stamp of its own: an entry with another stamp is of a block that is over. The
// nodes are the clocks: a block has one from its begin to its end, what a thread does outside of blocks shares one until it learns something.
// Nobody counts who holds a node; `sweep` finds out now and then.

import { grown } from '../../base/grown.ts';

export type Node = number;
/** The node of whatever comes after no open block. Never written. */
export const CLEAN: Node = 0;

/** An event that others come after: who did it, and the node of its transaction. */
export interface Source {
  thread: number;
  node: Node;
  position: number;
  place: number;
}

/** An entry: the stamp of the block, the event of the block that left it first on the way here, and the one of another thread that it met. */
const WORDS = 5;
const STAMP = 0;
const OWN = 1;
const OWN_PLACE = 2;
const MET = 3;
const MET_PLACE = 4;

/** Fewer nodes than this are not worth a sweep. */
const FEW = 4096;

export class Ancestors {
  /** Per slot: the stamp and the node of the block in it, 0 where none is. */
  private stamps = new Uint32Array(4);
  private nodes = new Uint32Array(4);
  /** Per slot: nodes that know the block, and others that do not any more. */
  private readonly knowing: number[][] = [[], [], [], []];
  /** Slots 0 … top - 1 may have a block. */
  private top = 0;
  private lastStamp = 0;
  /** Of node n and slot s: entries[(n * width + s) * WORDS …]. */
  private width = 4;
  private entries = new Uint32Array(64 * 4 * WORDS);
  /** How many nodes there is room for. */
  private room = 64;
  private readonly free: Node[] = [];
  private used = 1;
  private readonly few: number;
  private sweepAt: number;
  private readonly visited: number[] = [];
  open = 0;

  constructor(few = FEW) {
    this.few = few;
    this.sweepAt = few;
  }

  /** Opens a block after what `node` knows, and gives its slot. */
  begin(node: Node): number {
    let slot = this.stamps.indexOf(0);
    if (slot < 0) {
      slot = this.width;
      this.widen();
    }
    const stamp = ++this.lastStamp;
    this.top = Math.max(this.top, slot + 1);
    this.stamps[slot] = stamp;
    const own = this.copy(node);
    this.nodes[slot] = own;
    this.entries[(own * this.width + slot) * WORDS + STAMP] = stamp;
    this.open++;
    return slot;
  }

  nodeOf(slot: number): Node {
    return this.nodes[slot]!;
  }

  /** Closes a block: whatever comes after it comes after all that it came after, and the block itself matters no more. */
  end(slot: number): void {
    const stamp = this.stamps[slot]!;
    const own = this.nodes[slot]!;
    this.stamps[slot] = 0;
    this.nodes[slot] = 0;
    this.open--;
    if (this.isAlive(own))
      for (const node of this.knowing[slot]!)
        if (this.entries[(node * this.width + slot) * WORDS + STAMP] === stamp) this.inherit(node, own);
    this.knowing[slot] = [];
    while (this.top > 0 && this.stamps[this.top - 1] === 0) this.top--;
  }

  knows(node: Node, slot: number): boolean {
    return this.entries[(node * this.width + slot) * WORDS + STAMP] === this.stamps[slot];
  }

  /** Whether a node knows any block that is open. */
  isAlive(node: Node): boolean {
    if (node === CLEAN) return false;
    for (let slot = 0; slot < this.top; slot++) if (this.isKnown(node, slot)) return true;
    return false;
  }

  /** Whether `from` knows an open block that `node` does not. */
  isNews(node: Node, from: Node): boolean {
    for (let slot = 0; slot < this.top; slot++) if (this.isKnown(from, slot) && !this.isKnown(node, slot)) return true;
    return false;
  }

  copy(node: Node): Node {
    const made = this.free.pop() ?? this.newNode();
    const at = made * this.width * WORDS;
    this.entries.fill(0, at, at + this.width * WORDS);
    if (node !== CLEAN) this.inherit(made, node);
    return made;
  }

  /** `node` comes after the source, by an event of its own at `position`. */
  learn(node: Node, source: Source, position: number, place: number): void {
    const from = source.node;
    const left = this.width * WORDS;
    for (let slot = 0; slot < this.top; slot++) {
      if (!this.isKnown(from, slot) || this.isKnown(node, slot)) continue;
      if (this.nodes[slot] === from) this.teach(node, slot, source.position, source.place, position, place);
      else this.copyEntry(node * left + slot * WORDS, from * left + slot * WORDS, node, slot);
    }
  }

  /**
   * A node that knows the block in `slot`, of those that come before `from` and are open; CLEAN if there is none. Asked before `node`, the
   * block's own, learns from it: what `node` knows already does not lead back to it, or somebody has said so.
   */
  wayBack(node: Node, from: Node, slot: number): Node {
    const { visited } = this;
    visited.length = 0;
    for (let other = 0; other < this.top; other++)
      if (this.isKnown(from, other) && !this.isKnown(node, other)) visited.push(other);
    for (let i = 0; i < visited.length; i++) {
      const next = this.nodes[visited[i]!]!;
      if (this.isKnown(next, slot)) return next;
      for (let other = 0; other < this.top; other++)
        if (this.isKnown(next, other) && !visited.includes(other)) visited.push(other);
    }
    return CLEAN;
  }

  /** What led from the block in `slot` to a node that knows it. */
  provenance(node: Node, slot: number): { own: number; ownPlace: number; met: number; metPlace: number } {
    const at = (node * this.width + slot) * WORDS;
    const { entries } = this;
    return {
      own: entries[at + OWN]!,
      ownPlace: entries[at + OWN_PLACE]!,
      met: entries[at + MET]!,
      metPlace: entries[at + MET_PLACE]!,
    };
  }

  /** `node` knows the block in `slot` as `from` does. */
  tell(node: Node, slot: number, from: Node): void {
    const left = this.width * WORDS;
    this.copyEntry(node * left + slot * WORDS, from * left + slot * WORDS, node, slot);
  }

  /** Whether so many nodes were made since the last sweep that another pays; `holders` is how many may hold one. */
  isSweepDue(holders: number): boolean {
    return this.used - this.free.length > Math.max(this.sweepAt, this.few === 0 ? 0 : holders >>> 2);
  }

  /** `each` shows every held node to the function that it gets, and holds what that gives back. The others are free. Gives a mark for those held. */
  sweep(each: (keep: (node: Node) => Node) => void): Uint8Array {
    const marks = new Uint8Array(this.used);
    each((node) => {
      if (!this.isAlive(node)) return CLEAN;
      marks[node] = 1;
      return node;
    });
    this.free.length = 0;
    for (let node = this.used - 1; node > 0; node--) if (marks[node] === 0) this.free.push(node);
    for (let slot = 0; slot < this.top; slot++) this.knowing[slot] = this.knowing[slot]!.filter((node) => marks[node] === 1);
    this.sweepAt = Math.max(this.few, 2 * (this.used - this.free.length));
    return marks;
  }

  private isKnown(node: Node, slot: number): boolean {
    const stamp = this.stamps[slot]!;
    return stamp !== 0 && this.entries[(node * this.width + slot) * WORDS + STAMP] === stamp;
  }

  private inherit(node: Node, from: Node): void {
    const left = this.width * WORDS;
    for (let slot = 0; slot < this.top; slot++)
      if (this.isKnown(from, slot) && !this.isKnown(node, slot))
        this.copyEntry(node * left + slot * WORDS, from * left + slot * WORDS, node, slot);
  }

  private teach(node: Node, slot: number, own: number, ownPlace: number, met: number, metPlace: number): void {
    const at = (node * this.width + slot) * WORDS;
    const { entries } = this;
    entries[at + STAMP] = this.stamps[slot]!;
    entries[at + OWN] = own;
    entries[at + OWN_PLACE] = ownPlace;
    entries[at + MET] = met;
    entries[at + MET_PLACE] = metPlace;
    this.noted(node, slot);
  }

  private copyEntry(to: number, from: number, node: Node, slot: number): void {
    this.entries.copyWithin(to, from, from + WORDS);
    this.noted(node, slot);
  }

  private noted(node: Node, slot: number): void {
    this.knowing[slot]!.push(node);
  }

  private newNode(): Node {
    if (this.used === this.room) {
      this.room *= 2;
      this.entries = grown(this.entries, this.room * this.width * WORDS);
    }
    return this.used++;
  }

  /** Room for twice as many open blocks. */
  private widen(): void {
    const { width, entries } = this;
    this.width = 2 * width;
    this.stamps = grown(this.stamps, this.width);
    this.nodes = grown(this.nodes, this.width);
    while (this.knowing.length < this.width) this.knowing.push([]);
    this.entries = new Uint32Array(this.room * this.width * WORDS);
    for (let node = 0; node < this.used; node++)
      this.entries.set(entries.subarray(node * width * WORDS, (node + 1) * width * WORDS), node * this.width * WORDS);
  }
}
