// The cell list of lazy Goldilocks (Fig. 3): edges are written down when they happen and applied to a lockset only when an access
// asks for it. Old cells are collected: dropped if no access is older, else taken into the history. That also happens when
// walking the list has cost as much as taking it in would, so that no pattern of accesses makes it quadratic.

import { grown } from '../../base/grown.ts';
import type { EdgeSink, Edges, Element } from './edges.ts';
import { History } from './history.ts';
import { Walks } from './walks.ts';

export interface CellLimits {
  /** The list is collected when it has so many cells, or as many as there are variables if those are more. */
  readonly cells: number;
  /** Steps over cells that are free, for each collection and for each cell in the list. */
  readonly steps: number;
  readonly stepsPerCell: number;
}

export const CELL_LIMITS: CellLimits = { cells: 65_536, steps: 64, stepsPerCell: 2 };

/** Recent proofs per thread that a segment is before it, by the owner of the segment; two words each: owner + 1, segment. */
const PROOFS = 4;
const PROOF_WORDS = 2 * PROOFS;

export class Cells implements EdgeSink {
  /**
   * Per thread: the number of the cell after its last hand-over, from 1 on. What it does up to the next one has the lockset
   * {thread} there, whenever in between it is; so this names the lockset of an access.
   */
  segments = new Uint32Array(0);
  /** The cells head … tail - 1: from, and 2 × to + replaces. */
  private froms: Uint32Array;
  private tos: Uint32Array;
  private head = 1;
  private tail = 1;
  private most: number;
  private proofs = new Uint32Array(0);
  private readonly walks = new Walks();
  private readonly history = new History();
  private readonly limits: CellLimits;
  /** The oldest segment that an access still needs. */
  private readonly oldest: () => number;
  private collections = 0;
  private collected = 0;
  private dropped = 0;
  private neverHandedOver = 0;
  private inHistory = 0;

  constructor(oldest: () => number, limits: CellLimits) {
    this.oldest = oldest;
    this.limits = limits;
    this.most = limits.cells;
    this.froms = new Uint32Array(Math.min(1024, limits.cells));
    this.tos = new Uint32Array(this.froms.length);
  }

  /** Makes room for the elements of a block. */
  grow(threads: number, variables: number): void {
    const before = this.segments.length;
    if (threads > before) {
      this.segments = grown(this.segments, Math.max(threads, 2 * before)).fill(1, before);
      this.proofs = grown(this.proofs, PROOF_WORDS * this.segments.length);
    }
    this.most = Math.max(this.limits.cells, variables);
  }

  counters(edges: Edges): Record<string, number> {
    const { tail, collections, collected, dropped, neverHandedOver, inHistory, walks } = this;
    return {
      cells: tail - 1,
      needlessAcquires: edges.needless,
      collections,
      cellsCollected: collected,
      cellsDropped: dropped,
      historyJoins: this.history.joins,
      neverHandedOver,
      foundInHistory: inHistory,
      walks: walks.started,
      walksResumed: walks.resumed,
      cellsWalked: walks.steps,
    };
  }

  edge(from: Element, to: Element, replaces: boolean): void {
    if (this.tail - this.head === this.froms.length) this.makeRoom();
    const i = this.tail - this.head;
    this.froms[i] = from;
    this.tos[i] = 2 * to + +replaces;
    this.tail++;
    if ((from & 1) === 0) this.segments[from >> 1] = this.tail;
  }

  /** True if `ordered` has found this out before: who is after a segment is after all earlier ones of the same thread. */
  proven(owner: number, segment: number, t: number): boolean {
    const at = PROOF_WORDS * t + 2 * (owner & (PROOFS - 1));
    return this.proofs[at] === owner + 1 && this.proofs[at + 1]! >= segment;
  }

  /** True if thread t, another one, is in the lockset of what the owner did in a segment. */
  ordered(owner: number, segment: number, t: number, elements: number): boolean {
    if (segment === this.segments[owner]) {
      this.neverHandedOver++;
      return false;
    }
    if (!this.reaches(owner, segment, t, elements)) return false;
    const at = PROOF_WORDS * t + 2 * (owner & (PROOFS - 1));
    this.proofs[at] = owner + 1;
    this.proofs[at + 1] = segment;
    return true;
  }

  private reaches(owner: number, segment: number, t: number, elements: number): boolean {
    const { walks, history, head, tail, limits } = this;
    const before = segment < head ? history : undefined;
    if (before?.has(2 * t, owner, segment)) {
      this.inHistory++;
      return true;
    }
    const found = walks.reaches(2 * t, owner, segment, this, before, elements);
    if (walks.recent > limits.steps + (limits.stepsPerCell + (this.segments.length >> 7)) * (tail - head)) this.collect();
    return found;
  }

  /**
   * Applies the cells from number `from` on to the lockset of a segment until `wanted` gets in, and gives the number of the next
   * cell. The lockset is at lockset[base …], see Walks; `before` knows what the collected cells did to it.
   */
  apply(
    from: number,
    lockset: Uint32Array,
    base: number,
    isIn: number,
    wanted: Element,
    before: History | undefined,
    owner: number,
    segment: number,
  ): number {
    const { froms, tos, head, tail } = this;
    const isOut = isIn + 1;
    for (let cell = from; cell < tail; cell++) {
      const source = base + froms[cell - head]!;
      const to = tos[cell - head]!;
      const target = base + (to >>> 1);
      let state = lockset[source]!;
      if (before !== undefined && state < isIn) {
        state = before.has(source - base, owner, segment) ? isIn : isOut;
        lockset[source] = state;
      }
      if (state === isIn) {
        lockset[target] = isIn;
        if (target === base + wanted) return cell + 1;
      } else if ((to & 1) === 1) lockset[target] = isOut;
    }
    return tail;
  }

  get first(): number {
    return this.head;
  }

  private makeRoom(): void {
    const length = this.tail - this.head;
    if (length < this.most) {
      const room = Math.min(2 * length, this.most);
      this.froms = grown(this.froms, room);
      this.tos = grown(this.tos, room);
      return;
    }
    const needed = Math.min(this.oldest(), this.tail);
    if (2 * (needed - this.head) >= length) this.dropBefore(needed);
    else this.collect();
  }

  /** Forgets cells that no access needs. */
  private dropBefore(cell: number): void {
    const from = cell - this.head;
    this.dropped += from;
    this.froms.copyWithin(0, from, this.tail - this.head);
    this.tos.copyWithin(0, from, this.tail - this.head);
    this.moveHead(cell);
  }

  /** Takes all cells into the history. */
  private collect(): void {
    const { froms, tos, head, tail, history, segments } = this;
    let elements = 0;
    for (let i = 0; i < tail - head; i++) elements = Math.max(elements, froms[i]! + 1, (tos[i]! >>> 1) + 1);
    history.grow(segments.length, elements);
    for (let i = 0; i < tail - head; i++) history.edge(froms[i]!, tos[i]! >>> 1, (tos[i]! & 1) === 1, head + i);
    this.collected += tail - head;
    this.moveHead(tail);
  }

  private moveHead(cell: number): void {
    this.head = cell;
    this.collections++;
    this.walks.forget();
  }
}
