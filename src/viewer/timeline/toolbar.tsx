// What is shown: which order, how much of the run, which locks have lanes.

import { lockName } from '../model/event-words.ts';
import type { Run } from '../model/run.ts';
import { SpanKind } from '../model/spans.ts';
import type { Scope } from './pictures.ts';

export type View = 'recorded' | 'witness' | 'both';

export interface ToolbarProps {
  readonly view: View;
  readonly hasWitness: boolean;
  onView(view: View): void;
  readonly scope: Scope;
  readonly hasFinding: boolean;
  onScope(scope: Scope): void;
  readonly run: Run;
  readonly threads: readonly number[];
  readonly locks: readonly number[];
  onLocks(locks: readonly number[]): void;
}

const VIEWS: readonly (readonly [View, string])[] = [
  ['recorded', 'Recorded'],
  ['witness', 'Witness'],
  ['both', 'Both'],
];
const SCOPES: readonly (readonly [Scope, string])[] = [
  ['finding', 'around the finding'],
  ['threads', 'all of its threads'],
  ['all', 'the whole run'],
];
/** Locks to choose from. */
const MOST_LOCKS = 40;

export function Toolbar({ view, hasWitness, onView, scope, hasFinding, onScope, run, threads, locks, onLocks }: ToolbarProps) {
  const choices = locksOf(run, threads);
  return (
    <div class="timeline-tools">
      {hasWitness && (
        <fieldset class="switch">
          <legend class="unseen">Order of events</legend>
          {VIEWS.map(([id, title]) => (
            <label key={id}>
              <input type="radio" name="timeline-view" checked={view === id} onChange={() => onView(id)} />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
      )}
      {hasFinding && (
        <label>
          Show{' '}
          <select value={scope} onChange={(event) => onScope(event.currentTarget.value as Scope)}>
            {SCOPES.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {choices.length > 0 && (
        <details class="lock-choice">
          <summary>Locks as lanes{locks.length > 0 && ` (${locks.length})`}</summary>
          <div>
            {choices.map((lock) => (
              <label key={lock}>
                <input
                  type="checkbox"
                  checked={locks.includes(lock)}
                  onChange={() => onLocks(locks.includes(lock) ? locks.filter((one) => one !== lock) : [...locks, lock])}
                />{' '}
                {lockName(run.trace, lock)}
              </label>
            ))}
          </div>
        </details>
      )}
      <details class="legend">
        <summary>Legend and keys</summary>
        <div>
          <p>
            ■ write · ○ read, in green those of atomics and messages (vw, vr) · ▶ acquire · ◀ release · ◆ other. Bars: critical
            sections, in the colour of their lock; grey: a block that should be atomic; dashed: waits.
          </p>
          <p>
            A dashed arrow “could be the other way round”: a lock gave this order, and the witness has the other. A frame around a
            bar: the witness moved it. ⋯ n: so many events are folded away; click to see them.
          </p>
          <p>
            Drag or a, d: pan · wheel, pinch, +, −: zoom · Home: fit · arrows: next event · [ ]: step · c: compare · o: other
            order · shift-click: why ordered?
          </p>
        </div>
      </details>
    </div>
  );
}

/** The locks of these threads that are taken at all, at most so many. */
export function locksOf({ spans }: Run, threads: readonly number[]): number[] {
  const found = new Set<number>();
  const wanted = new Set(threads);
  for (let span = 0; span < spans.count && found.size < MOST_LOCKS; span++)
    if (spans.kinds[span]! <= SpanKind.shared && wanted.has(spans.threads[span]!)) found.add(spans.targets[span]!);
  return [...found];
}
