// Whole vectors, as the paper counts them: one number per thread, every operation a pass over all of them. Detectors share
// versions instead (src/clocks); these are for measuring what the sharing is worth.

import { InputError } from '../../base/error.ts';
import { grown } from '../../base/grown.ts';

export type Vector = Uint32Array<ArrayBuffer>;

/** So many threads take 256 MB for the threads' own clocks. */
const MOST_THREADS = 8192;

/** Vectors by id, made when first asked for; all of one width. */
export class VectorTable {
  private readonly vectors: (Vector | undefined)[] = [];
  private width = 0;

  of(id: number): Vector {
    const vector = this.vectors[id];
    if (vector !== undefined) return vector;
    while (this.vectors.length < id) this.vectors.push(undefined);
    const fresh = new Uint32Array(this.width);
    this.vectors[id] = fresh;
    return fresh;
  }

  /** The vector, if anybody asked for it yet. */
  find(id: number): Vector | undefined {
    return this.vectors[id];
  }

  widen(width: number): void {
    if (width > MOST_THREADS)
      throw new InputError(
        'USAGE',
        {},
        `FF and LOFT keep whole vectors, as their paper does, and take at most ${MOST_THREADS} threads`,
        'foretrace stats counts the threads',
      );
    this.width = width;
    for (const [id, vector] of this.vectors.entries()) if (vector !== undefined) this.vectors[id] = grown(vector, width);
  }
}

/** Raises every entry to the other's where that is larger; true if any was. */
export function joinInto(into: Vector, from: Vector): boolean {
  let raised = 0;
  for (let i = 0; i < into.length; i++) {
    // Times are below 2^31, so the sign of the difference tells which is larger, without a branch to be guessed.
    const less = (into[i]! - from[i]!) & ((into[i]! - from[i]!) >> 31);
    raised |= less;
    into[i] = into[i]! - less;
  }
  return raised !== 0;
}

export function copyInto(into: Vector, from: Vector): void {
  for (let i = 0; i < into.length; i++) into[i] = from[i]!;
}

export function sameVector(a: Vector | undefined, b: Vector | undefined): boolean {
  if (a === undefined || b === undefined) return (a ?? b ?? []).every((time) => time === 0);
  return a.every((time, i) => time === b[i]);
}
