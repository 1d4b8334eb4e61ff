// The events of a lane: each with a shape of its own where there is room, strokes where there is less, and how many they are where there is none.

import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import { eventText } from '../model/event-words.ts';
import type { Frame } from './frame.ts';
import { type Lane, stripOf } from './layout.ts';
import type { Index } from './picture.ts';
import type { Theme } from './theme.ts';

/** Pixels of an event that has a shape. */
const SHAPES = 6;
const HALF = 9;

/** Those that have room for a shape and a name. */
export function drawEvents(frame: Frame): void {
  const { layout, viewport } = frame;
  if (viewport.unit >= SHAPES) for (const lane of layout.lanes) if (lane.kind === 'thread') drawShapes(frame, lane);
}

/** Those that have none. */
export function drawDenseEvents(frame: Frame): void {
  const { layout, viewport, picture } = frame;
  if (viewport.unit >= SHAPES) return;
  const isDense = viewport.unit * picture.run.density.bin <= 1;
  const columns = isDense ? columnsOf(frame) : undefined;
  for (const lane of layout.lanes) {
    if (lane.kind !== 'thread') continue;
    if (columns !== undefined) drawDensity(frame, lane, columns);
    else drawStrokes(frame, lane);
  }
}

/** The indexes of a thread that can be seen and are not folded, in their order. */
function* shown({ picture, from, to }: Frame, thread: number): Generator<Index> {
  const { rows, starts } = picture.run.rows;
  const end = starts[thread + 1]!;
  let i = picture.run.rows.from(thread, from);
  while (i < end && rows[i]! <= to) {
    const gap = picture.axis.gapOf(rows[i]!);
    if (gap === undefined) yield rows[i++]!;
    else i = picture.run.rows.from(thread, gap.to);
  }
}

function drawShapes(frame: Frame, lane: Lane): void {
  const { context, theme, picture, x, viewport } = frame;
  const { columns } = picture.run.trace;
  const y = stripOf(lane);
  const size = Math.min(4.5, viewport.unit / 2.4);
  const indexes = [...shown(frame, lane.id)];
  for (const index of indexes) {
    const at = x(index + 0.5);
    const op = columns.ops[index]!;
    context.fillStyle = colorOf(op, theme);
    context.strokeStyle = context.fillStyle;
    shape(context, op, at, y, size);
    if (picture.isMoved(index)) {
      context.fillStyle = theme.moved;
      context.fillRect(at - size, y + size + 2.5, 2 * size, 2);
    }
  }
  drawLabels(frame, lane, indexes);
}

/** Names of events where they do not run into each other; those of the finding come first. */
function drawLabels({ context, theme, picture, layout, width, x }: Frame, lane: Lane, indexes: readonly Index[]): void {
  const y = stripOf(lane);
  context.textBaseline = 'top';
  context.textAlign = 'center';
  const taken: [number, number][] = [];
  const byRank = [...indexes].sort((a, b) => Number(picture.marked.has(b)) - Number(picture.marked.has(a)) || a - b);
  for (const index of byRank) {
    const text = shortened(eventText(picture.run.trace, index));
    const isMarked = picture.marked.has(index);
    context.font = `${isMarked ? 'bold ' : ''}11px ${theme.font}`;
    const half = context.measureText(text).width / 2 + 3;
    const at = Math.max(layout.left + half, Math.min(x(index + 0.5), width - half));
    if (taken.some(([left, right]) => at + half > left && at - half < right)) continue;
    taken.push([at - half, at + half]);
    context.fillStyle = isMarked ? theme.mark : theme.text;
    context.fillText(text, at, y + 7);
  }
  context.textAlign = 'left';
}

