// Sections, waits and blocks. Spans of one level never overlap: what is narrower than a pixel is drawn once, and the next one that is looked at begins
// in the next pixel, so that a picture costs as many steps as it has pixels, however long the run is.

import { bisect } from '../../base/bisect.ts';
import { display } from '../../base/quote.ts';
import { operation } from '../../trace/operation.ts';
import { table } from '../../trace/symbols.ts';
import { lockName, threadName } from '../model/event-words.ts';
import { MOST_LEVELS, SpanKind } from '../model/spans.ts';
import type { Frame } from './frame.ts';
import { type Lane, LEVEL_HEIGHT, levelTop } from './layout.ts';

const HEIGHT = LEVEL_HEIGHT - 2;
/** Pixels of a span that has corners. */
const NARROW = 6;
/** Pixels of a span that has a name. */
const NAMED = 24;

/** A span that has room for its name. */
export interface WideSpan {
  readonly span: number;
  readonly lane: Lane;
  readonly level: number;
}

/** All but their names, which stay on the screen while the spans move: they are drawn by `labelSpans`. */
export function drawSpans(frame: Frame): WideSpan[] {
  const { layout, picture } = frame;
  const wide: WideSpan[] = [];
  for (const lane of layout.lanes) {
    if (lane.kind === 'lock') drawLock(frame, lane, wide);
    else for (let level = 0; level < (picture.run.spans.depths[lane.id] ?? 0); level++) drawLevel(frame, lane, level, wide);
  }
  return wide;
}

export function labelSpans(frame: Frame, wide: readonly WideSpan[]): void {
  for (const { span, lane, level } of wide) {
    const [left, right] = edgesOf(frame, span);
    const name =
      lane.kind === 'lock' ? threadName(frame.picture.run.trace, frame.picture.run.spans.threads[span]!) : nameOf(frame, span);
    label(frame, name, left, levelTop(lane, level), right - left);
  }
}

/** Pixels of a span; what is far outside need not be drawn. */
function edgesOf({ picture, x, width, layout }: Frame, span: number): [number, number] {
  const { spans, trace } = picture.run;
  const left = Math.max(x(spans.starts[span]! + 0.25), layout.left - 4);
  return [left, Math.min(x(Math.min(spans.ends[span]! + 0.75, trace.columns.length)), width + 4)];
}

function drawLevel(frame: Frame, lane: Lane, level: number, wide: WideSpan[]): void {
  const { spans } = frame.picture.run;
  const group = lane.id * MOST_LEVELS + level;
  const end = spans.orderStarts[group + 1]!;
  drawRow(
    frame,
    spans.orderStarts[group]!,
    end,
    (i) => spans.order[i]!,
    (span) => drawSpan(frame, lane, level, span) && wide.push({ span, lane, level }),
    levelTop(lane, level),
  );
}

/** Pixels of a span that is drawn by itself, and of what is looked at next where they are narrower. */
const SINGLE = 2;

/** Spans that do not overlap, of which the i-th is given: those that can be seen; where they are narrower than a pixel or two, one box for as many as touch. */
function drawRow(
  frame: Frame,
  start: number,
  end: number,
  spanAt: (i: number) => number,
  draw: (span: number) => unknown,
  top: number,
): void {
  const { picture, viewport, from, to } = frame;
  const { axis } = picture;
  const { starts, ends } = picture.run.spans;
  const pixel = (row: number): number => (axis.place(row) - viewport.start) * viewport.unit;
  let i = bisect(start, end, (at) => ends[spanAt(at)]! < from);
  while (i < end) {
    const span = spanAt(i);
    if (starts[span]! > to) return;
    const left = pixel(starts[span]!);
    if (pixel(Math.min(ends[span]!, to) + 1) - left >= SINGLE) {
      draw(span);
      i++;
      continue;
    }
    let right = left;
    do {
      right = Math.max(right, pixel(starts[spanAt(i)]!)) + SINGLE;
      i = firstFrom(starts, spanAt, i + 1, end, axis.rowAt(viewport.start + right / viewport.unit));
    } while (i < end && pixel(starts[spanAt(i)]!) < right + 1 && pixel(ends[spanAt(i)]! + 1) < right + 2 * SINGLE);
    drawMany(frame, span, left, right, top);
  }
}

/** The first span from `i` on that begins at the row or later: it is near, so that steps that double find it sooner than a search through all. */
function firstFrom(starts: Uint32Array, spanAt: (i: number) => number, i: number, end: number, row: number): number {
  let low = i;
  let step = 1;
  while (low + step < end && starts[spanAt(low + step)]! < row) {
    low += step;
    step *= 2;
  }
  return bisect(low, Math.min(end, low + step), (at) => starts[spanAt(at)]! < row);
}

/** One is in the colour of its lock, several are in none. */
function drawMany({ context, theme, layout, picture }: Frame, span: number, left: number, right: number, top: number): void {
  const isOne = right - left <= SINGLE;
  context.globalAlpha = isOne ? 0.9 : 0.5;
  context.fillStyle = isOne ? theme.fills[picture.run.spans.targets[span]! % theme.fills.length]! : theme.lock;
  context.fillRect(layout.left + left, top, right - left, HEIGHT);
  context.globalAlpha = 1;
}

