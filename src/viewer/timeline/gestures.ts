// From pointers and wheels to pans and zooms. Two pointers are a pinch; a pointer that hardly moves is a click.

export interface Moves {
  pan(pixels: number): void;
  zoom(factor: number, x: number): void;
  point(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number, again: boolean): void;
}

/** Pixels that a click may move. */
const STILL = 5;
const WHEEL_ZOOM = 0.0022;

/** Listens until the function that it returns is called. */
export function gestures(canvas: HTMLCanvasElement, moves: Moves, scrolls: () => boolean): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const start = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    down.set(event.pointerId, place(event));
    travelled = 0;
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const at = place(event);
    const before = down.get(event.pointerId);
    if (before === undefined) {
      moves.point(at.x, at.y);
      return;
    }
    travelled += Math.abs(at.x - before.x) + Math.abs(at.y - before.y);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) moves.pan(before.x - at.x);
    else pinch(moves, before, at, other);
    down.set(event.pointerId, at);
  };
  const end = (event: PointerEvent): void => {
    const at = place(event);
    if (down.delete(event.pointerId) && down.size === 0 && travelled < STILL && event.type === 'pointerup')
      moves.click(at.x, at.y, event.shiftKey);
  };
  const wheel = (event: WheelEvent): void => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    // Where lanes have to be scrolled, the wheel alone scrolls them.
    if (!sideways && !event.ctrlKey && !event.metaKey && scrolls()) return;
    event.preventDefault();
    if (sideways) moves.pan(event.deltaX || event.deltaY);
    else moves.zoom(Math.exp(-event.deltaY * WHEEL_ZOOM * (event.ctrlKey ? 4 : 1)), place(event).x);
  };
  const stop = new AbortController();
  const { signal } = stop;
  canvas.addEventListener('pointerdown', start, { signal });
  canvas.addEventListener('pointermove', move, { signal });
  canvas.addEventListener('pointerup', end, { signal });
  canvas.addEventListener('pointercancel', end, { signal });
  canvas.addEventListener('pointerleave', () => moves.leave(), { signal });
  canvas.addEventListener('wheel', wheel, { signal, passive: false });
  return () => stop.abort();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pinch(moves: Moves, before: Point, now: Point, other: Point): void {
  const apart = (one: Point): number => Math.max(10, Math.hypot(one.x - other.x, one.y - other.y));
  moves.zoom(apart(now) / apart(before), (now.x + other.x) / 2);
  moves.pan((before.x - now.x) / 2);
}
