// Which open blocks each transaction comes after. A transaction that is over, and comes after none that is still open, can never be on a cycle,
// and so the vector clock of AeroDrome needs an entry for each open block and for nothing else: a bit, and by which two events the block is
// known. A block has a place (a slot) while it is open. The nodes are the clocks: a block has one from its begin to its end, what a thread
// does outside of blocks shares one until it learns something. Nobody counts who holds a node; `sweep` finds out now and then.

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

/** How a block is known: the event of the block that left it first on the way here, and the one of another thread that it met. */
const WORDS = 4;
const OWN = 0;
const OWN_PLACE = 1;
const MET = 2;
const MET_PLACE = 3;

/** Slots of a word of bits. */
const BITS = 32;
/** Fewer nodes than this are not worth a sweep. */
const FEW = 4096;

export class Ancestors {
  open = 0;
  /** Per slot: the node of the block in it, 0 where none is. */
  private nodes = new Uint32Array(8);
  /** Per slot: the nodes that know the block, and its own. */
  private readonly knowing: Node[][] = Array.from({ length: 8 }, () => []);
  /** Slots that there is room for. */
  private width = 8;
  /** Of node n: the slots of the blocks that it knows, in `rows` words from n * rows on. */
  private rows = 1;
  private known = new Uint32Array(64);
  /** Of node n and a slot s that it knows: ways[(n * width + s) * WORDS …]. */
  private ways = new Uint32Array(64 * 8 * WORDS);
  /** How many nodes there is room for. */
  private room = 64;
  private readonly free: Node[] = [];
  private used = 1;
  private readonly few: number;
  private sweepAt: number;
  /** Slots, for a search. */
  private readonly found: number[] = [];
  private seen = new Uint32Array(1);

  constructor(few = FEW) {
    this.few = few;
    this.sweepAt = few;
  }

  /** Opens a block after what `node` knows, and gives its slot. */
  begin(node: Node): number {
    let slot = this.nodes.indexOf(0);
    if (slot < 0) {
      slot = this.width;
      this.widen();
    }
    const own = this.copy(node);
    this.nodes[slot] = own;
    this.note(own, slot);
    this.open++;
    return slot;
  }

  nodeOf(slot: number): Node {
    return this.nodes[slot]!;
  }

  /** Closes a block: whatever comes after it comes after all that it came after, and the block itself matters no more. */
  end(slot: number): void {
    const { known, rows } = this;
    const own = this.nodes[slot]!;
    const word = slot >>> 5;
    const others = ~(1 << (slot & 31));
    this.nodes[slot] = 0;
    this.open--;
    known[own * rows + word]! &= others;
    const isLast = !this.isAlive(own);
    for (const node of this.knowing[slot]!) {
      known[node * rows + word]! &= others;
      if (!isLast) this.inherit(node, own);
    }
    this.knowing[slot]!.length = 0;
  }

  knows(node: Node, slot: number): boolean {
    return ((this.known[node * this.rows + (slot >>> 5)]! >>> (slot & 31)) & 1) === 1;
  }

  /** Whether a node knows any block. */
  isAlive(node: Node): boolean {
    const { known, rows } = this;
    for (let at = node * rows; at < (node + 1) * rows; at++) if (known[at] !== 0) return true;
    return false;
  }

  /** Whether `from` knows a block that `node` does not. */
  isNews(node: Node, from: Node): boolean {
    const { known, rows } = this;
    for (let row = 0; row < rows; row++) if ((known[from * rows + row]! & ~known[node * rows + row]!) !== 0) return true;
    return false;
  }

  copy(node: Node): Node {
    const made = this.free.pop() ?? this.newNode();
    this.known.fill(0, made * this.rows, (made + 1) * this.rows);
    if (node !== CLEAN) this.inherit(made, node);
    return made;
  }

  /** `node` comes after the source, by an event of its own at `position`. */
  learn(node: Node, source: Source, position: number, place: number): void {
    const { known, rows } = this;
    const from = source.node;
    for (let row = 0; row < rows; row++)
      for (let news = known[from * rows + row]! & ~known[node * rows + row]!; news !== 0; news &= news - 1) {
        const slot = row * BITS + lowest(news);
        if (this.nodes[slot] === from) this.teach(node, slot, source, position, place);
        else this.tell(node, slot, from);
      }
  }

