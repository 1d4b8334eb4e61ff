// What flows into a chunk: sets of threads and locks (ZipTrack's Before sets), shared as nodes. A node is one input or the union
// of two nodes; it keeps its set as bits over the chunk's inputs, so that a union that adds nothing makes no node.

/** The node of the empty set. */
export const NOTHING = 0;

export class Inputs {
  /** Per node: an input leaf has its entity in `left` and -1 in `right`; a union has its two nodes. */
  left: number[] = [];
  right: number[] = [];
  /** The entities of the leaves, in the order of their bits. */
  readonly entities: number[] = [];
  private sets: Uint32Array[] = [];
  private readonly leaves: Int32Array;
  private readonly unions = new Map<number, number>();

  /** For entities from 0 to `count` - 1. */
  constructor(count: number) {
    this.leaves = new Int32Array(count);
    this.clear();
  }

  get size(): number {
    return this.left.length;
  }

  clear(): void {
    for (const entity of this.entities) this.leaves[entity] = 0;
    this.entities.length = 0;
    this.left = [-1];
    this.right = [-1];
    this.sets = [new Uint32Array(0)];
    this.unions.clear();
  }

  /** The node of one entity as it is when the chunk begins. */
  leaf(entity: number): number {
    const known = this.leaves[entity]!;
    if (known !== 0) return known;
    const bit = this.entities.length;
    this.entities.push(entity);
    const set = new Uint32Array((bit >>> 5) + 1);
    set[bit >>> 5] = 1 << (bit & 31);
    const node = this.add(entity, -1, set);
    this.leaves[entity] = node;
    return node;
  }

  union(a: number, b: number): number {
    if (a === b || b === NOTHING) return a;
    if (a === NOTHING) return b;
    const x = this.sets[a]!;
    const y = this.sets[b]!;
    if (x.length === 1 && y.length === 1) {
      // Most unions of short chunks add nothing: no need to look them up.
      const both = (x[0]! | y[0]!) >>> 0;
      if (both === x[0]) return a;
      if (both === y[0]) return b;
    }
    const key = a < b ? a * 0x4000000 + b : b * 0x4000000 + a;
    const known = this.unions.get(key);
    if (known !== undefined) return known;
    const node = this.makeUnion(a, b);
    this.unions.set(key, node);
    return node;
  }

  isEqual(a: number, b: number): boolean {
    return a === b || (isSubset(this.sets[a]!, this.sets[b]!) && isSubset(this.sets[b]!, this.sets[a]!));
  }

  private makeUnion(a: number, b: number): number {
    const x = this.sets[a]!;
    const y = this.sets[b]!;
    if (isSubset(y, x)) return a;
    if (isSubset(x, y)) return b;
    const [short, long] = x.length < y.length ? [x, y] : [y, x];
    const set = long.slice();
    for (let i = 0; i < short.length; i++) set[i]! |= short[i]!;
    return this.add(a, b, set);
  }

  private add(left: number, right: number, set: Uint32Array): number {
    this.left.push(left);
    this.right.push(right);
    return this.sets.push(set) - 1;
  }
}

function isSubset(x: Uint32Array, y: Uint32Array): boolean {
  for (let i = 0; i < x.length; i++) if ((x[i]! & ~(y[i] ?? 0)) !== 0) return false;
  return true;
}
