// The algorithm that Goldilocks is compared with, done well: a whole vector is joined or copied at every synchronisation, as the document says,
// and an access is compared with the last ones in constant time; but all of it lies in flat arrays, as in our detectors, so that what is
// compared are the algorithms. The detectors of foretrace share vectors instead; this one shows what that is worth.

import { grown } from '../../src/base/grown.ts';
import { LastAccesses } from '../../src/clocks/access-sets.ts';
import type { Analysis, RaceDetector, RaceSink } from '../../src/detectors/detector.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';

/**
 * The shadow of a variable: its last write and the last read of one thread since (thread, time, position; time 0 if there is none), and the set of
 * the last reads of others, or 0.
 */
const SHIFT = 3;
const THREAD = 0;
const TIME = 1;
const POSITION = 2;
const READ = 3;
const OTHERS = 6;

class VectorClocks implements Analysis {
  private readonly report: RaceSink;
  private readonly reads = new LastAccesses();
  private shadow = new Uint32Array(0);
  private threads = new Uint32Array(0);
  private locks = new Uint32Array(0);
  /** Entries of a vector, and vectors. */
  private width = 0;
  private lockCount = 0;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.grow(block);
    // In spans, as our detectors do it: what is called often is compiled whole.
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    return {};
  }

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      const target = targets[i]!;
      if (op === Op.read) this.read(t, target << SHIFT, positions === undefined ? start + i : positions[i]!);
      else if (op === Op.write) this.write(t, target << SHIFT, positions === undefined ? start + i : positions[i]!);
      else this.synchronise(op, t, target);
    }
  }

  private synchronise(op: number, t: number, target: number): void {
    const { width, threads, locks } = this;
    const own = t * width;
    if (op === Op.acquire) join(threads, own, locks, target * width, width);
    else if (op === Op.join) join(threads, own, threads, target * width, width);
    else if (op === Op.fork) {
      join(threads, target * width, threads, own, width);
      threads[own + t]!++;
    } else if (op === Op.release) {
      // By hand: a view for each copy costs more than the copy of a short vector.
      for (let i = 0, to = target * width; i < width; i++) locks[to + i] = threads[own + i]!;
      threads[own + t]!++;
    }
  }

  private read(t: number, s: number, position: number): void {
    const { shadow, reads } = this;
    const r = s + READ;
    this.check(t, s, position);
    if (shadow[r + TIME] === 0 || shadow[r + THREAD] === t) this.put(t, r, position);
    else {
      if (shadow[s + OTHERS] === 0) shadow[s + OTHERS] = reads.create();
      shadow[s + OTHERS] = reads.put(shadow[s + OTHERS]!, t, this.threads[t * this.width + t]!, position);
    }
  }

  private write(t: number, s: number, position: number): void {
    const { shadow } = this;
    this.check(t, s, position);
    this.check(t, s + READ, position);
    if (shadow[s + OTHERS] !== 0) this.checkOthers(t, s, position);
    shadow[s + READ + TIME] = 0;
    this.put(t, s, position);
  }

  private put(t: number, at: number, position: number): void {
    const { shadow } = this;
    shadow[at + THREAD] = t;
    shadow[at + TIME] = this.threads[t * this.width + t]!;
    shadow[at + POSITION] = position;
  }

  private check(t: number, at: number, position: number): void {
    const { shadow } = this;
    if (shadow[at + TIME]! > this.threads[t * this.width + shadow[at + THREAD]!]!) this.report(shadow[at + POSITION]!, position);
  }

  private checkOthers(t: number, s: number, position: number): void {
    const { shadow, reads, threads, width } = this;
    reads.each(shadow[s + OTHERS]!, (reader, time, at) => {
      if (time > threads[t * width + reader]!) this.report(at, position);
    });
    reads.release(shadow[s + OTHERS]!);
    shadow[s + OTHERS] = 0;
  }

  private grow({ bounds }: EventBlock): void {
    if (bounds.threads > this.width || bounds.locks > this.lockCount) {
      const width = Math.max(bounds.threads, this.width);
      const lockCount = Math.max(bounds.locks, 2 * this.lockCount);
      const before = this.width;
      this.threads = widened(this.threads, before, width, width);
      this.locks = widened(this.locks, before, width, lockCount);
      for (let t = before; t < width; t++) this.threads[t * width + t] = 1;
      this.width = width;
      this.lockCount = lockCount;
    }
    const words = bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, 2 * this.shadow.length));
  }
}

/** The vectors with more entries, and room for more of them. */
function widened(vectors: Uint32Array, before: number, width: number, count: number): Uint32Array<ArrayBuffer> {
  const wide = new Uint32Array(width * count);
  for (let row = 0; row * before < vectors.length; row++)
    wide.set(vectors.subarray(row * before, (row + 1) * before), row * width);
  return wide;
}

function join(into: Uint32Array, to: number, from: Uint32Array, at: number, width: number): void {
  for (let i = 0; i < width; i++) if (from[at + i]! > into[to + i]!) into[to + i] = from[at + i]!;
}

export const vectorClocks: RaceDetector = {
  finds: 'race',
  id: 'vector-clocks',
  title: 'Whole vector clocks',
  paper: 'Elmas, Qadeer & Tasiran, Goldilocks, 2006, section 3',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'unordered pairs against the last write and the last reads',
  cost: 'O(threads) per synchronisation',
  operations: [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join],
  // An inner release hands over nothing that the outer one does not replace before anybody takes it.
  reentrant: true,
  analysis: (report) => new VectorClocks(report),
};
