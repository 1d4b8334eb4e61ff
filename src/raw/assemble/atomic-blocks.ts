// The blocks of a trace that are to be atomic: those that the program tells, and visits of functions that the user names.

import { Op } from '../../trace/operation.ts';
import type { Names } from './names.ts';
import type { ThreadScan } from './scan.ts';
import type { TraceOutput } from './trace-output.ts';
import type { Visits } from './visits.ts';

export class AtomicBlocks {
  private readonly names: Names;
  private readonly output: TraceOutput;
  /** Per log: its thread in the trace. */
  private readonly threads: readonly number[];
  /** Per log: the names of the blocks that it is in. */
  private readonly open: number[][] = [];
  /** How many visits there were of the functions that were named. */
  visited = 0;
  /** Undefined if no function was named. */
  private readonly visits: Visits | undefined;

  constructor(
    names: Names,
    output: TraceOutput,
    threads: readonly number[],
    logs: readonly Pick<ThreadScan, 'calls'>[],
    functions: readonly string[],
  ) {
    this.names = names;
    this.output = output;
    this.threads = threads;
    if (functions.length === 0) return;
    const calls = logs.map((log) => log.calls);
    this.visits = names.visits(functions, calls, {
      begin: (log, name, location) => {
        this.visited++;
        this.begin(log, names.symbols.locations.internName(name), location);
      },
      end: (log, location) => this.leave(log, location),
    });
  }

  /** By what an `enter` says. */
  enter(log: number, address: number, location: number): void {
    this.begin(log, this.names.block(address, location), location);
  }

  /** The end of a block that began before the recording did is passed over. */
  leave(log: number, location: number): void {
    const region = this.open[log]?.pop();
    if (region !== undefined) this.output.add(Op.end, this.threads[log]!, region, location);
  }

  visit(log: number, context: number): void {
    this.visits?.visit(log, context);
  }

  /** Before each event, which may be the first one of a visit, or the first one after it. */
  at(log: number, site: number, location: number): void {
    this.visits?.at(log, site, location);
  }

  private begin(log: number, region: number, location: number): void {
    this.open[log] ??= [];
    this.open[log].push(region);
    this.output.add(Op.begin, this.threads[log]!, region, location);
  }
}
