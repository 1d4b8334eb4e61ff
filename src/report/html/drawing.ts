// The slice of a schedule as a picture: a column per thread, a row per event, program order down the columns, arrows for the orders
// between threads, and a dashed red line where one is missing. Fixed sizes, so that it needs no script and no measuring.

import type { Finding } from '../../findings/finding.ts';
import { isKnown, withoutFunction } from '../../findings/place.ts';
import type { Slice, SliceEvent } from '../../findings/slices.ts';
import { clipped, escaped } from './escape.ts';

const ROW = 24;
const HEAD = 34;
/** Where the numbers of events end and the first column begins. */
const NUMBERS = 64;
const CHARACTER = 7.3;
/** Longest text in a column and longest place, in characters; the whole is in a tooltip. */
const TEXT = 30;
const PLACE = 38;

interface Layout {
  readonly width: number;
  readonly height: number;
  /** By thread: where its line is. */
  readonly x: ReadonlyMap<string, number>;
  /** By position: the middle of its row. */
  readonly y: ReadonlyMap<number, number>;
  readonly places: number;
}

export function drawing(finding: Finding, slice: Slice): string {
  const layout = layoutOf(slice);
  const { width, height } = layout;
  const label = `The schedule around ${finding.id}, one column per thread`;
  return [
    `<svg class="schedule" role="img" aria-label="${escaped(label)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...slice.events.filter(({ racing }) => racing).map((event) => highlight(event, layout)),
    ...slice.threads.map((thread) => column(thread, slice, layout)),
    ...slice.arrows.map(({ kind, from, to }) => {
      const path = line(ends(from, slice, layout), ends(to, slice, layout));
      return `<path class="arrow ${kind}" marker-end="url(#arrow)" d="${path}"/>`;
    }),
    missing(finding, slice, layout),
    ...slice.events.map((event) => row(event, layout)),
    '</svg>',
  ].join('');
}

function layoutOf({ threads, events }: Slice): Layout {
  const x = new Map<string, number>();
  let right = NUMBERS + 16;
  for (const thread of threads) {
    x.set(thread, right);
    const longest = Math.max(thread.length, ...events.filter((e) => e.thread === thread).map(({ text }) => text.length));
    right += Math.max(150, 56 + Math.round(CHARACTER * Math.min(longest, TEXT)));
  }
  const place = Math.max(0, ...events.map(({ location }) => (isKnown(location) ? Math.min(location.length, PLACE) : 0)));
  return {
    x,
    y: new Map(events.map(({ position }, i) => [position, HEAD + ROW * i + ROW / 2])),
    places: right,
    width: right + (place === 0 ? 0 : Math.round(CHARACTER * place) + 16),
    height: HEAD + ROW * events.length + 6,
  };
}

/** Where lines to an event may begin and end: left of its dot, or right of its text. */
interface Ends {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

function ends(position: number, { events }: Slice, { x, y }: Layout): Ends {
  const { thread, text } = events.find((one) => one.position === position)!;
  const at = x.get(thread)!;
  return { left: at - 7, right: at + 16 + Math.round(CHARACTER * Math.min(text.length, TEXT)), y: y.get(position)! };
}

function line(from: Ends, to: Ends): string {
  return from.left < to.left ? `M${from.right} ${from.y}L${to.left} ${to.y}` : `M${from.left} ${from.y}L${to.right} ${to.y}`;
}

function highlight({ position }: SliceEvent, { y, width }: Layout): string {
  return `<rect class="racing" x="0" y="${y.get(position)! - ROW / 2 + 1}" width="${width}" height="${ROW - 2}" rx="4"/>`;
}

/** The name of a thread and its line: dashed where events are left out. */
function column(thread: string, { events }: Slice, { x, y }: Layout): string {
  const at = x.get(thread)!;
  let from = HEAD - 6;
  const lines = events
    .filter((event) => event.thread === thread)
    .map(({ position, gap }) => {
      const to = y.get(position)!;
      const segment = `<path class="line${gap ? ' gap' : ''}" d="M${at} ${from}V${to}"/>`;
      from = to;
      return segment;
    });
  return `<text class="thread" x="${at - 5}" y="18"><title>${escaped(thread)}</title>${clipped(thread, TEXT)}</text>${lines.join('')}`;
}

function missing({ type, first, second }: Finding, slice: Slice, layout: Layout): string {
  if (type !== 'race' || first === null || slice.events.filter(({ racing }) => racing).length < 2) return '';
  const [from, to] = [ends(first.index, slice, layout), ends(second.index, slice, layout)];
  const x = from.left < to.left ? (from.right + to.left) / 2 : (from.left + to.right) / 2;
  const y = (from.y + to.y) / 2;
  return `<path class="missing" d="${line(from, to)}"/><path class="cross" d="M${x - 5} ${y - 5}l10 10m0 -10l-10 10"/>`;
}

/** The line must be seen; the name of the function, behind it, if there is room. */
function placeText(location: string): string {
  const line = withoutFunction(location);
  return line.length < PLACE ? clipped(location, PLACE, 'end') : clipped(line, PLACE, 'start');
}

function row({ position, thread, text, location, racing }: SliceEvent, { x, y, places }: Layout): string {
  const at = y.get(position)!;
  const left = x.get(thread)!;
  const where = isKnown(location)
    ? `<text class="place" x="${places}" y="${at + 4}"><title>${escaped(location)}</title>${placeText(location)}</text>`
    : '';
  return [
    `<text class="number" x="${NUMBERS - 8}" y="${at + 4}">${position}</text>`,
    `<circle class="dot${racing ? ' racing' : ''}" cx="${left}" cy="${at}" r="${racing ? 5 : 3.5}"/>`,
    `<text class="event${racing ? ' racing' : ''}" x="${left + 12}" y="${at + 4}"><title>${escaped(text)}</title>${clipped(text, TEXT)}</text>`,
    where,
  ].join('');
}
