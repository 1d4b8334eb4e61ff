// The events around the focus as a list: what the canvas shows, for those who read it or go through it by keys.

import { eventText, placeName, threadName } from '../model/event-words.ts';
import { positionOf, type Row, type ViewTrace } from '../model/view-trace.ts';
import type { Picture } from './picture.ts';

/** Events before and after the focused one. */
const AROUND = 8;

export interface EventListProps {
  readonly trace: ViewTrace;
  readonly picture: Picture;
  readonly selected: Row | undefined;
  onSelect(row: Row): void;
}

export function EventList({ trace, picture, selected, onSelect }: EventListProps) {
  const rows = around(picture, selected);
  return (
    <ol
      class="events"
      aria-label={picture.isSchedule ? 'Steps of the witness around the focus' : 'Recorded events around the focus'}
    >
      {rows.map((row) => {
        const index = picture.indexOf(row)!;
        const number = picture.marked.get(index);
        return (
          <li key={row}>
            <button type="button" aria-current={row === selected ? 'true' : undefined} onClick={() => onSelect(row)}>
              <span class="event-number">{positionOf(trace, row)}</span>
              <span class="event-thread">{threadName(trace, trace.columns.threads[row]!)}</span>
              <code>{eventText(trace, row)}</code>
              {number !== undefined && <span class="event-mark">{number}</span>}
              {picture.isMoved(index) && <span class="event-moved">moved</span>}
              <span class="event-place">{placeName(trace, row)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Rows of the threads that are shown, in the order of the picture. */
function around({ run, indexOf, rowOf, marked, threads }: Picture, selected: Row | undefined): Row[] {
  const shown = new Set(threads);
  const { columns } = run.trace;
  const at = (selected === undefined ? undefined : indexOf(selected)) ?? [...marked.keys()][0] ?? 0;
  if (columns.length === 0) return [];
  const side = (step: 1 | -1): Row[] => {
    const rows: Row[] = [];
    for (let index = at + step; index >= 0 && index < columns.length && rows.length < AROUND; index += step)
      if (shown.has(columns.threads[index]!)) rows.push(rowOf(index));
    return rows;
  };
  return [...side(-1).reverse(), rowOf(at), ...side(1)];
}
