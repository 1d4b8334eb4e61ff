// The variables of cells, each made when it is first used: one for a cell, or one for each range where atomics of several ranges touch it.

import { NO_LOCATION } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import type { AtomicEvents } from './atomic-events.ts';
import type { Cells } from './cells.ts';
import type { Names } from './names.ts';
import type { TraceOutput } from './trace-output.ts';

export class CellVariables {
  private readonly cells: Cells;
  private readonly names: Names;
  private readonly output: TraceOutput;
  private readonly atomics: AtomicEvents;
  /** Per log: its thread in the trace. */
  private readonly threads: readonly number[];
  /** Per cell that atomics of several ranges touch: a variable for each. */
  private readonly ofRanges = new Map<number, readonly number[]>();

  constructor(cells: Cells, names: Names, output: TraceOutput, atomics: AtomicEvents, threads: readonly number[]) {
    this.cells = cells;
    this.names = names;
    this.output = output;
    this.atomics = atomics;
    this.threads = threads;
  }

  /** `thread` uses it `now`. */
  of(cell: number, thread: number, now: number): number {
    const known = this.cells.variables[cell]!;
    if (known >= 0) return known;
    const variable = this.create(cell, thread, now, '');
    this.cells.variables[cell] = variable;
    return variable;
  }

  /** Of a cell that atomics of several ranges touch, in the order of those. */
  all(cell: number, thread: number, now: number): readonly number[] {
    let variables = this.ofRanges.get(cell);
    if (variables === undefined) {
      const start = this.cells.starts[cell]!;
      const ranges = this.cells.ranges.get(cell)!;
      variables = ranges.map(({ address, bytes }) => this.create(cell, thread, now, ` as atomic ${bytes} at ${address - start}`));
      this.ofRanges.set(cell, variables);
    }
    return variables;
  }

  private create(cell: number, thread: number, now: number, range: string): number {
    const { cells, names } = this;
    const end = cells.timeline.end(cell);
    const block = cells.block(cell);
    const variable = names.variable(cells.starts[cell]!, cells.lengths[cell]!, block, range, now, end);
    const allocated = block === undefined ? NO_LOCATION : names.allocation(block);
    if (names.reused) {
      this.output.add(Op.alloc, thread, variable, allocated);
      this.atomics.renew(variable);
    } else {
      if (allocated !== NO_LOCATION) names.symbols.allocations.set(variable, allocated, this.threads[block!.thread]!);
      if (range === '') names.extent(variable, cells.starts[cell]!, cells.lengths[cell]!, block);
    }
    return variable;
  }
}
