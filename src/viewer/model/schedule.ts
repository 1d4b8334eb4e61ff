// The schedule that proves a finding, beside the recorded order: which row is which step, which rows moved or do not run, and the run that it is, to be
// drawn as the recorded one is. The steps at which threads wait in a deadlock stand at the end, as requests.

import type { Columns } from '../../trace/columns.ts';
import { Op } from '../../trace/operation.ts';
import { movedSteps } from '../../witness/moved.ts';
import { type Run, runOf } from './run.ts';
import type { Row, ViewTrace } from './view-trace.ts';

export interface Schedule {
  /** Its rows are steps. */
  readonly run: Run;
  /** Per step: the row. */
  readonly rows: Uint32Array;
  /** Per row: its step, or -1 if it does not run. */
  readonly steps: Int32Array;
  /** Per step: 1 if its event is not where the order of the trace would have it. */
  readonly moved: Uint8Array;
}

/** `waiting`: of a deadlock, the rows that would come next and wait. */
export function scheduleOf(trace: ViewTrace, witness: ArrayLike<Row>, waiting: readonly Row[], isPart = false): Schedule {
  const { columns, symbols } = trace;
  const rows = new Uint32Array(witness.length + waiting.length);
  rows.set(witness);
  rows.set(waiting, witness.length);
  const steps = new Int32Array(columns.length).fill(-1);
  for (let step = 0; step < rows.length; step++) steps[rows[step]!] = step;
  const run = runOf({ columns: permuted(columns, rows, witness.length), symbols }, isPart);
  return { run, rows, steps, moved: movedSteps(rows) };
}

function permuted(
  { ops, threads, targets, locations, ...columns }: Columns & { readonly locations: Uint32Array },
  rows: Uint32Array,
  waitFrom: number,
) {
  const pick = <A extends Uint8Array | Uint32Array>(from: A, to: A): A => {
    for (let step = 0; step < rows.length; step++) to[step] = from[rows[step]!]!;
    return to;
  };
  const all = {
    ...columns,
    length: rows.length,
    ops: pick(ops, new Uint8Array(rows.length)),
    threads: pick(threads, new Uint32Array(rows.length)),
    targets: pick(targets, new Uint32Array(rows.length)),
    locations: pick(locations, new Uint32Array(rows.length)),
  };
  all.ops.fill(Op.request, waitFrom);
  return all;
}
