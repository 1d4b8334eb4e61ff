// In the browser: a long run in the timeline, and how long its frames take while it is panned and zoomed. Bundled by bench/suites/timeline.ts.

import { h, render } from 'preact';
import { columnsOf } from '../src/trace/columns.ts';
import { generatedTrace } from '../src/trace/random/generator.ts';
import { runOf } from '../src/viewer/model/run.ts';
import type { ViewTrace } from '../src/viewer/model/view-trace.ts';
import { Timeline } from '../src/viewer/timeline/timeline.tsx';

let trace: ViewTrace;

/** What is measured is the timeline, not the generator. */
function generate(events: number, threads: number): void {
  const { symbols, ...all } = generatedTrace({ events, threads, locks: 32, sync: 0.2, volatile: 0.02 });
  const columns = columnsOf({ symbols, ...all });
  trace = { columns, symbols, positions: undefined, total: columns.length };
}

/** Builds what the timeline needs, and tells how much that is. */
function prepare(): string {
  const { spans, arrows } = runOf(trace);
  return `${spans.count} spans, ${arrows.count} arrows`;
}

/** Until it is drawn. */
async function show(): Promise<void> {
  const nothing = (): void => {};
  const props = { trace, finding: undefined, marked: [], witness: undefined, order: 'recorded' as const, selected: undefined };
  render(h(Timeline, { ...props, onOrder: nothing, onSelect: nothing, onHover: nothing }), document.body);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}

/** Turns the wheel once per frame; milliseconds from each to the next, sorted. */
async function frames(count: number, wheel: (i: number) => { deltaX: number; deltaY: number }): Promise<readonly number[]> {
  const canvas = document.querySelector('canvas')!;
  const { left, top } = canvas.getBoundingClientRect();
  const between: number[] = [];
  let last = 0;
  for (let i = 0; i < count; i++) {
    const at = { clientX: left + 500, clientY: top + 50, cancelable: true, bubbles: true };
    canvas.dispatchEvent(new WheelEvent('wheel', { ...wheel(i), ...at, ctrlKey: wheel(i).deltaX === 0 }));
    const now = await new Promise<number>((done) => requestAnimationFrame(done));
    if (last > 0) between.push(now - last);
    last = now;
  }
  return between.sort((a, b) => a - b);
}

/** So many times as near: one turn of the wheel. */
async function nearer(factor: number): Promise<void> {
  await frames(1, () => ({ deltaX: 0, deltaY: -Math.log(factor) / 0.0088 }));
}

const pan = (count: number) => frames(count, (i) => ({ deltaX: i % 40 < 20 ? 37 : -37, deltaY: 0 }));
const zoom = (count: number) => frames(count, (i) => ({ deltaX: 0, deltaY: i % 120 < 60 ? -30 : 30 }));

/** So that all is compiled. */
async function warmUp(): Promise<void> {
  generate(200_000, 8);
  await show();
  await pan(30);
  await zoom(120);
}

Object.assign(globalThis, { generate, prepare, show, nearer, pan, zoom, warmUp });
