// Why two events are ordered, or where the path between them is missing; and the write that a read saw.

import { useMemo } from 'preact/hooks';
import { display } from '../../base/quote.ts';
import type { StackedAccess } from '../../findings/access.ts';
import { type AtomicityFinding, type DeadlockFinding, type Finding, firstNumber, sidesOf } from '../../findings/finding.ts';
import { held } from '../../report/words.ts';
import { eventWords, lockName, placeName, threadName } from '../model/event-words.ts';
import { type Edge, type Unordered, whyOrdered } from '../model/ordering.ts';
import { isRead, writeSeen } from '../model/seen-write.ts';
import { statesAt } from '../model/state.ts';
import { positionOf, type Row, rowAt, type ViewTrace } from '../model/view-trace.ts';
import { isTurned, type Picture } from './picture.ts';

const EDGE_WORDS: Record<Edge['kind'], string> = {
  program: 'program order',
  lock: 'the lock is given and taken',
  fork: 'fork',
  join: 'join',
  atomic: 'the atomic write is read',
  barrier: 'barrier',
};

export interface OrderPanelProps {
  readonly trace: ViewTrace;
  /** The recorded run: what was read, and what was ordered, was so in it. */
  readonly picture: Picture;
  /** The one that is open; what is said before anything is asked depends on its type. */
  readonly finding: Finding | undefined;
  readonly selected: Row | undefined;
  readonly compared: Row | undefined;
  readonly picking: boolean;
  onPick(): void;
  onSelect(row: Row): void;
  onClear(): void;
}

export function OrderPanel({ trace, picture, finding, selected, compared, picking, onPick, onSelect, onClear }: OrderPanelProps) {
  const marked = [...picture.marked.keys()];
  const isAsked = selected !== undefined && compared !== undefined;
  const pair = isAsked ? [selected, compared] : finding?.type === 'race' ? marked.slice(0, 2) : [];
  return (
    <div class="panel-body">
      {selected === undefined ? (
        <p>Click an event to focus it. Shift-click another, or press c, to ask why the two are ordered or not.</p>
      ) : (
        <>
          <EventCard trace={trace} picture={picture} row={selected} onSelect={onSelect} />
          <p>
            <button type="button" aria-pressed={picking} onClick={onPick}>
              {picking ? 'Now click the other event…' : 'Why ordered? Pick another event'}
            </button>{' '}
            {compared !== undefined && (
              <button type="button" onClick={onClear}>
                Clear
              </button>
            )}
          </p>
        </>
      )}
      {pair.length === 2 && <Why trace={trace} picture={picture} first={pair[0]!} second={pair[1]!} onSelect={onSelect} />}
      {!isAsked && finding !== undefined && finding.type !== 'race' && (
        <Course trace={trace} finding={finding} onSelect={onSelect} />
      )}
    </div>
  );
}

const COURSES = { deadlock: 'Who waits for whom', atomicity: 'What came in between' } as const;

