// A line plot as a small SVG that reads in dark and light: for the figures of the papers.

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** The x axis doubles from tick to tick; y starts at 0. */
  readonly series: readonly Series[];
}

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 64;
const BOTTOM = 44;
const TOP = 36;
const RIGHT = 150;
const COLOURS = ['#4c78a8', '#e45756', '#54a24b', '#b279a2', '#f58518', '#72b7b2'];

export function plotSvg({ title, x, y, series }: Plot): string {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([px]) => px)))].sort((a, b) => a - b);
  const top = niceAbove(Math.max(...series.flatMap(({ points }) => points.map(([, py]) => py))));
  const first = Math.log2(xs[0]!);
  const span = Math.max(1, Math.log2(xs.at(-1)!) - first);
  const toX = (value: number) => LEFT + ((Math.log2(value) - first) / span) * (WIDTH - LEFT - RIGHT);
  const toY = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * top);
  const end = WIDTH - RIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    '<style>text{fill:#333}.g{stroke:#8884}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>',
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${title}</text>`,
    ...ticks.map(
      (tick) =>
        `<path class="g" d="M${LEFT} ${at(toY(tick))}H${end}"/><text x="${LEFT - 8}" y="${at(toY(tick) + 4)}" text-anchor="end">${shortened(tick)}</text>`,
    ),
    ...xs.map((tick) => `<text x="${at(toX(tick))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${tick}</text>`),
    `<text x="${at((LEFT + end) / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(14 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
    ...series.map(({ name, points }, i) => {
      const colour = COLOURS[i % COLOURS.length];
      const path = points.map(([px, py], n) => `${n === 0 ? 'M' : 'L'}${at(toX(px))} ${at(toY(py))}`).join('');
      const label = TOP + 12 + i * 18;
      return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/><path d="M${end + 10} ${label - 4}h16" stroke="${colour}" stroke-width="2"/><text x="${end + 32}" y="${label}">${name}</text>`;
    }),
    '</svg>\n',
  ].join('\n');
}

function at(value: number): string {
  return value.toFixed(1);
}

function shortened(value: number): string {
  return value >= 1000 ? `${value / 1000}k` : `${Number(value.toPrecision(3))}`;
}

/** The next of 1, 2, 4, 5, 8 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return [1, 2, 4, 5, 8, 10].map((step) => step * power).find((step) => step >= value)!;
}
