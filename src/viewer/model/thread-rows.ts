// The rows of each thread, one after the other, in one array: what a lane is drawn from, searched in and stepped along. O(rows), 4 bytes a row.

import { bisect } from '../../base/bisect.ts';
import type { Columns } from '../../trace/columns.ts';
import type { Row } from './view-trace.ts';

export class ThreadRows {
  /** By thread, ascending within each. */
  readonly rows: Uint32Array;
  /** Where those of a thread begin; one more than there are threads. */
  readonly starts: Uint32Array;

  constructor({ length, threads, bounds }: Columns) {
    const starts = new Uint32Array(bounds.threads + 1);
    for (let row = 0; row < length; row++) starts[threads[row]! + 1]!++;
    for (let t = 0; t < bounds.threads; t++) starts[t + 1]! += starts[t]!;
    const next = starts.slice();
    const rows = new Uint32Array(length);
    for (let row = 0; row < length; row++) rows[next[threads[row]!]!++] = row;
    this.rows = rows;
    this.starts = starts;
  }

  size(thread: number): number {
    return this.starts[thread + 1]! - this.starts[thread]!;
  }

  /** Where in `rows` the first one of the thread is that is not before `row`. */
  from(thread: number, row: Row): number {
    return bisect(this.starts[thread]!, this.starts[thread + 1]!, (at) => this.rows[at]! < row);
  }

  /** The last row of the thread that is not after `row`, or undefined. */
  last(thread: number, row: Row): Row | undefined {
    const at = this.from(thread, row + 1) - 1;
    return at < this.starts[thread]! ? undefined : this.rows[at];
  }

  /** The first row of the thread after `row`, or undefined. */
  next(thread: number, row: Row): Row | undefined {
    const at = this.from(thread, row + 1);
    return at < this.starts[thread + 1]! ? this.rows[at] : undefined;
  }
}
