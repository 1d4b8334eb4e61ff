// Locksets that are being evaluated. A walk stops as soon as the wanted thread is in, and goes on from there when the same lockset
// is asked for again: an array that one thread wrote and another reads costs one walk, not one per element.

import type { Cells } from './cells.ts';
import type { Element } from './edges.ts';
import type { History } from './history.ts';

/** Walks that are remembered, where their locksets need no more words than this together. */
const MOST_WALKS = 16;
const MOST_WORDS = 1 << 16;

export class Walks {
  started = 0;
  resumed = 0;
  steps = 0;
  /** Steps since the last `forget`. */
  recent = 0;
  /** Per walk: whose lockset it evaluates, from which segment on, and the next cell. */
  private readonly owners = new Int32Array(MOST_WALKS);
  private readonly segments = new Uint32Array(MOST_WALKS);
  private readonly nexts = new Uint32Array(MOST_WALKS);
  /** Per walk a lockset: an element is in if it has the walk's mark, known to be out with the mark + 1, and unknown with less. */
  private locksets = new Uint32Array(0);
  private readonly marks = new Uint32Array(MOST_WALKS);
  private mark = 0;
  private stride = 0;
  private count = MOST_WALKS;

  /** Whether an element is in the lockset of a segment by now; `before` knows what the collected cells did to it, if any did. */
  reaches(
    element: Element,
    owner: number,
    segment: number,
    cells: Cells,
    before: History | undefined,
    elements: number,
  ): boolean {
    if (elements > this.stride) this.grow(elements);
    const walk = ((Math.imul(owner, 0x2c1b3c6d) + Math.imul(segment, 0x297a2d39)) >>> 28) & (this.count - 1);
    const base = walk * this.stride;
    if (this.owners[walk] === owner && this.segments[walk] === segment) {
      if (this.locksets[base + element] === this.marks[walk]) return true;
      this.resumed++;
    } else this.start(walk, owner, segment, Math.max(segment, cells.first));
    const from = this.nexts[walk]!;
    const mark = this.marks[walk]!;
    const next = cells.apply(from, this.locksets, base, mark, element, before, owner, segment);
    this.nexts[walk] = next;
    this.steps += next - from;
    this.recent += next - from;
    return this.locksets[base + element] === mark;
  }

  /** The cells have moved: every walk starts again. */
  forget(): void {
    this.owners.fill(-1);
    this.recent = 0;
  }

  private start(walk: number, owner: number, segment: number, next: number): void {
    this.started++;
    if (this.mark > 0xffff_fff0) {
      this.locksets.fill(0);
      this.forget();
      this.mark = 0;
    }
    this.mark += 2;
    this.marks[walk] = this.mark;
    this.owners[walk] = owner;
    this.segments[walk] = segment;
    this.nexts[walk] = next;
    this.locksets[walk * this.stride + 2 * owner] = this.mark;
  }

  private grow(elements: number): void {
    let stride = 64;
    while (stride < elements) stride *= 2;
    this.stride = stride;
    this.count = Math.max(1, Math.min(MOST_WALKS, MOST_WORDS / stride));
    this.locksets = new Uint32Array(this.count * stride);
    this.mark = 0;
    this.forget();
  }
}
