// Points with names on two logarithmic axes, as an SVG that reads in dark and light.

export interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly group: string;
  /** Drawn as a ring. */
  readonly hollow?: boolean;
}

export interface Scatter {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly Point[];
  /** In the order of the legend. */
  readonly groups: readonly string[];
  /** What a ring means. */
  readonly ring?: string;
}

const WIDTH = 760;
const HEIGHT = 440;
const LEFT = 70;
const RIGHT = 24;
const TOP = 56;
const BOTTOM = 48;
const COLOURS = ['#4c78a8', '#54a24b', '#e45756', '#b279a2'];
const LINE = 13;

export function scatterSvg({ title, x, y, points, groups, ring }: Scatter): string {
  const horizontal = axis(points.map((point) => point.x));
  const vertical = axis(points.map((point) => point.y));
  const toX = (value: number) => LEFT + horizontal.at(value) * (WIDTH - LEFT - RIGHT);
  const toY = (value: number) => HEIGHT - BOTTOM - vertical.at(value) * (HEIGHT - BOTTOM - TOP);
  const colour = (group: string) => COLOURS[groups.indexOf(group) % COLOURS.length]!;
  const placed = labels(points.map((point) => ({ ...point, x: toX(point.x), y: toY(point.y) })));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    '<style>text{fill:#333}.g{stroke:#8884}.l{stroke:#8888}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>',
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...groups.map((group, i) => {
      const at = LEFT + i * 110;
      return `<circle cx="${at + 5}" cy="36" r="5" fill="${colour(group)}"/><text x="${at + 15}" y="40">${escaped(group)}</text>`;
    }),
    ...(ring === undefined ? [] : [`<text x="${WIDTH - RIGHT}" y="40" text-anchor="end">${escaped(ring)}</text>`]),
    ...vertical.ticks.map(
      (tick) =>
        `<path class="g" d="M${LEFT} ${px(toY(tick))}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${px(toY(tick) + 4)}" text-anchor="end">${short(tick)}</text>`,
    ),
    ...horizontal.ticks.map(
      (tick) =>
        `<path class="g" d="M${px(toX(tick))} ${TOP}V${HEIGHT - BOTTOM}"/><text x="${px(toX(tick))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${short(tick)}</text>`,
    ),
    `<text x="${px((LEFT + WIDTH - RIGHT) / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(x)}</text>`,
    `<text transform="translate(14 ${px((TOP + HEIGHT - BOTTOM) / 2)}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    ...placed.map(
      ({ point, left, top }) =>
        `${leader(point, left, top)}<circle cx="${px(point.x)}" cy="${px(point.y)}" r="5" ${point.hollow ? `fill="none" stroke-width="2" stroke` : 'fill'}="${colour(point.group)}"/><text x="${px(left)}" y="${px(top)}">${escaped(point.name)}</text>`,
    ),
    '</svg>\n',
  ].join('\n');
}

/** From a point to its name, where that is not right beside it. */
function leader(point: Point, left: number, top: number): string {
  if (Math.abs(top - 4 - point.y) < LINE) return '';
  const end = left < point.x ? left + widthOf(point.name) : left;
  return `<path class="l" d="M${px(point.x)} ${px(point.y)}L${px(end)} ${px(top - 4)}"/>`;
}

/** About, at 12 pixels. */
function widthOf(name: string): number {
  return name.length * 7;
}

interface Placed {
  readonly point: Point;
  readonly left: number;
  readonly top: number;
}

/** Each name near its point, at the first place where it covers no other name and no point. */
function labels(points: readonly Point[]): Placed[] {
  const placed: Placed[] = [];
  for (const point of [...points].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const width = widthOf(point.name);
    const spots = Array.from({ length: 24 }, (_, k) => {
      const row = ((k >> 2) + 1) * LINE * (k % 2 === 0 ? -1 : 1);
      return { left: k % 4 < 2 ? point.x + 8 : point.x - 8 - width, top: point.y + 4 + (k < 4 ? (k % 2 === 0 ? -4 : 4) : row) };
    });
    const free = spots.find(({ left, top }) => isFree(left, top, width, points, placed)) ?? spots[0]!;
    placed.push({ point, ...free });
  }
  return placed;
}

function isFree(left: number, top: number, width: number, points: readonly Point[], placed: readonly Placed[]): boolean {
  if (left < LEFT || left + width > WIDTH - 2 || top < TOP || top > HEIGHT - BOTTOM) return false;
  if (points.some(({ x, y }) => x > left - 6 && x < left + width + 6 && y > top - LINE - 2 && y < top + 5)) return false;
  return placed.every((other) => {
    const apart = Math.abs(other.top - top) >= LINE;
    return apart || left + width < other.left || other.left + widthOf(other.point.name) < left;
  });
}

/** Powers of ten around the values; where one is enough, 1, 2 and 5 times. */
function axis(values: readonly number[]): { at(value: number): number; ticks: number[] } {
  const positive = values.filter((value) => value > 0);
  const low = Math.log10(Math.min(...positive, 1e9));
  const high = Math.log10(Math.max(...positive, 1e-9));
  const margin = Math.max(0.1, (high - low) * 0.08);
  const [from, to] = [low - margin, high + margin];
  const steps = to - from < 2 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(from); power <= to; power++)
    for (const step of steps) {
      const tick = step * 10 ** power;
      if (Math.log10(tick) >= from && Math.log10(tick) <= to) ticks.push(tick);
    }
  return { at: (value) => (Math.log10(Math.max(value, 10 ** from)) - from) / (to - from), ticks };
}

function px(value: number): string {
  return value.toFixed(1);
}

export function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(2))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(2))}k`;
  return `${Number(value.toPrecision(2))}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
