// Which part of an axis is on the screen, and how wide a row of it is: pan and zoom as functions.

import type { Axis } from '../model/axis.ts';

export interface Viewport {
  /** The place of the axis at the left edge, and pixels for one of its rows. */
  readonly start: number;
  readonly unit: number;
}

/** Wider than this a row only wastes room. */
const WIDEST = 160;
/** Rows at the ends that may be empty. */
const MARGIN = 1;

/** The whole axis, or a part of it. */
export function fitted(axis: Axis, width: number, from = -MARGIN, to = axis.length + MARGIN): Viewport {
  const unit = Math.min(width / Math.max(to - from, 1), WIDEST / 2);
  // What does not fill the width stands in the middle.
  return within({ start: from - (width / unit - (to - from)) / 2, unit }, axis, width);
}

export function panned({ start, unit }: Viewport, pixels: number, axis: Axis, width: number): Viewport {
  return within({ start: start + pixels / unit, unit }, axis, width);
}

/** `at` stays where it is. */
export function zoomed({ start, unit }: Viewport, factor: number, at: number, axis: Axis, width: number): Viewport {
  const least = Math.min(width / (axis.length + 2 * MARGIN), WIDEST / 2);
  const next = Math.max(least, Math.min(WIDEST, unit * factor));
  return within({ start: start + at / unit - at / next, unit: next }, axis, width);
}

/** Beginning at a whole pixel of the screen, of which there are `scale` to one of the page. */
export function onPixels({ start, unit }: Viewport, scale: number): Viewport {
  return { start: Math.round(start * unit * scale) / (unit * scale), unit };
}

/** The same zoom, with a place in the middle if it is not well inside. */
export function showing(viewport: Viewport, place: number, axis: Axis, width: number): Viewport {
  const x = (place - viewport.start) * viewport.unit;
  if (x > width * 0.1 && x < width * 0.9) return viewport;
  return within({ start: place - width / viewport.unit / 2, unit: viewport.unit }, axis, width);
}

function within({ start, unit }: Viewport, axis: Axis, width: number): Viewport {
  const shown = width / unit;
  const room = axis.length + 2 * MARGIN;
  if (shown >= room) return { start: -MARGIN - (shown - room) / 2, unit };
  return { start: Math.max(-MARGIN, Math.min(start, axis.length + MARGIN - shown)), unit };
}
