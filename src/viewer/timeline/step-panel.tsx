// Step by step through the order that is shown: what each thread has just done, its stack and its locks.

import { useMemo } from 'preact/hooks';
import { eventText, lockName, threadName } from '../model/event-words.ts';
import { statesAt } from '../model/state.ts';
import { positionOf, type Row, type ViewTrace } from '../model/view-trace.ts';
import type { Picture } from './picture.ts';
import { positionWords } from './ruler-words.ts';

export interface StepPanelProps {
  readonly trace: ViewTrace;
  readonly picture: Picture;
  readonly selected: Row | undefined;
  onSelect(row: Row): void;
}

/** Threads whose stacks are shown: those of the finding are the first. */
const MOST_THREADS = 4;
const MOST_FRAMES = 6;

/** The next event of the threads that are shown, in the order of the picture; or the last one before. */
export function stepped(
  { run, axis, threads, rowOf, indexOf, marked }: Picture,
  selected: Row | undefined,
  by: 1 | -1,
): Row | undefined {
  const shown = new Set(threads);
  const { columns } = run.trace;
  const at = selected === undefined ? undefined : indexOf(selected);
  if (at === undefined) return rowOf([...marked.keys()][0] ?? 0);
  for (let index = at + by; index >= 0 && index < columns.length; index += by) {
    const gap = axis.gapOf(index);
    if (gap !== undefined) index = by > 0 ? gap.to - 1 : gap.from;
    else if (shown.has(columns.threads[index]!)) return rowOf(index);
  }
  return undefined;
}

export function StepPanel({ trace, picture, selected, onSelect }: StepPanelProps) {
  const index = (selected === undefined ? undefined : picture.indexOf(selected)) ?? [...picture.marked.keys()][0] ?? 0;
  const states = useMemo(() => statesAt(picture.run, picture.threads.slice(0, MOST_THREADS), index), [picture, index]);
  const step = (by: 1 | -1): void => {
    const row = stepped(picture, selected, by);
    if (row !== undefined) onSelect(row);
  };
  const { columns } = picture.run.trace;
  return (
    <div class="panel-body">
      <p class="steps">
        <button type="button" onClick={() => step(-1)} aria-label="One step back">
          ◀
        </button>
        <button type="button" onClick={() => step(1)} aria-label="One step on">
          ▶
        </button>
        <span aria-live="polite">
          {picture.isSchedule ? 'Step' : 'Event'}{' '}
          {positionWords(picture.isSchedule ? index + 1 : positionOf(trace, picture.rowOf(index)))}
          {picture.isSchedule && ` of ${positionWords(columns.length)}`}:{' '}
          {columns.length > 0 && `${threadName(trace, columns.threads[index]!)} ${eventText(picture.run.trace, index)}`}
        </span>
      </p>
      <div class="thread-states">
        {states.map(({ thread, row, acts, stack, holds, waits }) => (
          <section
            key={thread}
            class={acts ? 'thread-state acts' : 'thread-state'}
            aria-label={`State of ${threadName(trace, thread)}`}
          >
            <h3>{threadName(trace, thread)}</h3>
            <p>{row === undefined ? 'has not begun' : <code>{eventText(picture.run.trace, row)}</code>}</p>
            <p class="thread-locks">
              {holds.length === 0
                ? 'no lock'
                : `holds ${holds.map((span) => lockName(trace, picture.run.spans.targets[span]!)).join(', ')}`}
              {waits.length > 0 && ' · waits'}
            </p>
            <ol class="thread-stack">
              {stack.slice(0, MOST_FRAMES).map((frame) => (
                <li key={frame.location}>
                  {frame.function !== undefined && <b>{frame.function}</b>}{' '}
                  {frame.file === undefined ? frame.location : `${frame.file}:${frame.line}`}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}
