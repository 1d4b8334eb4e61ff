// The digrams of Sequitur, neighbours in the bodies of rules, by hash. About 24 bytes per digram.

/** A node of a body: next, previous, value, count. The values of rules are ~rule; a guard, the ends of a body, has the count 0. */
export const NEXT = 0;
export const PREVIOUS = 1;
export const VALUE = 2;
export const COUNT = 3;
export const GUARD = 0;

export class Digrams {
  /**
   * Digrams by hash: pairs of hash and node + 1. An entry whose node has changed since is not removed but recognised when it is
   * met, because the node itself is the key; what is stale goes when the table is made anew.
   */
  private table = new Int32Array(1 << 12);
  private used = 0;
  private readonly repetition: boolean;
  /** Keeps `lookAhead` from being optimised away. */
  touched = 0;

  constructor(repetition: boolean) {
    this.repetition = repetition;
  }

  /**
   * Touches what is about to be looked up. Each digram waits for one cache miss after another, but many digrams wait at the same time.
   */
  lookAhead(symbols: Uint32Array, from: number, to: number, nodes: Int32Array): void {
    const { table } = this;
    const mask = table.length - 2;
    let touched = 0;
    for (let i = from + 1; i < to; i++) {
      const hash = digramHash(symbols[i - 1]!, 1, symbols[i]!, 1, this.repetition);
      const slot = (hash << 1) & mask;
      const node = table[slot + 1]! - 1;
      if (node >= 0 && table[slot] === hash) touched ^= nodes[nodes[node + NEXT]! + VALUE]!;
    }
    this.touched = touched;
  }

  private hash(node: number, nodes: Int32Array): number {
    const next = nodes[node + NEXT]!;
    return digramHash(nodes[node + VALUE]!, nodes[node + COUNT]!, nodes[next + VALUE]!, nodes[next + COUNT]!, this.repetition);
  }

  private isSame(a: number, b: number, nodes: Int32Array): boolean {
    if (nodes[a + VALUE] !== nodes[b + VALUE] || nodes[a + COUNT] !== nodes[b + COUNT]) return false;
    const c = nodes[a + NEXT]!;
    const d = nodes[b + NEXT]!;
    return nodes[c + VALUE] === nodes[d + VALUE] && nodes[c + COUNT] === nodes[d + COUNT];
  }

  /** Another node with the same digram; if there is none, the node is entered and the answer is -1. `live` nodes are in use. */
  findOrAdd(node: number, nodes: Int32Array, live: number): number {
    const { table } = this;
    const mask = table.length - 2;
    const hash = this.hash(node, nodes);
    let slot = (hash << 1) & mask;
    for (;;) {
      const entry = table[slot + 1]!;
      if (entry === 0) break;
      if (table[slot] === hash) {
        const seen = entry - 1;
        if (seen === node) return -1;
        if (this.isSame(seen, node, nodes)) return seen;
        // Stale, or one of the rare collisions of hashes, which cost a little compression and nothing else.
        table[slot + 1] = node + 1;
        return -1;
      }
      slot = (slot + 2) & mask;
    }
    table[slot] = hash;
    table[slot + 1] = node + 1;
    if (++this.used * 4 > table.length) this.rehash(nodes, live);
    return -1;
  }

  /**
   * Makes room. To tell what is stale takes three cache misses per entry, so that it is done only where that is most of the table:
   * otherwise the entries move as they are, in the order in which they lie.
   */
  private rehash(nodes: Int32Array, live: number): void {
    const old = this.table;
    if (this.used > 2 * live) this.dropStale(nodes);
    const table = new Int32Array(this.used * 8 > old.length ? old.length * 2 : old.length);
    const mask = table.length - 2;
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] === 0) continue;
      let slot = (old[i]! << 1) & mask;
      while (table[slot + 1] !== 0) slot = (slot + 2) & mask;
      table[slot] = old[i]!;
      table[slot + 1] = old[i + 1]!;
    }
    this.table = table;
  }

  private dropStale(nodes: Int32Array): void {
    const { table } = this;
    for (let i = 0; i < table.length; i += 2) {
      if (table[i + 1] === 0 || this.isCurrent(table[i + 1]! - 1, table[i]!, nodes)) continue;
      table[i + 1] = 0;
      this.used--;
    }
  }

  private isCurrent(node: number, hash: number, nodes: Int32Array): boolean {
    return nodes[node + COUNT]! > GUARD && nodes[nodes[node + NEXT]! + COUNT]! > GUARD && this.hash(node, nodes) === hash;
  }
}

function digramHash(value: number, count: number, next: number, nextCount: number, repetition: boolean): number {
  let h = Math.imul(value, 0x2c1b3c6d);
  h = Math.imul((h ^ (h >>> 15)) + next, 0x297a2d39);
  if (repetition) h += Math.imul(count, 0x1b56c4e9) + Math.imul(nextCount, 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return h ^ (h >>> 13);
}
