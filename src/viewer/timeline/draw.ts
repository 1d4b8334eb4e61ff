// A frame from back to front.

import { ACCESS_KINDS, NO_ACCESS } from '../../trace/operation.ts';
import { lockName, threadName } from '../model/event-words.ts';
import type { Edge } from '../model/ordering.ts';
import { drawArrows, drawChain } from './draw-arrows.ts';
import { drawEvents } from './draw-events.ts';
import type { Frame } from './frame.ts';
import { laneOf, stripOf } from './layout.ts';
import type { Index } from './picture.ts';
import { positionWords } from './ruler-words.ts';

export interface Lit {
  /** What is focused and what the pointer is on. */
  readonly selected: Index | undefined;
  readonly hovered: Index | undefined;
  /** The second event of a question. */
  readonly compared: Index | undefined;
  readonly chain: readonly Edge[];
  /** What stands at the ruler: the position of an event, or the step of a schedule. */
  numberOf(index: Index): number;
}

/** `drawBack` draws spans, and events that have no shape. */
export function draw(frame: Frame, lit: Lit, drawBack: () => void): void {
  const { context, theme, layout, width } = frame;
  context.fillStyle = theme.ground;
  context.fillRect(0, 0, width, layout.height);
  drawLanes(frame);
  context.save();
  context.beginPath();
  context.rect(layout.left, 0, width - layout.left, layout.height);
  context.clip();
  drawGaps(frame);
  drawBack();
  drawEvents(frame);
  drawArrows(frame);
  drawChain(frame, lit.chain);
  drawMarks(frame);
  for (const index of [lit.hovered, lit.compared, lit.selected])
    if (index !== undefined) ring(frame, index, index === lit.selected ? 8.5 : 7);
  drawRuler(frame, lit);
  context.restore();
  drawNames(frame);
}

function drawLanes({ context, theme, layout, width }: Frame): void {
  layout.lanes.forEach(({ top, height, kind }, i) => {
    if (i % 2 === 0 || kind === 'lock') {
      context.fillStyle = theme.lane;
      context.fillRect(0, top, width, height);
    }
  });
}

function drawNames({ context, theme, layout, picture }: Frame): void {
  const { trace } = picture.run;
  context.font = `600 12px ${theme.font}`;
  context.textBaseline = 'middle';
  for (const { kind, id, top, height } of layout.lanes) {
    context.save();
    context.beginPath();
    context.rect(0, top, layout.left - 4, height);
    context.clip();
    context.fillStyle = kind === 'thread' ? theme.text : theme.lock;
    context.fillText(kind === 'thread' ? threadName(trace, id) : `🔒 ${lockName(trace, id)}`, 8, top + height / 2);
    context.restore();
  }
  context.fillStyle = theme.line;
  context.fillRect(layout.left - 1, 0, 1, layout.height);
}

/** Folded stretches. */
function drawGaps({ context, theme, layout, picture, viewport, width, x }: Frame): void {
  const gaps = picture.axis.gapsWithin(viewport.start, viewport.start + (width - layout.left) / viewport.unit);
  context.fillStyle = theme.faint;
  context.globalAlpha = 0.14;
  for (const { from, to } of gaps) context.fillRect(x(from), layout.top, x(to) - x(from), layout.height);
  context.globalAlpha = 1;
}

/** The events of the finding: a line through all lanes, and their numbers. */
function drawMarks(frame: Frame): void {
  const { context, theme, picture, layout } = frame;
  for (const [index, number] of picture.marked) {
    const lane = laneOf(layout, picture.run.trace.columns.threads[index]!);
    if (lane === undefined) continue;
    const at = frame.x(index + 0.5);
    const y = stripOf(lane);
    context.strokeStyle = theme.mark;
    context.globalAlpha = 0.5;
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(at, layout.top);
    context.lineTo(at, layout.height);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(at, y, 8, 0, 2 * Math.PI);
    context.stroke();
    badge(frame, at, y - 17, String(number));
  }
  if (picture.isSchedule) drawMeeting(frame);
}

/** Pixels from an event to below its name, and to above its number. */
const BELOW_NAME = 20;
const ABOVE_BADGE = 26;

/** Where the last two of a schedule are the accesses of the finding, they meet. */
function drawMeeting(frame: Frame): void {
  const { context, theme, picture, layout } = frame;
  const { columns } = picture.run.trace;
  const pair = [columns.length - 2, columns.length - 1];
  const lanes = pair.map((index) => laneOf(layout, columns.threads[index] ?? -1));
  const isRace = pair.every((index) => picture.marked.has(index) && ACCESS_KINDS[columns.ops[index]!] !== NO_ACCESS);
  if (!isRace || lanes.includes(undefined)) return;
  const [a, b] = pair.map((index, i) => ({ x: frame.x(index + 0.5), y: stripOf(lanes[i]!) }));
  context.strokeStyle = theme.mark;
  context.lineWidth = 3;
  context.beginPath();
  const [upper, lower] = a!.y < b!.y ? [a!, b!] : [b!, a!];
  context.moveTo(upper.x, upper.y + BELOW_NAME);
  context.lineTo(lower.x, lower.y - ABOVE_BADGE);
  context.stroke();
}

function badge({ context, theme }: Frame, x: number, y: number, text: string): void {
  context.fillStyle = theme.mark;
  context.beginPath();
  context.arc(x, y, 7.5, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = theme.ground;
  context.font = `bold 11px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y + 0.5);
  context.textAlign = 'left';
}

function ring(frame: Frame, index: Index, radius: number): void {
  const { context, theme, layout, picture } = frame;
  const lane = laneOf(layout, picture.run.trace.columns.threads[index]!);
  if (lane === undefined) return;
  context.strokeStyle = theme.focus;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(frame.x(index + 0.5), stripOf(lane), radius, 0, 2 * Math.PI);
  context.stroke();
}

/** Pixels from one number to the next, and at least between two words of the ruler. */
const APART = 64;
const BETWEEN = 6;

function drawRuler({ context, theme, layout, picture, viewport, width, from, to, x }: Frame, { numberOf }: Lit): void {
  context.fillStyle = theme.ground;
  context.fillRect(0, 0, width, layout.top);
  context.font = `10px ${theme.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = theme.line;
  context.fillRect(layout.left, layout.top - 1, width - layout.left, 1);
  context.fillStyle = theme.faint;
  context.textAlign = 'center';
  let free = layout.left + BETWEEN;
  /** Where the next number may be: here, if there was room for this one. */
  const write = (text: string, at: number): number => {
    const half = context.measureText(text).width / 2;
    if (at - half < free) return free + half;
    context.fillText(text, at, layout.top / 2);
    free = at + half + BETWEEN;
    return at;
  };
  for (let index = from, next = 0; index <= to; ) {
    const gap = picture.axis.gapOf(index);
    if (gap !== undefined) {
      // How many events are folded there, if that does not hide a number.
      const at = (x(gap.from) + x(gap.to)) / 2;
      if (write(`⋯ ${positionWords(gap.to - gap.from)}`, at) > at) write('⋯', at);
      index = gap.to;
      next = 0;
      continue;
    }
    const at = x(index + 0.5);
    if (at >= next) {
      const room = write(positionWords(numberOf(index)), at);
      next = room > at ? room : at + APART;
    }
    index = Math.max(index + 1, Math.ceil(index + (next - at) / viewport.unit));
  }
  context.textAlign = 'left';
}
