// From what the page has to the pictures of it: the recorded run, and the schedule that proves the finding.

import { cutIn, type Finding } from '../../findings/finding.ts';
import { arrowKinds } from '../model/arrows.ts';
import { Axis } from '../model/axis.ts';
import { type Focus, focusOn } from '../model/focus.ts';
import type { Run } from '../model/run.ts';
import { type Schedule, scheduleOf } from '../model/schedule.ts';
import { type Swaps, swapsOf } from '../model/swaps.ts';
import { type Row, rowsAt, type ViewTrace } from '../model/view-trace.ts';
import type { Picture } from './picture.ts';

/** How much is shown: what the finding is told with, all of its threads, or all threads. */
export type Scope = 'finding' | 'threads' | 'all';

/** What is known of an open finding, apart from what of it is shown. */
export interface Story {
  readonly run: Run;
  readonly focus: Focus;
  readonly marked: readonly Row[];
  readonly schedule: Schedule | undefined;
  readonly swaps: Swaps | undefined;
  /** Lock arrows of the recorded run, by the row at which they end, that the schedule has the other way round. */
  readonly turned: ReadonlySet<Row>;
}

export function storyOf(
  trace: ViewTrace,
  run: Run,
  finding: Finding | undefined,
  marked: readonly Row[],
  witness: Uint32Array | undefined,
): Story {
  const isPart = trace.positions !== undefined;
  const waiting = finding?.type === 'deadlock' ? marked : [];
  const schedule = witness === undefined ? undefined : scheduleOf(trace, witness, waiting, isPart);
  const cut = finding === undefined ? undefined : cutIn(finding);
  const asked = witness && { witness, waiting, cut: cut && [...rowsAt(trace, cut)] };
  return {
    run,
    focus: focusOn(run, marked, schedule),
    marked,
    schedule,
    swaps: schedule && asked && swapsOf(trace, run, schedule, asked),
    turned: schedule === undefined ? new Set() : turnedArrows(run, schedule),
  };
}

function turnedArrows({ arrows }: Run, { steps }: Schedule): ReadonlySet<Row> {
  const turned = new Set<Row>();
  const lock = arrowKinds.indexOf('lock');
  for (let i = 0; i < arrows.count; i++) {
    const [given, taken] = [steps[arrows.from[i]!]!, steps[arrows.to[i]!]!];
    if (arrows.kinds[i] === lock && taken >= 0 && (given < 0 || given > taken)) turned.add(arrows.to[i]!);
  }
  return turned;
}

export interface Shown {
  readonly scope: Scope;
  readonly locks: readonly number[];
  /** Rows that were folded and are not any more. */
  readonly open: ReadonlySet<Row>;
}

/** More rows of a fold at once are no help. */
const UNFOLDED = 400;

/** The rows that are shown beside the others if a fold of the picture is opened: of a long one its ends, which another click brings nearer. */
export function unfolded(open: ReadonlySet<Row>, { axis, rowOf }: Picture, from: number): ReadonlySet<Row> {
  const gap = axis.gapOf(from);
  if (gap === undefined) return open;
  const { to } = gap;
  const indexes = Array.from({ length: Math.min(to - from, UNFOLDED) }, (_, i) =>
    i % 2 === 0 ? from + i / 2 : to - (i + 1) / 2,
  );
  return new Set([...open, ...indexes.map(rowOf)]);
}

export function recordedPicture({ run, focus, marked, turned }: Story, { scope, locks, open }: Shown): Picture {
  const rows = run.trace.columns.length;
  const wanted = Uint32Array.from(new Set([...focus.rows, ...open])).sort();
  return {
    run,
    axis: scope === 'finding' ? Axis.around(rows, wanted) : new Axis(rows),
    threads: scope === 'all' ? allThreads(run, focus) : focus.threads,
    locks,
    isSchedule: false,
    rowOf: (row) => row,
    indexOf: (row) => row,
    isMoved: () => false,
    turned,
    marked: new Map(marked.map((row, i) => [row, i + 1])),
  };
}

export function schedulePicture({ focus, marked, schedule }: Story, { scope, locks, open }: Shown): Picture | undefined {
  if (schedule === undefined) return undefined;
  const { run, rows, steps, moved } = schedule;
  const indexOf = (row: Row): number | undefined => (steps[row]! < 0 ? undefined : steps[row]);
  const wanted = Uint32Array.from(new Set([...focus.rows, ...open]))
    .filter((row) => steps[row]! >= 0)
    .map((row) => steps[row]!)
    .sort();
  return {
    run,
    axis: scope === 'finding' ? Axis.around(rows.length, wanted) : new Axis(rows.length),
    threads: scope === 'all' ? allThreads(run, focus) : focus.threads,
    locks,
    isSchedule: true,
    rowOf: (step) => rows[step]!,
    indexOf,
    isMoved: (step) => moved[step] === 1,
    turned: new Set(),
    marked: new Map(marked.flatMap((row, i) => (steps[row]! < 0 ? [] : [[steps[row]!, i + 1] as const]))),
  };
}

/** Those of the finding first, then all that do anything. */
function allThreads({ rows, trace }: Run, focus: Focus): number[] {
  const others = Array.from({ length: trace.columns.bounds.threads }, (_, thread) => thread);
  return [...focus.threads, ...others.filter((thread) => rows.size(thread) > 0 && !focus.threads.includes(thread))];
}