/** Whether there is room for its name. */
function drawSpan(frame: Frame, lane: Lane, level: number, span: number): boolean {
  const { context, theme, picture } = frame;
  const { spans } = picture.run;
  const kind = spans.kinds[span]!;
  const [left, right] = edgesOf(frame, span);
  const top = levelTop(lane, level);
  const wide = Math.max(right - left, 1);
  const fill = kind === SpanKind.region ? theme.faint : theme.fills[spans.targets[span]! % theme.fills.length]!;
  if (kind === SpanKind.section || kind === SpanKind.shared || kind === SpanKind.region) {
    context.globalAlpha = kind === SpanKind.section ? 0.9 : 0.45;
    context.fillStyle = fill;
    fillBox(context, left, top, wide, HEIGHT);
  }
  if (wide >= NARROW && kind !== SpanKind.section) outline(frame, left, top, wide, fill, kind);
  context.globalAlpha = 1;
  if (wide >= NARROW && isMovedSpan(frame, span)) markMoved(frame, left, top, wide);
  return wide > NAMED;
}

function outline({ context }: Frame, left: number, top: number, wide: number, color: string, kind: number): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash(kind === SpanKind.shared || kind === SpanKind.region ? [] : [3, 3]);
  box(context, left + 0.5, top + 0.5, wide - 1, HEIGHT - 1);
  context.stroke();
  context.setLineDash([]);
}

function isMovedSpan({ picture }: Frame, span: number): boolean {
  return picture.isMoved(picture.run.spans.starts[span]!);
}

function markMoved({ context, theme }: Frame, left: number, top: number, wide: number): void {
  context.strokeStyle = theme.moved;
  context.lineWidth = 2;
  box(context, left, top, wide, HEIGHT);
  context.stroke();
}

function nameOf({ picture }: Frame, span: number): string {
  const { spans, trace } = picture.run;
  const target = spans.targets[span]!;
  switch (spans.kinds[span]) {
    case SpanKind.region:
      return display(trace.symbols.locations.name(target));
    case SpanKind.shared:
      return `${lockName(trace, target)} (read)`;
    case SpanKind.wait:
      return `waits on ${lockName(trace, target)}`;
    case SpanKind.blocked: {
      const kind = operation(trace.columns.ops[spans.starts[span]!]!).target;
      return `waits for ${display(table(trace.symbols, kind).name(target))}`;
    }
    default:
      return lockName(trace, target);
  }
}

function label({ context, theme, layout }: Frame, text: string, left: number, top: number, wide: number): void {
  const from = Math.max(left, layout.left) + 4;
  const room = left + wide - from - 3;
  if (room < 12) return;
  context.save();
  context.beginPath();
  context.rect(from, top, room, HEIGHT);
  context.clip();
  context.font = `11px ${theme.font}`;
  context.fillStyle = theme.text;
  context.textBaseline = 'middle';
  context.fillText(fitted(context, text, room), from, top + HEIGHT / 2 + 0.5);
  context.restore();
}

/** Who holds the lock, when. */
function drawLock(frame: Frame, lane: Lane, wide: WideSpan[]): void {
  const { context, theme, picture } = frame;
  const { spans } = picture.run;
  const held = lockSpans(frame, lane.id);
  drawRow(
    frame,
    0,
    held.length,
    (i) => held[i]!,
    (span) => {
      const [left, right] = edgesOf(frame, span);
      context.globalAlpha = spans.kinds[span] === SpanKind.shared ? 0.45 : 0.9;
      context.fillStyle = theme.fills[lane.id % theme.fills.length]!;
      fillBox(context, left, lane.top + 5, Math.max(right - left, 1), lane.height - 10);
      context.globalAlpha = 1;
      if (right - left > NAMED) wide.push({ span, lane, level: 0 });
    },
    levelTop(lane, 0),
  );
}

const ofLock = new WeakMap<object, Map<number, Uint32Array>>();

/** The sections of a lock, found once. */
function lockSpans({ picture }: Frame, lock: number): Uint32Array {
  const { spans } = picture.run;
  const known = ofLock.get(spans) ?? new Map<number, Uint32Array>();
  ofLock.set(spans, known);
  let found = known.get(lock);
  if (found === undefined) {
    const list: number[] = [];
    for (let span = 0; span < spans.count; span++)
      if (spans.targets[span] === lock && spans.kinds[span]! <= SpanKind.shared) list.push(span);
    found = Uint32Array.from(list);
    known.set(lock, found);
  }
  return found;
}

/** With round corners where they can be seen: a path takes the browser thirty times as long as a rectangle, and a long run has thousands. */
function fillBox(context: CanvasRenderingContext2D, x: number, y: number, wide: number, high: number): void {
  if (wide < NARROW) {
    context.fillRect(x, y, wide, high);
    return;
  }
  box(context, x, y, wide, high);
  context.fill();
}

function box(context: CanvasRenderingContext2D, x: number, y: number, wide: number, high: number): void {
  context.beginPath();
  context.roundRect(x, y, wide, high, 3);
}

/** As much of a text as there is room for, and that something is missing. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  const wide = context.measureText(text).width;
  if (wide <= room) return text;
  const kept = Math.floor((text.length * room) / wide) - 1;
  return kept < 1 ? text : `${text.slice(0, kept)}…`;
}
