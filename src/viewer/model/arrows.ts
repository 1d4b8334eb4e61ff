// The orders between threads as columns, by the row at which they end.

import { bisect } from '../../base/bisect.ts';
import { enlarged } from '../../base/grown.ts';
import type { OrderKind } from '../../trace/hand-overs.ts';
import type { Row } from './view-trace.ts';

/** `notify` orders nothing by itself; it tells who woke whom. */
export type ArrowKind = OrderKind | 'notify';
export const arrowKinds: readonly ArrowKind[] = ['lock', 'fork', 'join', 'atomic', 'barrier', 'notify'];

export interface Arrows {
  readonly count: number;
  readonly from: Uint32Array;
  /** Ascending. */
  readonly to: Uint32Array;
  /** Indexes of `arrowKinds`. */
  readonly kinds: Uint8Array;
}

export class ArrowCollector {
  private count = 0;
  private from = new Uint32Array(0);
  private to = new Uint32Array(0);
  private kinds = new Uint8Array(0);

  add(kind: ArrowKind, from: Row, to: Row): void {
    const { count } = this;
    if (count === this.kinds.length) {
      this.from = enlarged(this.from, count + 1);
      this.to = enlarged(this.to, count + 1);
      this.kinds = enlarged(this.kinds, count + 1);
    }
    this.from[count] = from;
    this.to[count] = to;
    this.kinds[count] = arrowKinds.indexOf(kind);
    this.count++;
  }

  arrows(): Arrows {
    return { count: this.count, from: this.from, to: this.to, kinds: this.kinds };
  }
}

/** The first arrow that ends at a row or later, or their number. */
export function firstArrow({ count, to }: Arrows, row: number): number {
  return bisect(0, count, (arrow) => to[arrow]! < row);
}

/** The arrow of a lock that ends at a row; a fork may end there as well. */
export function lockArrow(arrows: Arrows, row: Row): number {
  let arrow = firstArrow(arrows, row);
  while (arrow < arrows.count && arrows.kinds[arrow] !== LOCK) arrow++;
  return arrow;
}

const LOCK = arrowKinds.indexOf('lock');
