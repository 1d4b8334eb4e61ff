// What is under the pointer: the nearest event of the lane, or the folded stretch.

import type { Gap } from '../model/axis.ts';
import type { Frame } from './frame.ts';
import { laneAt, laneOf } from './layout.ts';
import type { Index } from './picture.ts';

export interface Hit {
  readonly index?: Index;
  readonly gap?: Gap;
}

/** Pixels that a pointer may be beside an event. */
const NEAR = 14;

export function hit(frame: Pick<Frame, 'layout' | 'picture' | 'viewport' | 'x'>, x: number, y: number): Hit {
  const { layout, picture, viewport } = frame;
  if (x < layout.left) return {};
  const { axis, run } = picture;
  const row = axis.rowAt(viewport.start + (x - layout.left) / viewport.unit);
  const lane = laneAt(layout, y);
  const gap = axis.gapOf(Math.floor(row));
  if (lane === undefined || lane.kind !== 'thread') return gap === undefined ? {} : { gap };
  const before = run.rows.last(lane.id, Math.floor(row));
  const after = run.rows.next(lane.id, Math.floor(row));
  let best: Index | undefined;
  let distance = NEAR;
  for (const index of [before, after]) {
    if (index === undefined || axis.gapOf(index) !== undefined) continue;
    const away = Math.abs(frame.x(index + 0.5) - x);
    if (away > distance) continue;
    best = index;
    distance = away;
  }
  if (best !== undefined) return { index: best };
  return gap === undefined ? {} : { gap };
}

/** The event nearest in place to one, in the lane above or below. */
export function beside({ layout, picture }: Pick<Frame, 'layout' | 'picture'>, index: Index, by: number): Index | undefined {
  const { rows, trace } = picture.run;
  const lane = laneOf(layout, trace.columns.threads[index]!);
  const lanes = layout.lanes.filter(({ kind }) => kind === 'thread');
  const next = lane === undefined ? undefined : lanes[lanes.indexOf(lane) + by];
  if (next === undefined) return undefined;
  return rows.last(next.id, index) ?? rows.next(next.id, index);
}
