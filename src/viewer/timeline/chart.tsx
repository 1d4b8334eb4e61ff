// A picture on a canvas that can be panned, zoomed and pointed at, by pointers and by keys.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { display } from '../../base/quote.ts';
import { eventText, placeName, threadName } from '../model/event-words.ts';
import { positionOf, type Row, type ViewTrace } from '../model/view-trace.ts';
import { gestures } from './gestures.ts';
import type { Hit } from './hit.ts';
import { Painter } from './painter.ts';
import type { Index, Picture } from './picture.ts';
import { positionWords } from './ruler-words.ts';

export interface ChartProps {
  readonly title: string;
  readonly trace: ViewTrace;
  readonly picture: Picture;
  readonly selected: Row | undefined;
  readonly compared: Row | undefined;
  onSelect(row: Row | undefined): void;
  /** The second event of a question. */
  onCompare(row: Row | undefined): void;
  onHover(row: Row | undefined): void;
  onUnfold(from: Index): void;
  /** Keys that are not about moving in the picture; true if it was one. */
  onKey(key: string): boolean;
}

export function Chart(props: ChartProps) {
  const { title, trace, picture, selected, onHover } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const painter = useRef<Painter>(null);
  const [tip, setTip] = useState<{ x: number; y: number; text: string; more: string }>();
  const [tall, setTall] = useState(0);

  useLayoutEffect(() => {
    const made = new Painter(canvas.current!, scroller.current!, setTall);
    painter.current = made;
    const stop = gestures(
      canvas.current!,
      {
        pan: (pixels) => made.pan(pixels),
        zoom: (factor, x) => made.zoom(factor, x),
        point: (x, y) => made.point(x, y),
        leave: () => made.point(-1, -1),
        click: (x, y, again) => made.click(x, y, again),
      },
      () => scroller.current!.scrollHeight > scroller.current!.clientHeight + 1,
    );
    return () => {
      stop();
      made.close();
    };
  }, []);
  useLayoutEffect(() => painter.current!.show(props));
  useEffect(() => {
    if (selected !== undefined) painter.current!.reveal(selected);
  }, [selected, picture]);
  useEffect(() => {
    painter.current!.onPoint = (at, x, y) => {
      onHover(at.index === undefined ? undefined : picture.rowOf(at.index));
      setTip(tipOf(trace, picture, at, x, y));
    };
  }, [picture, trace, onHover]);

  const words = selected === undefined ? 'no event is focused' : `focused: event ${positionOf(trace, selected)}`;
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class="chart-scroll" ref={scroller}>
        <div class="chart-height" style={{ height: `${tall}px` }}>
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: keys move in it; the list of events says the same in words. */}
          <canvas
            ref={canvas}
            tabIndex={0}
            role="application"
            aria-label={`${title}: ${picture.threads.length} threads; ${words}. Arrow keys go from event to event, plus and minus zoom.`}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return;
              if (painter.current!.key(event.key) || props.onKey(event.key)) event.preventDefault();
            }}
          />
        </div>
      </div>
      {tip !== undefined && (
        <div class="chart-tip" style={{ left: `${tip.x}px`, top: `${tip.y}px` }} role="status">
          <strong>{tip.text}</strong>
          <span class="tip-more">{tip.more}</span>
        </div>
      )}
    </figure>
  );
}

function tipOf(trace: ViewTrace, picture: Picture, { index, gap }: Hit, x: number, y: number) {
  if (gap !== undefined) {
    const count = positionWords(gap.to - gap.from);
    return { x, y, text: `${count} events`, more: 'not needed for this finding: click to see them' };
  }
  if (index === undefined) return undefined;
  const row = picture.rowOf(index);
  const place = placeName(trace, row);
  const thread = threadName(trace, trace.columns.threads[row]!);
  const moved = picture.isMoved(index) ? ' · moved' : '';
  return {
    x,
    y,
    text: eventText(trace, row),
    more: `${display(thread)} · event ${positionWords(positionOf(trace, row))}${place === '' ? '' : ` · ${place}`}${moved}`,
  };
}
