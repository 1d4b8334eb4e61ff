// docs/images/rooms.svg: the rooms of src and who imports whom, as they really do. Fixed sizes and no font of its own, so that it looks alike
// wherever it is shown; a background of its own, so that the page may be light or dark.

import type { Arrows } from './imports.mjs';
import { type Item, layout, type Route } from './layers.ts';
import { type Room, rooms } from './rooms.mjs';

const WIDTH = 800;
const MARGIN = 20;
const ROOM = 118;
const HEIGHT = 44;
const BETWEEN = 44;
const LEGEND = 34;
const LANE = 10;
const GAP = 13;
const WIDE: ReadonlySet<string> = new Set(['base', 'trace', 'cli']);

const INK = '#1f2733';
const FAINT = '#5b6675';
const LINE = '#7b8797';
const PAPER = '#fbfaf6';
const ANYWHERE = '#e3ecf7';
const NODE = '#fbe3c0';

/** Imports from which on an arrow is as thick as this. */
const THICKNESS = [
  { from: 1, width: 1.2, words: '1 to 4 imports', at: 430 },
  { from: 5, width: 2.2, words: '5 to 19', at: 560 },
  { from: 20, width: 3.6, words: '20 and more', at: 655 },
] as const;

export function roomsPicture(arrows: Arrows): string {
  const inner = WIDTH - 2 * MARGIN;
  const { layers, routes } = layout(arrows, { width: inner, room: ROOM, lane: LANE, gap: GAP, wide: WIDE });
  const top = layers.length - 1;
  const y = (layer: number): number => MARGIN + (top - layer) * (HEIGHT + BETWEEN);
  const height = y(0) + HEIGHT + LEGEND + MARGIN;
  const boxes = layers.flatMap((layer) =>
    layer.filter(({ room }) => room !== undefined).map((item) => boxOf(item, layer, inner)),
  );
  const ports = portsOf(routes, new Map(boxes.map((box) => [box.room, box])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Helvetica, Arial, sans-serif">`,
    '<title>The rooms of src, and who imports whom</title>',
    '<!-- Written by `npm run docs` from the imports of src and scripts/rooms.mjs. -->',
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="${PAPER}"/>`,
    ...routes.map((route) => arrow(route, ports.get(route)!, y)),
    ...boxes.map((box) => drawn(box, y(box.layer))),
    ...legend(height - MARGIN - 6),
    '</svg>',
    '',
  ].join('\n');
}

interface Box {
  readonly room: string;
  readonly layer: number;
  readonly left: number;
  readonly width: number;
}

/** A wide room takes what the others of its layer leave on the left or on the right, or all. */
function boxOf({ room, layer, x, width }: Item, all: readonly Item[], inner: number): Box {
  if (!WIDE.has(room!)) return { room: room!, layer, left: MARGIN + x - width / 2, width };
  const others = all.filter((item) => item.room !== room);
  const before = Math.min(inner, ...others.map((item) => item.x - item.width / 2 - GAP));
  const after = Math.max(0, ...others.map((item) => item.x + item.width / 2 + GAP));
  const [from, to] = before >= inner - after ? [0, before] : [after, inner];
  return { room: room!, layer, left: MARGIN + from, width: to - from };
}

interface Ports {
  readonly from: number;
  readonly to: number;
}

/** Where each arrow leaves its room and where it arrives: beside each other, in the order in which they come. */
function portsOf(routes: readonly Route[], boxes: ReadonlyMap<string, Box>): Map<Route, Ports> {
  const spread = (room: string, mine: readonly Route[], towards: (route: Route) => number): Map<Route, number> => {
    const { left, width } = boxes.get(room)!;
    const sorted = [...mine].sort((a, b) => towards(a) - towards(b));
    const step = Math.min(20, (width - 24) / Math.max(sorted.length - 1, 1));
    return new Map(sorted.map((route, i) => [route, left + width / 2 + (i - (sorted.length - 1) / 2) * step]));
  };
  const leaving = new Map<Route, number>();
  const arriving = new Map<Route, number>();
  for (const room of boxes.keys()) {
    if (WIDE.has(room)) continue;
    const out = routes.filter(({ from }) => from === room);
    const into = routes.filter(({ to }) => to === room);
    for (const [route, x] of spread(room, out, ({ items }) => items[1]!.x)) leaving.set(route, x);
    for (const [route, x] of spread(room, into, ({ items }) => items.at(-2)!.x)) arriving.set(route, x);
  }
  // Straight up and down where a room is wide; between two such rooms in the middle.
  const lanes = (route: Route): number[] => route.items.slice(1, -1).map(({ x }) => MARGIN + x);
  return new Map(
    routes.map((route) => {
      const { left, width } = boxes.get(route.from)!;
      const from = leaving.get(route) ?? lanes(route)[0] ?? arriving.get(route) ?? left + width / 2;
      const to = arriving.get(route) ?? lanes(route).at(-1) ?? from;
      return [route, { from, to }];
    }),
  );
}

function arrow({ items, count }: Route, ports: Ports, y: (layer: number) => number): string {
  const width = THICKNESS.findLast(({ from }) => count >= from)!.width;
  const head = 4 + width;
  let x = ports.from;
  let path = `M${n(x)} ${y(items[0]!.layer) + HEIGHT}`;
  for (const [i, item] of items.entries()) {
    if (i === 0) continue;
    const last = i === items.length - 1;
    const above = y(items[i - 1]!.layer) + HEIGHT;
    const next = last ? ports.to : MARGIN + item.x;
    const below = y(item.layer) - (last ? head : 0);
    const middle = (above + below) / 2;
    path += Math.abs(next - x) < 0.5 ? `V${n(below)}` : `C${n(x)} ${n(middle)} ${n(next)} ${n(middle)} ${n(next)} ${n(below)}`;
    if (!last) path += `V${y(item.layer) + HEIGHT}`;
    x = next;
  }
  const tip = y(items.at(-1)!.layer) - 1;
  const point = `M${n(x)} ${tip}l${n(-head * 0.65)} ${n(-head)}h${n(head * 1.3)}z`;
  return `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="${width}"/><path d="${point}" fill="${LINE}"/>`;
}

function drawn({ room, left, width }: Box, top: number): string {
  const { gist, node = [] }: Room = rooms[room]!;
  const all = node.some((end) => end === room || end === `${room}/`);
  const part = node.length > 0 && !all;
  const x = n(left + width / 2);
  const parts = [
    `<rect x="${n(left)}" y="${top}" width="${n(width)}" height="${HEIGHT}" rx="5" fill="${all ? NODE : ANYWHERE}" stroke="${LINE}"/>`,
    // A corner in the other tint: only a folder or a file of the room needs Node.
    part
      ? `<path d="M${n(left + width - 16)} ${top}h11a5 5 0 0 1 5 5v11z" fill="${NODE}" stroke="${LINE}" stroke-linejoin="round"/>`
      : '',
    text(x, top + 19, room, 14, INK, 'bold'),
    text(x, top + 35, gist, 11, FAINT),
  ];
  return parts.join('');
}

function legend(y: number): string[] {
  const square = (x: number, fill: string): string =>
    `<rect x="${x}" y="${y - 10}" width="14" height="12" rx="2" fill="${fill}" stroke="${LINE}"/>`;
  const label = (x: number, words: string): string => text(String(x), y, words, 11, FAINT, 'normal', 'start');
  const lines = THICKNESS.map(
    ({ width, words, at }) => `<path d="M${at} ${y - 4}h22" stroke="${LINE}" stroke-width="${width}"/>${label(at + 28, words)}`,
  );
  return [
    square(20, ANYWHERE) + label(40, 'runs anywhere'),
    square(136, NODE) + label(156, 'needs Node'),
    square(236, ANYWHERE) +
      `<path d="M243 ${y - 10}h7v7z" fill="${NODE}" stroke="${LINE}"/>` +
      label(256, 'a part of it needs Node'),
    ...lines,
  ];
}

function text(x: string, y: number, words: string, size: number, fill: string, weight = 'normal', anchor = 'middle'): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${words}</text>`;
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