const LONGEST = 28;
/** Names of variables and locks differ at their ends: they begin with packages and files. */
const HEAD = 3;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, HEAD)}…${text.slice(HEAD + 1 - LONGEST)}`;
}

function shape(context: CanvasRenderingContext2D, op: number, x: number, y: number, r: number): void {
  context.beginPath();
  if (ACCESS_KINDS[op] !== NO_ACCESS) {
    if (isWrite(op)) {
      context.rect(x - r, y - r, 2 * r, 2 * r);
      context.fill();
    } else {
      context.lineWidth = 1.6;
      context.arc(x, y, r - 0.5, 0, 2 * Math.PI);
      context.stroke();
    }
    return;
  }
  if (op === Op.acquire || op === Op.acquireShared) {
    context.moveTo(x - r, y - r);
    context.lineTo(x + r, y);
    context.lineTo(x - r, y + r);
  } else if (op === Op.release || op === Op.releaseShared) {
    context.moveTo(x + r, y - r);
    context.lineTo(x - r, y);
    context.lineTo(x + r, y + r);
  } else {
    context.moveTo(x, y - r);
    context.lineTo(x + r, y);
    context.lineTo(x, y + r);
    context.lineTo(x - r, y);
  }
  context.closePath();
  context.fill();
}

function colorOf(op: number, theme: Theme): string {
  if (op === Op.fork || op === Op.join) return theme.fork;
  if (op === Op.read) return theme.read;
  if (op === Op.write) return theme.write;
  return ACCESS_KINDS[op] === NO_ACCESS ? theme.sync : theme.atomic;
}

/** One stroke for each pixel. */
function drawStrokes(frame: Frame, lane: Lane): void {
  const { context, theme, picture, x, to, viewport } = frame;
  const { rows, starts } = picture.run.rows;
  const { ops } = picture.run.trace.columns;
  const end = starts[lane.id + 1]!;
  const y = stripOf(lane);
  let i = picture.run.rows.from(lane.id, frame.from);
  while (i < end && rows[i]! <= to) {
    const index = rows[i]!;
    const gap = picture.axis.gapOf(index);
    if (gap !== undefined) {
      i = picture.run.rows.from(lane.id, gap.to);
      continue;
    }
    context.fillStyle = colorOf(ops[index]!, theme);
    context.fillRect(x(index), y - HALF, Math.max(1, Math.min(viewport.unit - 0.5, 2)), 2 * HALF);
    if (viewport.unit >= 1) i++;
    else i = Math.max(i + 1, picture.run.rows.from(lane.id, picture.axis.rowAt(picture.axis.place(index) + 1 / viewport.unit)));
  }
}

/** How many reads and writes there are in each column, whose height is the logarithm. One colour after the other: to change it is dear. */
function drawDensity({ context, theme, picture, viewport }: Frame, lane: Lane, { first, edges }: PixelColumns): void {
  const { density } = picture.run;
  const bottom = stripOf(lane) + HALF;
  const scale = (2 * HALF) / Math.log2(1 + COLUMN / viewport.unit);
  const heights = new Float32Array(edges.length);
  context.fillStyle = theme.read;
  for (let i = 0; i + 1 < edges.length; i++) {
    const writes = density.countWrites(lane.id, edges[i]!, edges[i + 1]!);
    const all = writes + density.countReads(lane.id, edges[i]!, edges[i + 1]!);
    if (all === 0) continue;
    const high = Math.max(2, scale * Math.log2(1 + all));
    heights[i] = (high * writes) / all;
    context.fillRect(first + COLUMN * i, bottom - high, COLUMN, high - heights[i]!);
  }
  context.fillStyle = theme.write;
  for (let i = 0; i < heights.length; i++)
    if (heights[i]! > 0) context.fillRect(first + COLUMN * i, bottom - heights[i]!, COLUMN, heights[i]!);
}

/** Pixels of a column: each is two boxes in every lane, and a browser without a GPU takes a microsecond for one. */
const COLUMN = 2;

/** The columns of a frame: the pixel of the first, and the rows at their edges. The same for all lanes. */
interface PixelColumns {
  readonly first: number;
  readonly edges: Float64Array;
}

/** They begin at the same rows wherever the frame does: what is panned does not flicker. */
function columnsOf({ picture, layout, viewport, left, right }: Frame): PixelColumns {
  const begin = viewport.start * viewport.unit;
  const from = Math.floor((begin + left - layout.left) / COLUMN);
  const to = Math.ceil((begin + right - layout.left) / COLUMN);
  const edges = new Float64Array(to - from + 1);
  for (let i = 0; i < edges.length; i++) edges[i] = picture.axis.rowAt((COLUMN * (from + i)) / viewport.unit);
  return { first: layout.left + COLUMN * from - begin, edges };
}
