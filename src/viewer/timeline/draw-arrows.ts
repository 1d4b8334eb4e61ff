// The orders between threads. Those that end on the screen are found by their place; where they are too many to be followed, the screen is cut into
// stretches and a few of each are drawn, as thin lines. So a picture has some hundred arrows at most.

import { bisect } from '../../base/bisect.ts';
import { arrowKinds, firstArrow, lockArrow } from '../model/arrows.ts';
import type { Edge } from '../model/ordering.ts';
import type { Frame } from './frame.ts';
import { laneOf, stripOf } from './layout.ts';
import { type Index, isTurned } from './picture.ts';
import type { Theme } from './theme.ts';

/** Arrows of one stretch. */
const BUNDLE = 3;
/** Arrows of a frame: beyond that they hide what they connect. */
const MOST = 240;

export function drawArrows(frame: Frame): void {
  const { picture, from, to } = frame;
  const { arrows } = picture.run;
  const first = firstArrow(arrows, from);
  const end = firstArrow(arrows, to + 1);
  if (end - first > MOST) drawBundles(frame, first, end);
  else for (let i = first; i < end; i++) drawArrow(frame, arrows.from[i]!, arrows.to[i]!, arrowKinds[arrows.kinds[i]!]!);
  labelTurned(frame);
}

/** Where there are more than one can follow: some of each stretch, as thin lines, all of a kind at once. */
function drawBundles(frame: Frame, first: number, end: number): void {
  const { context, theme, picture, layout, from, to, x } = frame;
  const { arrows, trace } = picture.run;
  const step = ((to - from) * BUNDLE) / MOST;
  const lines = arrowKinds.map(() => new Path2D());
  for (let i = first; i < end; ) {
    const last = Math.min(
      end,
      bisect(i, end, (at) => arrows.to[at]! < arrows.to[i]! + step),
    );
    for (let shown = i; shown < Math.min(last, i + BUNDLE); shown++) {
      const a = laneOf(layout, trace.columns.threads[arrows.from[shown]!]!);
      const b = laneOf(layout, trace.columns.threads[arrows.to[shown]!]!);
      if (a === undefined || b === undefined) continue;
      lines[arrows.kinds[shown]!]!.moveTo(x(arrows.from[shown]! + 0.5), stripOf(a));
      lines[arrows.kinds[shown]!]!.lineTo(x(arrows.to[shown]! + 0.5), stripOf(b));
    }
    i = Math.max(last, i + 1);
  }
  context.globalAlpha = 0.4;
  context.lineWidth = 1;
  for (const [kind, path] of lines.entries()) {
    context.strokeStyle = colorOfOrder(arrowKinds[kind]!, theme);
    context.stroke(path);
  }
  context.globalAlpha = 1;
}

/** Says once what a dashed arrow means. */
function labelTurned(frame: Frame): void {
  const { picture, from, to, layout } = frame;
  const { arrows, trace } = picture.run;
  for (const end of picture.turned) {
    if (end < from || end > to) continue;
    const start = arrows.from[lockArrow(arrows, end)]!;
    const lane = laneOf(layout, trace.columns.threads[start]!);
    if (lane === undefined || isFolded(frame, start)) continue;
    turnedLabel(frame, frame.x(start + 0.5), stripOf(lane));
    return;
  }
}

function drawArrow(frame: Frame, from: Index, to: Index, kind: (typeof arrowKinds)[number]): void {
  const { context, theme, picture, layout } = frame;
  if (isFolded(frame, from) && isFolded(frame, to)) return;
  const { threads } = picture.run.trace.columns;
  const a = laneOf(layout, threads[from]!);
  const b = laneOf(layout, threads[to]!);
  if (a === undefined || b === undefined) return;
  const turned = isTurned(picture, kind, to);
  context.globalAlpha = turned ? 1 : 0.75;
  context.strokeStyle = turned ? theme.turned : colorOfOrder(kind, theme);
  context.lineWidth = turned ? 2 : 1.4;
  context.setLineDash(turned ? [5, 4] : kind === 'notify' ? [2, 3] : []);
  const [x1, y1, x2, y2] = [frame.x(from + 0.5), stripOf(a), frame.x(to + 0.5), stripOf(b)];
  arrowLine(context, x1, y1, x2, y2);
  context.globalAlpha = 1;
  context.setLineDash([]);
}

function isFolded({ picture }: Frame, index: Index): boolean {
  return picture.axis.gapOf(index) !== undefined;
}

function colorOfOrder(kind: (typeof arrowKinds)[number] | 'program', theme: Theme): string {
  switch (kind) {
    case 'lock':
      return theme.lock;
    case 'fork':
    case 'join':
      return theme.fork;
    case 'program':
      return theme.text;
    default:
      return theme.atomic;
  }
}

function arrowLine(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  const bend = Math.max(12, Math.min(48, Math.abs(x2 - x1) / 2));
  context.beginPath();
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - 5, y2);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.moveTo(x2 - 2, y2);
  context.lineTo(x2 - 8, y2 - 3.5);
  context.lineTo(x2 - 8, y2 + 3.5);
  context.fill();
}

const TURNED = 'could be the other way round';

/** Beside where the arrow begins: there the thread has just done its part, and there is room most of the time. */
function turnedLabel({ context, theme, width, layout }: Frame, x: number, y: number): void {
  context.font = `11px ${theme.font}`;
  const wide = context.measureText(TURNED).width + 8;
  if (wide > width - layout.left) return;
  const left = Math.max(layout.left, Math.min(x + 16, width - wide));
  context.fillStyle = theme.ground;
  context.globalAlpha = 0.9;
  context.fillRect(left, y - 17, wide, 15);
  context.globalAlpha = 1;
  context.fillStyle = theme.turned;
  context.textBaseline = 'middle';
  context.fillText(TURNED, left + 4, y - 9);
}

/** The chain that orders two events, or what there is of it. */
export function drawChain(frame: Frame, edges: readonly Edge[]): void {
  const { context, theme, picture, layout } = frame;
  const { threads } = picture.run.trace.columns;
  context.strokeStyle = theme.focus;
  context.lineWidth = 3;
  for (const { kind, from, to } of edges) {
    const a = laneOf(layout, threads[from]!);
    const b = laneOf(layout, threads[to]!);
    if (a === undefined || b === undefined) continue;
    if (kind !== 'program') arrowLine(context, frame.x(from + 0.5), stripOf(a), frame.x(to + 0.5), stripOf(b));
    else {
      context.beginPath();
      context.moveTo(frame.x(from + 0.5), stripOf(a));
      context.lineTo(frame.x(to + 0.5), stripOf(b));
      context.stroke();
    }
  }
}