  /**
   * A node that knows the block in `slot`, of those that come before `from` and are open; CLEAN if there is none. Asked before `node`, the
   * block's own, learns from it: what `node` knows already does not lead back to it, or somebody has said so.
   */
  wayBack(node: Node, from: Node, slot: number): Node {
    const { found, known, rows } = this;
    found.length = 0;
    // What is known need not be searched, and the block itself is what is searched for.
    this.seen.set(known.subarray(node * rows, (node + 1) * rows));
    this.find(from);
    for (let i = 0; i < found.length; i++) {
      const next = this.nodes[found[i]!]!;
      if (this.knows(next, slot)) return next;
      this.find(next);
    }
    return CLEAN;
  }

  /** What led from the block in `slot` to a node that knows it. */
  provenance(node: Node, slot: number): { own: number; ownPlace: number; met: number; metPlace: number } {
    const at = (node * this.width + slot) * WORDS;
    const { ways } = this;
    return { own: ways[at + OWN]!, ownPlace: ways[at + OWN_PLACE]!, met: ways[at + MET]!, metPlace: ways[at + MET_PLACE]! };
  }

  /** `node` knows the block in `slot` as `from` does. */
  tell(node: Node, slot: number, from: Node): void {
    const { ways, width } = this;
    const to = (node * width + slot) * WORDS;
    const at = (from * width + slot) * WORDS;
    for (let word = 0; word < WORDS; word++) ways[to + word] = ways[at + word]!;
    this.note(node, slot);
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
    for (let slot = 0; slot < this.width; slot++) this.knowing[slot] = this.knowing[slot]!.filter((node) => marks[node] === 1);
    this.sweepAt = Math.max(this.few, 2 * (this.used - this.free.length));
    return marks;
  }

  /** Puts the slots that a node knows, and that were not seen yet, to those found. */
  private find(node: Node): void {
    const { known, rows, seen, found } = this;
    for (let row = 0; row < rows; row++) {
      for (let news = known[node * rows + row]! & ~seen[row]!; news !== 0; news &= news - 1)
        found.push(row * BITS + lowest(news));
      seen[row]! |= known[node * rows + row]!;
    }
  }

  private inherit(node: Node, from: Node): void {
    const { known, rows } = this;
    for (let row = 0; row < rows; row++)
      for (let news = known[from * rows + row]! & ~known[node * rows + row]!; news !== 0; news &= news - 1)
        this.tell(node, row * BITS + lowest(news), from);
  }

  private teach(node: Node, slot: number, source: Source, position: number, place: number): void {
    const at = (node * this.width + slot) * WORDS;
    const { ways } = this;
    ways[at + OWN] = source.position;
    ways[at + OWN_PLACE] = source.place;
    ways[at + MET] = position;
    ways[at + MET_PLACE] = place;
    this.note(node, slot);
  }

  private note(node: Node, slot: number): void {
    this.known[node * this.rows + (slot >>> 5)]! |= 1 << (slot & 31);
    this.knowing[slot]!.push(node);
  }

  private newNode(): Node {
    if (this.used === this.room) {
      this.room *= 2;
      this.known = grown(this.known, this.room * this.rows);
      this.ways = grown(this.ways, this.room * this.width * WORDS);
    }
    return this.used++;
  }

  /** Room for twice as many open blocks. */
  private widen(): void {
    const { width, rows, ways, known, used } = this;
    this.width = 2 * width;
    this.rows = Math.ceil(this.width / BITS);
    this.nodes = grown(this.nodes, this.width);
    this.seen = new Uint32Array(this.rows);
    while (this.knowing.length < this.width) this.knowing.push([]);
    this.ways = new Uint32Array(this.room * this.width * WORDS);
    this.known = new Uint32Array(this.room * this.rows);
    for (let node = 0; node < used; node++) {
      this.ways.set(ways.subarray(node * width * WORDS, (node + 1) * width * WORDS), node * this.width * WORDS);
      this.known.set(known.subarray(node * rows, (node + 1) * rows), node * this.rows);
    }
  }
}

/** The number of the lowest bit that is set. */
function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