/** The events of a deadlock or of a broken block one by one: whether something orders two of them is not the point. */
function Course({
  trace,
  finding,
  onSelect,
}: {
  readonly trace: ViewTrace;
  readonly finding: DeadlockFinding | AtomicityFinding;
  onSelect(row: Row): void;
}) {
  const words = (side: StackedAccess): string =>
    finding.type === 'deadlock'
      ? `, holding ${display(held(side))}`
      : finding.cut.includes(side)
        ? `, in the middle of the block ${display(finding.variable)} of ${display(finding.second.thread)}`
        : '';
  return (
    <section class="why" aria-label={COURSES[finding.type]}>
      <h3>{COURSES[finding.type]}</h3>
      <ol start={firstNumber(finding)}>
        {sidesOf(finding).map((side) => {
          const row = rowAt(trace, side.index);
          return (
            <li key={side.index}>
              {row === undefined ? `event ${side.index}` : <EventLink trace={trace} row={row} onSelect={onSelect} />}
              {words(side)}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function EventCard({
  trace,
  picture,
  row,
  onSelect,
}: Pick<OrderPanelProps, 'trace' | 'picture' | 'onSelect'> & { readonly row: Row }) {
  const { columns } = trace;
  const place = placeName(trace, row);
  const state = statesAt(picture.run, [columns.threads[row]!], row)[0]!;
  const seen = useMemo(() => writeSeen(columns, row), [columns, row]);
  return (
    <div class="event-card">
      <p>
        <strong>{eventWords(trace, row)}</strong>
        {place !== '' && <> at {place}</>}
      </p>
      <p>
        {state.holds.length === 0
          ? 'Holds no lock.'
          : `Holds ${state.holds.map((span) => lockName(trace, picture.run.spans.targets[span]!)).join(', ')}.`}
      </p>
      {isRead(columns.ops[row]!) && (
        <p>
          Saw{' '}
          {seen === undefined ? (
            'what was there before: no recorded write.'
          ) : (
            <EventLink trace={trace} row={seen} onSelect={onSelect} />
          )}
        </p>
      )}
    </div>
  );
}

function EventLink({ trace, row, onSelect }: { readonly trace: ViewTrace; readonly row: Row; onSelect(row: Row): void }) {
  return (
    <button type="button" class="link" onClick={() => onSelect(row)}>
      {eventWords(trace, row)}
    </button>
  );
}

interface WhyProps {
  readonly trace: ViewTrace;
  readonly picture: Picture;
  readonly first: Row;
  readonly second: Row;
  onSelect(row: Row): void;
}

function Why({ trace, picture, first, second, onSelect }: WhyProps) {
  const { columns } = trace;
  const why = useMemo(() => whyOrdered(columns, first, second), [columns, first, second]);
  const [a, b] = first < second ? [first, second] : [second, first];
  if (!why.ordered) return <Missing trace={trace} why={why} onSelect={onSelect} />;
  const turned = why.chain.filter(({ kind, to }) => isTurned(picture, kind, to));
  return (
    <section class="why" aria-label="Why ordered">
      <h3>
        In the recorded run, event {positionOf(trace, a)} is before event {positionOf(trace, b)}
      </h3>
      <Chain trace={trace} edges={why.chain} picture={picture} onSelect={onSelect} />
      {turned.length > 0 && (
        <p class="turned-note">
          A lock gave this order, and a lock does not say who comes first: in the witness the sections come the other way round,
          and nothing else orders the two.
        </p>
      )}
    </section>
  );
}

function Chain({
  trace,
  edges,
  picture,
  onSelect,
}: {
  readonly trace: ViewTrace;
  readonly edges: readonly Edge[];
  readonly picture: Picture;
  onSelect(row: Row): void;
}) {
  return (
    <ol class="edges">
      {edges.map(({ kind, from, to }) => (
        <li key={`${from} ${to}`}>
          <EventLink trace={trace} row={from} onSelect={onSelect} />
          <span class="edge-kind">
            {' → '}
            {EDGE_WORDS[kind]}
            {isTurned(picture, kind, to) && ' (could be the other way round)'}
            {' → '}
          </span>
          <EventLink trace={trace} row={to} onSelect={onSelect} />
        </li>
      ))}
    </ol>
  );
}

function Missing({ trace, why, onSelect }: { readonly trace: ViewTrace; readonly why: Unordered; onSelect(row: Row): void }) {
  const { first, second, known, handsOver, takenBy } = why;
  const thread = (row: Row): string => threadName(trace, trace.columns.threads[row]!);
  return (
    <section class="why" aria-label="Why unordered">
      <h3>
        Nothing in the recorded run orders event {positionOf(trace, first)} before event {positionOf(trace, second)}
      </h3>
      <ul>
        <li>
          {known.length === 0 ? (
            `${thread(second)} has heard nothing of ${thread(first)} before its event.`
          ) : (
            <>
              {thread(second)} last heard of {thread(first)} by{' '}
              <EventLink trace={trace} row={known[0]!.from} onSelect={onSelect} />, which is before event{' '}
              {positionOf(trace, first)}.
            </>
          )}
        </li>
        <li>
          {handsOver === undefined ? (
            `After it ${thread(first)} hands nothing on: no release, no fork, no atomic write.`
          ) : (
            <>
              The first that {thread(first)} hands on after it is <EventLink trace={trace} row={handsOver} onSelect={onSelect} />,{' '}
              {takenBy === undefined ? (
                'which nobody takes.'
              ) : (
                <>
                  taken by <EventLink trace={trace} row={takenBy} onSelect={onSelect} />: no path from there to event{' '}
                  {positionOf(trace, second)}.
                </>
              )}
            </>
          )}
        </li>
      </ul>
    </section>
  );
}
