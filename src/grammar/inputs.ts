// What flows into a chunk: sets of threads and locks (ZipTrack's Before sets), shared as nodes. A node is one input or the union
// of two nodes; equal sets have one node, so that a union that adds nothing makes none.

import { BitSets } from './bit-sets.ts';

/** The node of the empty set. */
export const NOTHING = 0;

/** Sets are kept from chunk to chunk, where they are often the same, until there are so many. */
const MOST_SETS = 1 << 16;

export class Inputs {
  /** Per node: an input leaf has its entity in `left` and -1 in `right`; a union has its two nodes. */
  readonly left: number[] = [-1];
  readonly right: number[] = [-1];
  /** The entities of the leaves, in the order of their bits. */
  private readonly entities: number[] = [];
  /** Per node its set of bits, and per set its node or 0. */
  private readonly setOf: number[] = [0];
  private readonly nodeOf: number[] = [NOTHING];
  private sets = new BitSets();
  private readonly leaves: Int32Array;

  /** For entities from 0 to `count` - 1. */
  constructor(count: number) {
    this.leaves = new Int32Array(count);
  }

  get size(): number {
    return this.left.length;
  }

  clear(): void {
    const { entities, left, right, setOf, nodeOf, leaves } = this;
    for (let i = 0; i < entities.length; i++) leaves[entities[i]!] = 0;
    for (let n = 1; n < setOf.length; n++) nodeOf[setOf[n]!] = NOTHING;
    entities.length = 0;
    left.length = 1;
    right.length = 1;
    setOf.length = 1;
    if (this.sets.size < MOST_SETS) return;
    this.sets = new BitSets();
    nodeOf.length = 1;
  }

  /** The node of one entity as it is when the chunk begins. */
  leaf(entity: number): number {
    const known = this.leaves[entity]!;
    if (known !== 0) return known;
    const set = this.sets.of(this.entities.length);
    this.entities.push(entity);
    const node = this.add(entity, -1, set);
    this.leaves[entity] = node;
    return node;
  }

  union(a: number, b: number): number {
    if (a === b || b === NOTHING) return a;
    if (a === NOTHING) return b;
    const set = this.sets.union(this.setOf[a]!, this.setOf[b]!);
    const known = this.nodeOf[set];
    return known === undefined || known === NOTHING ? this.add(a, b, set) : known;
  }

  private add(left: number, right: number, set: number): number {
    const { nodeOf } = this;
    // Without holes: an array that grows by leaps becomes a dictionary.
    while (nodeOf.length <= set) nodeOf.push(NOTHING);
    const node = this.setOf.push(set) - 1;
    nodeOf[set] = node;
    this.left.push(left);
    this.right.push(right);
    return node;
  }
}
