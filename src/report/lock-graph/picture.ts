// A lock graph as a picture: the locks below each other, an arc on the right for each order that goes down, and one on the left, in the colour of
// danger, for each that goes against it. It stays narrow however many locks there are.

import { clipped, escaped } from '../html/escape.ts';
import type { DrawnGraph, DrawnOrder } from './orders.ts';

const ROW = 30;
/** What a character of a name takes, and what is around a name. */
const CHARACTER = 7.4;
const AROUND = 14;
/** How far arcs reach: those over one row, and those over all. */
const NEAREST = 26;
const FARTHEST = 100;
const MARGIN = 8;
/** Longest name, in characters. */
const NAME = 19;
/** With more arcs than this, numbers would cover each other. */
const NUMBERED = 40;
/** What a cubic curve reaches of where its control points are. */
const REACHED = 0.75;

/** The whole element; `orders` are numbered as they come. */
export function lockGraphPicture({ locks, orders }: Pick<DrawnGraph, 'locks' | 'orders'>, style = ''): string {
  const longest = Math.min(
    NAME,
    locks.reduce((most, { length }) => Math.max(most, length), 0),
  );
  const half = Math.ceil((CHARACTER * longest) / 2) + AROUND;
  const width = 2 * (FARTHEST + MARGIN + half);
  const height = ROW * locks.length + 2 * MARGIN;
  const lanes = { row: new Map(locks.map((lock, i) => [lock, i])), middle: width / 2, half };
  const arcs = orders.map((order, i) => arc(order, lanes, orders.length <= NUMBERED ? i + 1 : undefined));
  const names = locks.map(
    (lock, i) =>
      `<rect class="line" x="${width / 2 - half}" y="${y(i) - 11}" width="${2 * half}" height="22" rx="4"/><text class="event" text-anchor="middle" x="${width / 2}" y="${y(i) + 4}"><title>${escaped(lock)}</title>${clipped(lock, NAME)}</text>`,
  );
  const label = 'the lock graph: an arrow leads from a lock that is held to one that is taken meanwhile';
  return `<svg xmlns="http://www.w3.org/2000/svg" class="schedule" role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${style}${arcs.join('')}${names.join('')}</svg>`;
}

/** The middle of a row. */
function y(row: number): number {
  return MARGIN + ROW * row + ROW / 2;
}

interface Lanes {
  readonly row: ReadonlyMap<string, number>;
  /** Of the picture, from left to right; and how far names reach from there. */
  readonly middle: number;
  readonly half: number;
}

function arc({ held, wanted, by }: DrawnOrder, { row, middle, half }: Lanes, number: number | undefined): string {
  const [from, to] = [row.get(held)!, row.get(wanted)!];
  const side = to > from ? 1 : -1;
  const across = (Math.abs(to - from) - 1) / Math.max(1, row.size - 2);
  const reach = NEAREST + (FARTHEST - NEAREST) * Math.sqrt(across);
  const x = middle + side * half;
  const bend = Math.round(x + (side * reach) / REACHED);
  // They leave a lock on the side to which they go, and come in on the other.
  const [begin, end] = [y(from) + 5 * side, y(to) - 5 * side];
  const title = escaped(`${held} → ${wanted}: ${by}`);
  const path = `<path class="${side > 0 ? 'arrow' : 'cross'}" marker-end="url(#${side > 0 ? 'arrow' : 'back'})" d="M${x} ${begin}C${bend} ${begin} ${bend} ${end} ${x} ${end}"><title>${title}</title></path>`;
  if (number === undefined) return path;
  return `${path}<text class="event" text-anchor="middle" x="${Math.round(x + side * reach)}" y="${Math.round((begin + end) / 2) + 4}">${number}</text>`;
}
