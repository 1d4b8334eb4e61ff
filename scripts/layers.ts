// Where the rooms of the picture stand: in layers from the ground up, each above all that it imports, ordered so that few arrows cross.
// An arrow that passes layers has a lane in each of them, a narrow place where no room stands.

import type { Arrows } from './imports.mjs';

export interface Item {
  /** The room, or undefined for a lane. */
  readonly room: string | undefined;
  readonly layer: number;
  readonly width: number;
  /** The middle. */
  x: number;
  /** Its place in its layer, from the left. */
  order: number;
}

/** An arrow as the items that it passes, from the room that imports down to the one that is imported. */
export interface Route {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly items: readonly Item[];
}

export interface Layout {
  /** From the ground up, each from left to right. */
  readonly layers: readonly (readonly Item[])[];
  readonly routes: readonly Route[];
}

export interface Sizes {
  /** Of the whole picture. */
  readonly width: number;
  readonly room: number;
  readonly lane: number;
  readonly gap: number;
  /** Rooms that take all the width that their layer has left: arrows meet them where they come. */
  readonly wide: ReadonlySet<string>;
}

/** How many orders are tried: as many as take a second. */
const BEGINNINGS = 300;
/** How much more a piece of an arrow that begins or ends in a lane wants to be straight. */
const STRAIGHT = 8;

export function layout(given: Arrows, sizes: Sizes): Layout {
  // In the order of their names, so that the picture does not change with the order of imports.
  const arrows = sorted([...given].map(([room, targets]) => [room, sorted([...targets])]));
  const heights = heightsOf(arrows);
  const top = Math.max(...heights.values());
  const layers: Item[][] = Array.from({ length: top + 1 }, () => []);
  const items = new Map<string, Item>();
  for (const [room, layer] of heights) {
    const item = { room, layer, width: sizes.room, x: 0, order: 0 };
    items.set(room, item);
    layers[layer]!.push(item);
  }
  const routes = withoutImplied(arrows).map(({ from, to, count }) => {
    const [upper, lower] = [items.get(from)!, items.get(to)!];
    const lanes: Item[] = [];
    for (let layer = upper.layer - 1; layer > lower.layer; layer--)
      lanes.push({ room: undefined, layer, width: sizes.lane, x: 0, order: 0 });
    for (const lane of lanes) layers[lane.layer]!.push(lane);
    return { from, to, count, items: [upper, ...lanes, lower] };
  });
  const widest = (item: Item): boolean => item.room !== undefined && sizes.wide.has(item.room);
  return { layers: best(layers, stepsOf(routes, widest), widest, sizes), routes };
}

function sorted<T>(pairs: readonly (readonly [string, T])[]): Map<string, T> {
  return new Map([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Room → its layer: above everything that it imports, as low as that allows. */
function heightsOf(arrows: Arrows): Map<string, number> {
  const heights = new Map<string, number>();
  const height = (room: string): number => {
    const known = heights.get(room);
    if (known !== undefined) return known;
    const own = 1 + Math.max(-1, ...[...(arrows.get(room)?.keys() ?? [])].map(height));
    heights.set(room, own);
    return own;
  };
  for (const room of arrows.keys()) height(room);
  return heights;
}

/** The arrows that do not follow from others: where there is a longer way from one room to another, the short one is not drawn. */
function withoutImplied(arrows: Arrows): { from: string; to: string; count: number }[] {
  const reaches = (from: string, to: string): boolean =>
    [...(arrows.get(from)?.keys() ?? [])].some((next) => next === to || reaches(next, to));
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => ![...targets.keys()].some((other) => other !== to && reaches(other, to)))
      .map(([to, count]) => ({ from, to, count })),
  );
}

type Step = readonly [upper: Item, lower: Item];

/** Pieces of arrows between two neighbouring layers. A wide room is met straight: no piece leads to it that could cross another. */
function stepsOf(routes: readonly Route[], isWide: (item: Item) => boolean): Step[] {
  return routes.flatMap(({ items }) =>
    items.slice(1).flatMap((lower, i): Step[] => (isWide(items[i]!) || isWide(lower) ? [] : [[items[i]!, lower]])),
  );
}

/** The best order that was found, with its places. The same rooms and arrows give the same. */
function best(
  layers: readonly Item[][],
  steps: readonly Step[],
  isWide: (item: Item) => boolean,
  sizes: Sizes,
): readonly (readonly Item[])[] {
  let random = 1;
  const next = (): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return random / 2 ** 32;
  };
  let least = Number.POSITIVE_INFINITY;
  let found: Item[][] = [];
  for (let n = 0; n < BEGINNINGS; n++) {
    const order = layers.map((layer) => layer.map((item) => ({ item, key: next() })).sort((a, b) => a.key - b.key));
    const mine = order.map((layer) => layer.map(({ item }) => item));
    untangle(mine, steps);
    place(mine, steps, isWide, sizes);
    const cost = crossings(mine, steps) * 10_000 + lengths(steps);
    if (cost >= least) continue;
    least = cost;
    found = mine;
  }
  place(found, steps, isWide, sizes);
  return found;
}

