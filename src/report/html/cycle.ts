// A deadlock as a picture: its locks in a ring, and an arrow for each thread from what it holds to what it wants.

import type { DeadlockFinding } from '../../findings/finding.ts';
import { clipped, escaped } from './escape.ts';

const RADIUS = 90;
const NODE = 6;
/** Room for names beside the ring. */
const SIDE = 190;
const EDGE = 40;
/** Longest name, in characters. */
const NAME = 26;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function cyclePicture({ id, cycle }: DeadlockFinding): string {
  if (cycle.length < 2) return '';
  const [width, height] = [2 * (RADIUS + SIDE), 2 * (RADIUS + EDGE)];
  const middle = { x: width / 2, y: height / 2 };
  const points = cycle.map((_, i) => onRing(middle, i / cycle.length));
  // Step i holds what the step before it wants.
  const parts = cycle.map(({ target, thread }, i) => {
    const before = (i + cycle.length - 1) % cycle.length;
    return `${arrow(points[before]!, points[i]!, middle, thread)}${node(points[i]!, middle, target ?? '')}`;
  });
  const label = `${id} as a ring of locks: an arrow leads from what a thread holds to what it wants`;
  return `<figure><div class="scroll" tabindex="0" role="region" aria-label="cycle"><svg class="schedule" role="img" aria-label="${escaped(label)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg></div>
<figcaption>An arrow leads from what a thread holds to what it wants.</figcaption></figure>\n`;
}

function onRing({ x, y }: Point, turn: number): Point {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return { x: Math.round(x + RADIUS * Math.cos(angle)), y: Math.round(y + RADIUS * Math.sin(angle)) };
}

/** Bent outwards, so that two threads and two locks make two arrows. */
function arrow(from: Point, to: Point, middle: Point, thread: string): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const bend = RADIUS / 3;
  const control = { x: (from.x + to.x) / 2 + (dy / length) * bend, y: (from.y + to.y) / 2 - (dx / length) * bend };
  const towards = Math.hypot(to.x - control.x, to.y - control.y);
  const end = {
    x: Math.round(to.x - ((to.x - control.x) / towards) * (NODE + 4)),
    y: Math.round(to.y - ((to.y - control.y) / towards) * (NODE + 4)),
  };
  const text = { x: Math.round((from.x + 2 * control.x + to.x) / 4), y: Math.round((from.y + 2 * control.y + to.y) / 4) };
  return `<path class="arrow lock" fill="none" marker-end="url(#arrow)" d="M${from.x} ${from.y}Q${Math.round(control.x)} ${Math.round(control.y)} ${end.x} ${end.y}"/>${named(text, middle, thread, 'event')}`;
}

function node(at: Point, middle: Point, lock: string): string {
  return `<circle class="dot racing" cx="${at.x}" cy="${at.y}" r="${NODE}"/>${named(at, middle, lock, 'event racing')}`;
}

/** On the outer side of a point. */
function named(at: Point, middle: Point, name: string, style: string): string {
  const side = Math.sign(at.x - middle.x);
  const anchor = side === 0 ? 'middle' : side > 0 ? 'start' : 'end';
  const y = side === 0 ? at.y + (at.y < middle.y ? -12 : 20) : at.y + 4;
  return `<text class="${style}" text-anchor="${anchor}" x="${at.x + side * 12}" y="${y}"><title>${escaped(name)}</title>${clipped(name, NAME)}</text>`;
}
