// The canvas of a chart, and what of it is no state of the page: sizes, the viewport, the pointer. It draws once per frame at most, and only when
// something changed.

import { type Edge, whyOrdered } from '../model/ordering.ts';
import { positionOf, type Row } from '../model/view-trace.ts';
import type { ChartProps } from './chart.tsx';
import { draw, type Lit } from './draw.ts';
import { type Coming, type Frame, frameOf } from './frame.ts';
import { beside, type Hit, hit } from './hit.ts';
import { drawBack, Layer } from './layer.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { Index, Picture } from './picture.ts';
import { type Theme, themeOf } from './theme.ts';
import { fitted, onPixels, panned, showing, type Viewport, zoomed } from './viewport.ts';

/** Milliseconds that the sections take to their new places. */
const TRAVEL = 900;
const KEY_ZOOM = 1.4;
const KEY_PAN = 120;

export class Painter {
  onPoint: (at: Hit, x: number, y: number) => void = () => {};
  private readonly canvas: HTMLCanvasElement;
  private readonly scroller: HTMLElement;
  private readonly onHeight: (height: number) => void;
  private readonly stop = new AbortController();
  private readonly sizes: ResizeObserver;
  /** What the reader chose. */
  private readonly themes: MutationObserver;
  private props: ChartProps | undefined;
  private theme: Theme | undefined;
  private layout: Layout | undefined;
  private viewport: Viewport = { start: 0, unit: 1 };
  private width = 0;
  private hovered: Index | undefined;
  private chain: readonly Edge[] = [];
  private chainOf = '';
  private drawing = 0;
  private readonly layer = new Layer();
  private coming: (Omit<Coming, 'share'> & { since: number | undefined }) | undefined;

  constructor(canvas: HTMLCanvasElement, scroller: HTMLElement, onHeight: (height: number) => void) {
    this.canvas = canvas;
    this.scroller = scroller;
    this.onHeight = onHeight;
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(scroller);
    const { signal } = this.stop;
    scroller.addEventListener('scroll', () => this.repaint(), { signal, passive: true });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.restyle(), { signal });
    this.themes = new MutationObserver(() => this.restyle());
    this.themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  close(): void {
    this.stop.abort();
    this.sizes.disconnect();
    this.themes.disconnect();
    cancelAnimationFrame(this.drawing);
  }

  show(props: ChartProps): void {
    const before = this.props;
    this.props = props;
    const { picture } = props;
    if (before === undefined || before.picture !== picture) this.turn(before?.picture, picture);
    this.ask();
    this.repaint();
  }

  pan(pixels: number): void {
    this.move(panned(this.viewport, pixels, this.axis, this.room));
  }

  zoom(factor: number, x: number): void {
    this.move(zoomed(this.viewport, factor, Math.max(0, x - (this.layout?.left ?? 0)), this.axis, this.room));
  }

  point(x: number, y: number): void {
    const frame = this.frame();
    const at = frame === undefined || x < 0 ? {} : hit(frame, x, y);
    this.hovered = at.index;
    const { left, top } = this.canvas.getBoundingClientRect();
    this.onPoint(at, left + Math.min(x + 14, Math.max(0, this.width - 220)), top + y + 16);
    this.repaint();
  }

  click(x: number, y: number, again: boolean): void {
    const frame = this.frame();
    if (frame === undefined) return;
    const { index, gap } = hit(frame, x, y);
    const { picture, onSelect, onCompare, onUnfold } = this.props!;
    if (gap !== undefined) onUnfold(gap.from);
    else if (index !== undefined && again) onCompare(picture.rowOf(index));
    else onSelect(index === undefined ? undefined : picture.rowOf(index));
  }

  /** Brings an event onto the screen. */
  reveal(row: Row): void {
    const { picture } = this.props!;
    const index = picture.indexOf(row);
    if (index !== undefined) this.move(showing(this.viewport, picture.axis.place(index + 0.5), picture.axis, this.room));
  }

  /** True if the key means something here. */
  key(key: string): boolean {
    switch (key) {
      case '+':
      case '=':
      case 'w':
        this.zoom(KEY_ZOOM, this.width / 2);
        return true;
      case '-':
      case 's':
        this.zoom(1 / KEY_ZOOM, this.width / 2);
        return true;
      case 'a':
        this.pan(-KEY_PAN);
        return true;
      case 'd':
        this.pan(KEY_PAN);
        return true;
      case 'Home':
        this.move(this.fit());
        return true;
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'ArrowUp':
      case 'ArrowDown':
        return this.step(key);
    }
    return false;
  }

  private step(key: string): boolean {
    const { picture, selected, onSelect } = this.props!;
    const { rows, trace } = picture.run;
    const first = [...picture.marked.keys()][0] ?? rows.rows[rows.starts[picture.threads[0] ?? 0]!];
    const at = selected === undefined ? undefined : picture.indexOf(selected);
    if (at === undefined) {
      if (first !== undefined) onSelect(picture.rowOf(first));
      return true;
    }
    const thread = trace.columns.threads[at]!;
    const layout = this.layout!;
    const next =
      key === 'ArrowLeft'
        ? rows.last(thread, at - 1)
        : key === 'ArrowRight'
          ? rows.next(thread, at)
          : beside({ layout, picture }, at, key === 'ArrowUp' ? -1 : 1);
    if (next !== undefined) onSelect(picture.rowOf(next));
    return true;
  }

