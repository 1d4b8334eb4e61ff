// What is said of blocks that others cut: of each the accesses at which it shows, or, if there are none, the first lock, join or barrier;
// and of all that look the same (the same block, event and cut by their places in the code) the first.

import type { Violation } from '../../trace/outcome.ts';
import type { ViolationSink } from '../detector.ts';

/** A block while it is open. */
export interface OpenBlock {
  readonly begin: number;
  readonly place: number;
  /** Shown by what is not an access. */
  sync: Cut | undefined;
  /** Whether an access showed it. */
  shown: boolean;
}

export interface Cut {
  readonly violation: Violation;
  /** Of the block, of where it shows, and of what cut it. */
  readonly places: readonly number[];
}

export class CutBlocks {
  private readonly report: ViolationSink;
  private readonly known = new Set<string>();
  /** Blocks that were cut, and reports that looked like one before. */
  cut = 0;
  repeated = 0;

  constructor(report: ViolationSink) {
    this.report = report;
  }

  byAccess(block: OpenBlock, cut: Cut): void {
    if (!block.shown) this.cut++;
    block.shown = true;
    this.tell(cut);
  }

  bySync(block: OpenBlock, cut: Cut): void {
    block.sync ??= cut;
  }

  end(block: OpenBlock): void {
    if (block.shown || block.sync === undefined) return;
    this.cut++;
    this.tell(block.sync);
  }

  private tell({ violation, places }: Cut): void {
    const key = places.join(' ');
    if (this.known.has(key)) {
      this.repeated++;
      return;
    }
    this.known.add(key);
    this.report(violation);
  }
}
