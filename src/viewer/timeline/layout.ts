// Where lanes are: one for each thread, with its spans by level above its events, and one for each lock that is asked for.

import type { Run } from '../model/run.ts';

export interface Lane {
  /** Of a thread or of a lock. */
  readonly kind: 'thread' | 'lock';
  readonly id: number;
  readonly top: number;
  readonly height: number;
  /** Levels that have room. */
  readonly levels: number;
}

export interface Layout {
  /** Width of the names at the left; height of the ruler at the top. */
  readonly left: number;
  readonly top: number;
  readonly lanes: readonly Lane[];
  readonly height: number;
}

export const LEVEL_HEIGHT = 15;
const MOST_LEVELS = 4;
/** Of the events: above them the number of one of the finding, below them their names. */
const STRIP = 46;
const BELOW = 20;
const PADDING = 6;
const LOCK_LANE = 26;
const RULER = 22;
const NARROW = 560;

export function layoutOf({ spans }: Run, threads: readonly number[], locks: readonly number[], width: number): Layout {
  const lanes: Lane[] = [];
  let top = RULER;
  for (const id of threads) {
    const levels = Math.min(MOST_LEVELS, Math.max(1, spans.depths[id] ?? 0));
    const height = PADDING + levels * LEVEL_HEIGHT + STRIP;
    lanes.push({ kind: 'thread', id, top, height, levels });
    top += height;
  }
  for (const id of locks) {
    lanes.push({ kind: 'lock', id, top, height: LOCK_LANE, levels: 1 });
    top += LOCK_LANE;
  }
  return { left: width < NARROW ? 64 : 112, top: RULER, lanes, height: top };
}

/** Where the events of a thread's lane are. */
export function stripOf({ top, height }: Lane): number {
  return top + height - BELOW;
}

/** The top of a level; what has no room of its own is at the last one. */
export function levelTop({ kind, top, levels }: Lane, level: number): number {
  return kind === 'lock' ? top + 5 : top + PADDING + Math.min(level, levels - 1) * LEVEL_HEIGHT;
}

export function laneOf({ lanes }: Layout, thread: number): Lane | undefined {
  return lanes.find(({ kind, id }) => kind === 'thread' && id === thread);
}

export function laneAt({ lanes }: Layout, y: number): Lane | undefined {
  return lanes.find(({ top, height }) => y >= top && y < top + height);
}