  private get axis() {
    return this.props!.picture.axis;
  }

  /** Pixels for the axis. */
  private get room(): number {
    return Math.max(50, this.width - (this.layout?.left ?? 0));
  }

  private move(viewport: Viewport): void {
    this.viewport = viewport;
    this.repaint();
  }

  /** All of a short axis; of a long one what is around the events of the finding. */
  private fit(): Viewport {
    const { axis, marked } = this.props!.picture;
    const { room } = this;
    const readable = room / 12;
    const places = [...marked.keys()].map((index) => axis.place(index));
    if (places.length === 0 || axis.length <= readable * 1.5) return fitted(axis, room);
    const [from, to] = [Math.min(...places), Math.max(...places)];
    const margin = Math.max(4, (readable - (to - from)) / 2);
    return fitted(axis, room, from - margin, to + margin);
  }

  /** Another picture: at once, or on the way if it is another order of the same. */
  private turn(from: Picture | undefined, to: Picture): void {
    const { viewport } = this;
    this.measure();
    const sameOrder = from !== undefined && from.run === to.run;
    if (sameOrder && from.axis === to.axis) return;
    this.viewport = this.fit();
    this.hovered = undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isOther = from !== undefined && !sameOrder && from.run.trace.symbols === to.run.trace.symbols;
    this.coming = isOther && !still ? { picture: from, viewport, since: undefined } : undefined;
  }

  private ask(): void {
    const { picture, selected, compared } = this.props!;
    const a = selected === undefined ? undefined : picture.indexOf(selected);
    const b = compared === undefined ? undefined : picture.indexOf(compared);
    const question = a === undefined || b === undefined ? '' : `${a} ${b}`;
    if (question === this.chainOf) return;
    this.chainOf = question;
    if (question === '') this.chain = [];
    else {
      const why = whyOrdered(picture.run.trace.columns, a!, b!);
      this.chain = why.ordered ? why.chain : [];
    }
  }

  private restyle(): void {
    this.theme = undefined;
    this.repaint();
  }

  private resize(): void {
    const before = this.width;
    this.measure();
    if (this.props !== undefined && before !== this.width) this.viewport = this.fit();
    this.repaint();
  }

  private measure(): void {
    this.width = this.scroller.clientWidth;
    if (this.props === undefined) return;
    const { run, threads, locks } = this.props.picture;
    this.layout = layoutOf(run, threads, locks, this.width);
    this.onHeight(this.layout.height);
  }

  private repaint(): void {
    if (this.drawing === 0) this.drawing = requestAnimationFrame((now) => this.paint(now));
  }

  /** The lanes that can be seen, where they are on the canvas. */
  private frame(now = 0): Frame | undefined {
    const { props, width } = this;
    const context = this.canvas.getContext('2d');
    if (props === undefined || this.layout === undefined || context === null || width === 0) return undefined;
    this.theme ??= themeOf(this.canvas);
    const { scrollTop, clientHeight } = this.scroller;
    const lanes = this.layout.lanes
      .map((lane) => ({ ...lane, top: lane.top - scrollTop }))
      .filter(({ top, height }) => top + height > 0 && top < clientHeight);
    const height = Math.min(this.layout.height, clientHeight);
    const layout = { ...this.layout, lanes, height };
    const parts = {
      context,
      theme: this.theme,
      layout,
      picture: props.picture,
      viewport: onPixels(this.viewport, devicePixelRatio),
      width,
    };
    const share = this.share(now);
    return frameOf(parts, share === 0 || this.coming === undefined ? undefined : { ...this.coming, share });
  }

  /** How much of the way is still to go. */
  private share(now: number): number {
    if (this.coming === undefined || now === 0) return 0;
    this.coming.since ??= now;
    const done = Math.min(1, (now - this.coming.since) / TRAVEL);
    if (done === 1) this.coming = undefined;
    // Slow at both ends.
    return 1 - done * done * (3 - 2 * done);
  }

  private paint(now: number): void {
    this.drawing = 0;
    const frame = this.frame(now);
    if (frame === undefined) return;
    const { canvas } = this;
    const scale = devicePixelRatio;
    const { width, layout } = frame;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(layout.height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(layout.height * scale);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${layout.height}px`;
    }
    frame.context.setTransform(scale, 0, 0, scale, 0, 0);
    const { picture, trace, selected, compared } = this.props!;
    const indexOf = (row: Row | undefined) => (row === undefined ? undefined : picture.indexOf(row));
    const lit: Lit = {
      selected: indexOf(selected),
      hovered: this.hovered,
      compared: indexOf(compared),
      chain: this.chain,
      numberOf: (index) => (picture.isSchedule ? index + 1 : positionOf(trace, picture.rowOf(index))),
    };
    const { unit } = frame.viewport;
    const depends = [picture, this.layout, this.theme, this.scroller.scrollTop, unit, width, layout.height, scale];
    // On their way, all of them move.
    draw(frame, lit, () => (this.coming === undefined ? this.layer.show(frame, scale, depends) : drawBack(frame)));
    if (this.coming !== undefined) this.repaint();
  }
}
