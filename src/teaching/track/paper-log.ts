// The log that the paper measures (section 5.3, Table VI), in its own words: a line for each acquire and release that the method does not call
// removable, and one for each access at which FF_race or LOFT_race finds a race.

import { display } from '../../base/quote.ts';
import { FfTracker, type LockLog } from '../../clocks/tracking/ff.ts';
import { LoftTracker } from '../../clocks/tracking/loft.ts';
import { TrackedRaces } from '../../detectors/loft/tracked-races.ts';
import type { EventBlock } from '../../trace/block.ts';
import type { Symbols } from '../../trace/symbols.ts';

export class PaperLog {
  /** Lines for races so far. */
  races = 0;
  private readonly analysis: TrackedRaces;
  private readonly write: (line: string) => void;
  private symbols: Symbols | undefined;
  private current: EventBlock | undefined;
  /** The access of the last race: two of its races make one line. */
  private last = -1;

  constructor(method: 'ff' | 'loft', write: (line: string) => void) {
    this.write = write;
    const log: LockLog = (acquired, t, lock) => {
      const { threads, locks } = this.symbols!;
      const did = acquired ? 'acquires' : 'releases';
      write(`Thread ${display(threads.name(t))} [${did}] a lock ${display(locks.name(lock))}.\n`);
    };
    const tracker = method === 'ff' ? new FfTracker(log) : new LoftTracker(log);
    this.analysis = new TrackedRaces((_, second) => this.race(second), tracker);
  }

  /** Takes the blocks of a trace in order. */
  block(block: EventBlock, symbols: Symbols): void {
    this.symbols = symbols;
    this.current = block;
    this.analysis.block(block);
  }

  private race(position: number): void {
    if (position === this.last) return;
    this.last = position;
    this.races++;
    const { locations, start } = this.current!;
    const place = this.symbols!.locations.name(locations[position - start]!);
    this.write(`Data race at: ${place === '' ? 'an unknown place' : display(place)}.\n`);
  }
}
