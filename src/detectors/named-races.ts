// Names the pairs of races whose second accesses are known, as FastTrack would: it runs on what synchronises and on the variables that race, which are few.
// For analyses that know where a race shows before they know what to say of it.

import { grown } from '../base/grown.ts';
import { type EventBlock, newBlock } from '../trace/block.ts';
import { ACCESS_KINDS, Op, PLAIN } from '../trace/operation.ts';
import type { Analysis, RaceSink } from './detector.ts';
import { FastTrack } from './fasttrack/index.ts';

/** Where a race shows: the first access of a variable that races with an earlier one. */
export interface ShownRace {
  readonly second: number;
  readonly variable: number;
}

export class NamedRaces implements Analysis {
  private readonly fasttrack: FastTrack;
  private readonly report: RaceSink;
  /** By the second access: the earliest that FastTrack reports with it. */
  private readonly firsts = new Map<number, number>();
  /** Per variable: 1 if it races. */
  private wanted = new Uint8Array(0);
  private out = { ...newBlock(0), positions: new Uint32Array(0) };

  constructor(races: readonly ShownRace[], report: RaceSink) {
    this.report = report;
    for (const { second, variable } of races) {
      if (variable >= this.wanted.length) this.wanted = grown(this.wanted, Math.max(variable + 1, 2 * this.wanted.length));
      this.wanted[variable] = 1;
      this.firsts.set(second, Number.POSITIVE_INFINITY);
    }
    this.fasttrack = new FastTrack((first, second) => {
      const known = this.firsts.get(second);
      if (known !== undefined) this.firsts.set(second, Math.min(known, first));
    });
  }

  block(block: EventBlock): void {
    this.filter(block);
    this.fasttrack.block(this.out);
  }

  end(): void {
    this.fasttrack.end();
    for (const [second, first] of this.firsts) {
      if (first === Number.POSITIVE_INFINITY)
        throw new Error(`no race shows at event ${second}, as the summary of the trace says`);
      this.report(first, second);
    }
  }

  counters(): Record<string, number> {
    return {};
  }

  private filter({ start, length, ops, threads, targets, bounds, memoryModel }: EventBlock): void {
    if (length > this.out.positions.length) this.out = { ...newBlock(length), positions: new Uint32Array(length) };
    const { out, wanted } = this;
    let at = 0;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      if ((ACCESS_KINDS[op] === PLAIN || op === Op.alloc) && wanted[targets[i]!] !== 1) continue;
      out.ops[at] = op;
      out.threads[at] = threads[i]!;
      out.targets[at] = targets[i]!;
      out.positions[at++] = start + i;
    }
    Object.assign(out, { start, length: at, bounds, memoryModel });
  }
}
