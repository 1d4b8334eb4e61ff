// What of a chart is many small boxes, on a canvas of its own: while a reader pans, it is copied onto itself and only the strip that comes into view is drawn;
// while the pointer moves or an event is focused, it is only copied. Ten million events, 8 threads: a frame of a pan takes 2 ms instead of 11.

import { drawDenseEvents } from './draw-events.ts';
import { drawSpans, labelSpans, type WideSpan } from './draw-spans.ts';
import { type Frame, stripOfFrame } from './frame.ts';

/** Beside a strip there may be halves of what is in it. */
const MARGIN = 2;

export class Layer {
  /** Two in turn: a canvas that is copied onto itself is copied twice. */
  private canvas = document.createElement('canvas');
  private other = document.createElement('canvas');
  /** What it was drawn of; anything else is drawn anew. */
  private key: readonly unknown[] = [];
  private start = 0;
  private wide: WideSpan[] = [];

  /** `key`: all that it depends on but where it begins, which is a whole number of pixels. */
  show(frame: Frame, scale: number, key: readonly unknown[]): void {
    const { context, viewport, width, layout } = frame;
    const moved = Math.round((viewport.start - this.start) * viewport.unit * scale) / scale;
    const isSame = key.length === this.key.length && key.every((part, i) => part === this.key[i]);
    if (!isSame || Math.abs(moved) >= (width - layout.left) / 2) this.redraw(frame, scale);
    else if (moved !== 0) this.move(frame, scale, moved);
    this.key = key;
    this.start = viewport.start;
    context.drawImage(this.canvas, 0, 0, this.canvas.width / scale, this.canvas.height / scale);
    labelSpans(frame, this.wide);
  }

  private redraw(frame: Frame, scale: number): void {
    const context = cleared(this.canvas, Math.round(frame.width * scale), Math.round(frame.layout.height * scale));
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.wide = drawn({ ...frame, context });
  }

  private move(frame: Frame, scale: number, pixels: number): void {
    const { canvas: before, other: canvas } = this;
    this.canvas = canvas;
    this.other = before;
    const context = cleared(canvas, before.width, before.height);
    const { layout, width } = frame;
    context.drawImage(before, Math.round(-pixels * scale), 0);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const left = pixels > 0 ? width - pixels - MARGIN : layout.left;
    const right = pixels > 0 ? width : layout.left - pixels + MARGIN;
    context.save();
    context.beginPath();
    context.rect(left, 0, right - left, layout.height);
    context.clip();
    context.clearRect(left, 0, right - left, layout.height);
    const { starts, ends } = frame.picture.run.spans;
    const known = new Set(this.wide.map(({ span }) => span));
    const fresh = drawn(stripOfFrame({ ...frame, context }, left, right));
    this.wide = [...this.wide, ...fresh.filter(({ span }) => !known.has(span))].filter(
      ({ span }) => ends[span]! >= frame.from && starts[span]! <= frame.to,
    );
    context.restore();
  }
}

/** Of this size and empty, in pixels of the screen. */
function cleared(canvas: HTMLCanvasElement, wide: number, high: number): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')!;
  if (canvas.width === wide && canvas.height === high) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, wide, high);
  } else {
    canvas.width = wide;
    canvas.height = high;
  }
  return context;
}

/** The same without a layer. */
export function drawBack(frame: Frame): void {
  labelSpans(frame, drawn(frame));
}

function drawn(frame: Frame): WideSpan[] {
  const wide = drawSpans(frame);
  drawDenseEvents(frame);
  return wide;
}
