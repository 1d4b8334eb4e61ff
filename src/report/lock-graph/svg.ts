// A lock graph as a file of its own, for light and dark.

import { amount } from '../words.ts';
import { type DrawnOrder, drawnGraph } from './orders.ts';
import { lockGraphPicture } from './picture.ts';

const STYLE = `<style>
svg { font: 12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; background: #fff; --text: #1c2128; --bg: #fff; --line: #d4d9e0; --accent: #0b57d0; --observed: #b3261e; }
@media (prefers-color-scheme: dark) { svg { background: #14171c; --text: #e4e8ee; --bg: #14171c; --line: #39414d; --accent: #8ab4f8; --observed: #ff8a80; } }
text { fill: var(--text); paint-order: stroke; stroke: var(--bg); stroke-width: 4px; }
rect, path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.arrow { stroke: var(--accent); } .cross { stroke: var(--observed); }
.head { fill: var(--accent); stroke: none; } .head.back { fill: var(--observed); }
</style>`;

/** The heads of arrows; a page has them once. */
export const MARKERS = ['arrow', 'back']
  .map(
    (id) =>
      `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"><path class="head ${id}" d="M0 0L8 4L0 8Z"/></marker>`,
  )
  .join('');

/** The file, and in words what it leaves out. */
export function lockGraphSvg(orders: readonly DrawnOrder[]): { readonly text: string; readonly leftOut: string | undefined } {
  const graph = drawnGraph(orders);
  return {
    text: `${lockGraphPicture(graph, `${STYLE}<defs>${MARKERS}</defs>`)}\n`,
    leftOut:
      graph.ordersLeftOut === 0
        ? undefined
        : `${amount(graph.ordersLeftOut, 'order')} of locks ${graph.ordersLeftOut === 1 ? 'is' : 'are'} left out of the picture, those first that are part of no cycle; dot has all`,
  };
}
