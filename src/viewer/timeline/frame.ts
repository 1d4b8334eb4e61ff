// One picture on one canvas at one moment: what all that draw share.

import type { Layout } from './layout.ts';
import type { Index, Picture } from './picture.ts';
import type { Theme } from './theme.ts';
import type { Viewport } from './viewport.ts';

export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly theme: Theme;
  readonly layout: Layout;
  readonly picture: Picture;
  readonly viewport: Viewport;
  readonly width: number;
  /** The pixels that are drawn: from, and up to. */
  readonly left: number;
  readonly right: number;
  /** The first and the last index among them. */
  readonly from: Index;
  readonly to: Index;
  /** Pixels of an index, which may have parts. While the order changes, somewhere between its two places. */
  x(index: number): number;
}

/** Another picture that this one comes from, and how far it still is. */
export interface Coming {
  readonly picture: Picture;
  readonly viewport: Viewport;
  /** 1: still as there; 0: there is no difference any more. */
  readonly share: number;
}

type Parts = Omit<Frame, 'from' | 'to' | 'left' | 'right' | 'x'>;

export function frameOf(parts: Parts, coming?: Coming): Frame {
  const { picture, layout, viewport, width } = parts;
  const { axis } = picture;
  const { left } = layout;
  const own = (index: number): number => left + (axis.place(index) - viewport.start) * viewport.unit;
  const x = coming === undefined ? own : (index: number): number => blended(picture, own, left, coming, index);
  return { ...parts, ...shownBetween(parts, left, width), x };
}

/** The same frame, of which only these pixels are drawn. */
export function stripOfFrame(frame: Frame, left: number, right: number): Frame {
  return { ...frame, ...shownBetween(frame, left, right) };
}

function shownBetween({ picture, layout, viewport }: Parts, left: number, right: number) {
  const rowAt = (pixel: number): number => picture.axis.rowAt(viewport.start + (pixel - layout.left) / viewport.unit);
  const last = picture.run.trace.columns.length - 1;
  return { left, right, from: Math.max(0, Math.floor(rowAt(left)) - 1), to: Math.min(last, Math.ceil(rowAt(right))) };
}

function blended(
  picture: Picture,
  own: (index: number) => number,
  left: number,
  { picture: other, viewport, share }: Coming,
  index: number,
): number {
  const whole = Math.min(Math.floor(index), picture.run.trace.columns.length - 1);
  const there = other.indexOf(picture.rowOf(whole));
  const here = own(index);
  if (there === undefined) return here;
  const x = left + (other.axis.place(there + (index - whole)) - viewport.start) * viewport.unit;
  return here + (x - here) * share;
}