/** Swaps two of a layer as long as that takes crossings away. */
function untangle(layers: Item[][], steps: readonly Step[]): void {
  let now = crossings(layers, steps);
  for (let changed = true; changed; ) {
    changed = false;
    for (const layer of layers)
      for (let i = 0; i < layer.length; i++)
        for (let j = i + 1; j < layer.length; j++) {
          [layer[i], layer[j]] = [layer[j]!, layer[i]!];
          const then = crossings(layers, steps);
          if (then < now) {
            now = then;
            changed = true;
          } else [layer[i], layer[j]] = [layer[j]!, layer[i]!];
        }
  }
}

function crossings(layers: readonly Item[][], steps: readonly Step[]): number {
  for (const layer of layers) for (const [i, item] of layer.entries()) item.order = i;
  let count = 0;
  for (let i = 0; i < steps.length; i++) {
    const [a, b] = steps[i]!;
    for (let j = i + 1; j < steps.length; j++) {
      const [c, d] = steps[j]!;
      if (a.layer === c.layer && (a.order - c.order) * (b.order - d.order) < 0) count++;
    }
  }
  return count;
}

function lengths(steps: readonly Step[]): number {
  return steps.reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x), 0);
}

/** Draws everything towards what it is tied to, layer by layer, without changing the order. */
function place(layers: readonly Item[][], steps: readonly Step[], isWide: (item: Item) => boolean, sizes: Sizes): void {
  const tied = new Map<Item, { readonly to: Item; readonly weight: number }[]>();
  const tie = (item: Item, to: Item, weight: number): void => {
    tied.set(item, [...(tied.get(item) ?? []), { to, weight }]);
  };
  for (const [a, b] of steps) {
    // Where an arrow is long it should be straight.
    const weight = STRAIGHT ** [a, b].filter(({ room }) => room === undefined).length;
    tie(a, b, weight);
    tie(b, a, weight);
  }
  for (const layer of layers)
    spread(
      layer,
      layer.map((_, i) => ((i + 0.5) * sizes.width) / layer.length),
      isWide,
      sizes,
    );
  for (let round = 0; round < 40; round++)
    for (const layer of round % 2 === 0 ? layers : layers.toReversed()) {
      const wanted = layer.map((item) => {
        const others = tied.get(item) ?? [];
        const sum = others.reduce((all, { weight }) => all + weight, 0);
        return sum === 0 ? item.x : others.reduce((all, { to, weight }) => all + to.x * weight, 0) / sum;
      });
      spread(layer, wanted, isWide, sizes);
    }
}

/** Puts the items of a layer as near as may be to where they want to be: first from the left, then back from the right edge. */
function spread(layer: readonly Item[], wanted: readonly number[], isWide: (item: Item) => boolean, sizes: Sizes): void {
  const narrow = layer.map((item, i) => ({ item, x: wanted[i]! })).filter(({ item }) => !isWide(item));
  const apart = (a: Item, b: Item): number => (a.width + b.width) / 2 + sizes.gap;
  // Pushed right by those on the left, and pushed left by those on the right: the middle of the two is fair to both.
  const right = narrow.map(({ x }) => x);
  const left = narrow.map(({ x }) => x);
  for (let i = 1; i < narrow.length; i++)
    right[i] = Math.max(right[i]!, right[i - 1]! + apart(narrow[i - 1]!.item, narrow[i]!.item));
  for (let i = narrow.length - 2; i >= 0; i--)
    left[i] = Math.min(left[i]!, left[i + 1]! - apart(narrow[i]!.item, narrow[i + 1]!.item));
  const xs = narrow.map((_, i) => (left[i]! + right[i]!) / 2);
  for (let i = narrow.length - 1; i >= 0; i--) {
    const { item } = narrow[i]!;
    const most = i === narrow.length - 1 ? sizes.width - item.width / 2 : xs[i + 1]! - apart(item, narrow[i + 1]!.item);
    xs[i] = Math.min(xs[i]!, most);
  }
  for (let i = 0; i < narrow.length; i++) {
    const { item } = narrow[i]!;
    const least = i === 0 ? item.width / 2 : xs[i - 1]! + apart(narrow[i - 1]!.item, item);
    xs[i] = Math.max(xs[i]!, least);
    item.x = xs[i]!;
  }
}
