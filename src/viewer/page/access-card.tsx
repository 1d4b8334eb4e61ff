// One event of a finding: what it does, where, what it holds and where that was taken, its lines of source and its callers.

import { display } from '../../base/quote.ts';
import type { StackedAccess } from '../../findings/access.ts';
import { isKnown } from '../../findings/place.ts';
import type { Frame } from '../../findings/stack.ts';
import { chain, foreignMark, frameText, headOf, type StackLine, stackLines } from '../../report/stacks.ts';
import { action, amount, held } from '../../report/words.ts';
import { editorLink } from '../model/editor-link.ts';
import type { Opened } from '../model/opened.ts';
import { rowAt } from '../model/view-trace.ts';
import { ask, trace } from './state.ts';
import { Name, Place } from './text.tsx';

/** Frames behind a disclosure. */
const MOST_FOLDED = 20;

export interface AccessCardProps {
  readonly access: StackedAccess;
  readonly number: number;
  readonly page: Opened;
  /** Whether where locks were taken is told also if only the place is known. */
  readonly always: boolean;
}

export function AccessCard({ access, number, page }: AccessCardProps) {
  const { location, text } = headOf(access);
  const foreign = foreignMark(access.stack);
  const link = editorLink(location, page.data.folder);
  const isHere = trace.value ? rowAt(trace.value, access.index) !== undefined : false;
  return (
    <section class="card access" aria-label={`${wordOf(number)} event of the finding`}>
      <h3>
        <span class="number">{number}</span> {display(action(access))} in <Name text={access.thread} most={30} />
      </h3>
      <dl>
        <dt>at</dt>
        <dd>
          {!isKnown(location) ? (
            'a place that the trace does not tell'
          ) : link === undefined ? (
            <Place text={location} most={72} />
          ) : (
            <a href={link} title="Open in the editor">
              <Place text={location} most={72} />
            </a>
          )}
          {foreign !== undefined && <span class="weak"> {display(foreign)}</span>}
        </dd>
        <dt>holding</dt>
        <dd class="mono">{display(held(access))}</dd>
        <dt>event</dt>
        <dd>
          {isHere ? (
            <button type="button" class="link" onClick={() => ask({ event: access.index })}>
              {access.index}
            </button>
          ) : (
            access.index
          )}
        </dd>
      </dl>
      <Source location={location} text={text} page={page} />
      <Stack access={access} />
    </section>
  );
}

function wordOf(number: number): string {
  return ['', 'First', 'Second', 'Third'][number] ?? `${number}th`;
}

function Source({
  location,
  text,
  page,
}: {
  readonly location: string;
  readonly text: string | undefined;
  readonly page: Opened;
}) {
  const excerpt = page.data.sources[location] ?? (text === undefined ? undefined : { first: 0, line: 0, lines: [text] });
  if (excerpt === undefined) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keys
    <section class="source" tabIndex={0} aria-label="Source">
      <pre>
        {excerpt.lines.map((line, i) => {
          const number = excerpt.first + i;
          return (
            <span key={number} class={number === excerpt.line ? 'here' : undefined}>
              {number > 0 && <i>{number}</i>}
              {sourceText(line)}
            </span>
          );
        })}
      </pre>
    </section>
  );
}

/** Source text keeps its tabs. */
function sourceText(line: string): string {
  return line.split('\t').map(display).join('\t');
}

function Stack({ access }: { readonly access: StackedAccess }) {
  const lines = stackLines(access.stack, 'short');
  const locks = access.taken.filter(({ location, stack }) => stack.length > 0 || isKnown(location));
  if (lines.length + locks.length === 0) return null;
  return (
    <ul class="stack mono">
      {lines.map((line, i) => (
        <Line key={i} line={line} />
      ))}
      {locks.map(({ lock, location, stack }) => (
        <li key={lock}>
          <span class="weak">lock</span> <Name text={lock} most={30} /> <span class="weak">taken at</span>{' '}
          <Place text={chain(stack) || location} most={110} />
        </li>
      ))}
    </ul>
  );
}

function Line({ line: { how, frames, folded } }: { readonly line: StackLine }) {
  if (folded === undefined)
    return (
      <li>
        <span class="weak">{how}</span> <FramePlace frame={frames[0]!} />
      </li>
    );
  if (frames.length === 0) return <li class="weak">{display(folded)}</li>;
  return (
    <li>
      <details>
        <summary class="weak">{display(folded)}</summary>
        <ul>
          {frames.slice(0, MOST_FOLDED).map((frame, i) => (
            <li key={i}>
              <FramePlace frame={frame} />
            </li>
          ))}
          {frames.length > MOST_FOLDED && <li class="weak">… {amount(frames.length - MOST_FOLDED, 'more frame')}</li>}
        </ul>
      </details>
    </li>
  );
}

function FramePlace({ frame }: { readonly frame: Frame }) {
  return <Place text={frameText(frame)} most={90} />;
}
