// What if the program held this lock here, or waited for that thread: says whether the finding is gone, and what else appears.

import { useMemo, useState } from 'preact/hooks';
import type { Finding } from '../../findings/finding.ts';
import { alikeAccesses, type Edit, holdsAround } from '../model/edit.ts';
import { eventWords, threadName } from '../model/event-words.ts';
import type { Run } from '../model/run.ts';
import { holdsOfSections } from '../model/section-around.ts';
import { positionOf, type Row, type ViewTrace } from '../model/view-trace.ts';
import { type ToldFinding, type WhatIfAnswer, type WhatIfQuestion, whatIfQuestion } from '../model/what-if.ts';
import { positionWords } from './ruler-words.ts';
import { locksOf } from './toolbar.tsx';

export interface WhatIfPanelProps {
  readonly trace: ViewTrace;
  readonly run: Run;
  readonly finding: Finding;
  readonly threads: readonly number[];
  readonly marked: readonly Row[];
  readonly selected: Row | undefined;
  ask(question: WhatIfQuestion): Promise<WhatIfAnswer>;
}

/** What a lock is held around. */
type Around = 'lines' | 'events' | 'sections';

const AROUND: readonly (readonly [Around, string])[] = [
  ['lines', 'these lines, whenever they run'],
  ['events', 'these events only'],
  ['sections', 'the sections and blocks that they are in'],
];

const NEW_LOCK = 'a new lock';

/** What was asked and what came of it. */
type Told = { readonly words: string } & (
  | { readonly waiting: true }
  | { readonly answer: WhatIfAnswer }
  | { readonly error: string }
);

export function WhatIfPanel({ trace, run, finding, threads, marked, selected, ask }: WhatIfPanelProps) {
  const locks = useMemo(() => locksOf(run, threads).map((lock) => trace.symbols.locks.name(lock)), [run, threads, trace]);
  const { fingerprint, detectors } = finding;
  const [lock, setLock] = useState(NEW_LOCK);
  const [around, setAround] = useState<Around>(finding.type === 'atomicity' ? 'sections' : 'lines');
  const [joined, setJoined] = useState<number>();
  const [told, setTold] = useState<Told>();
  const events = selected === undefined || marked.includes(selected) ? marked : [...marked, selected];
  const before = selected ?? marked.at(-1);
  const run_ = async (edits: readonly Edit[], words: string): Promise<void> => {
    setTold({ words, waiting: true });
    try {
      setTold({ words, answer: await ask(whatIfQuestion(trace, { edits, fingerprint, marked, detectors })) });
    } catch (error) {
      setTold({ words, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const hold = (): void => {
    const edits = holdsFor(trace, run, events, around, lock);
    run_(edits, `hold ${lock} around ${AROUND.find(([id]) => id === around)![1]}`);
  };
  const join = (thread: number): void => {
    run_(
      [{ kind: 'join', thread, before: before! }],
      `wait for the end of ${threadName(trace, thread)} before event ${positionOf(trace, before!)}`,
    );
  };
  const others = threads.filter((thread) => before !== undefined && thread !== trace.columns.threads[before]);
  const thread = joined !== undefined && others.includes(joined) ? joined : others[0];
  return (
    <div class="panel-body what-if">
      <p>Change the recorded run as a change of the program would, and analyse it again.</p>
      <p>
        Hold{' '}
        <select aria-label="Lock to hold" value={lock} onChange={(event) => setLock(event.currentTarget.value)}>
          {[NEW_LOCK, ...locks].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>{' '}
        around{' '}
        <select
          aria-label="What to hold it around"
          value={around}
          onChange={(event) => setAround(event.currentTarget.value as Around)}
        >
          {AROUND.map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>{' '}
        <button type="button" onClick={hold}>
          What if?
        </button>
      </p>
      {before !== undefined && thread !== undefined && (
        <p>
          Wait for the end of{' '}
          <select aria-label="Thread to join" value={thread} onChange={(event) => setJoined(Number(event.currentTarget.value))}>
            {others.map((one) => (
              <option key={one} value={one}>
                {threadName(trace, one)}
              </option>
            ))}
          </select>{' '}
          before {eventWords(trace, before)}{' '}
          <button type="button" onClick={() => join(thread)}>
            What if?
          </button>
        </p>
      )}
      <div aria-live="polite">{told !== undefined && <Outcome told={told} isPart={trace.positions !== undefined} />}</div>
    </div>
  );
}

function holdsFor(trace: ViewTrace, run: Run, events: readonly Row[], around: Around, lock: string): Edit[] {
  if (around === 'sections') return holdsOfSections(run, events, lock);
  return holdsAround(trace, run.rows, around === 'lines' ? alikeAccesses(trace, events) : events, lock);
}

function Outcome({ told, isPart }: { readonly told: Told; readonly isPart: boolean }) {
  if ('waiting' in told) return <p>{told.words}: analysing again …</p>;
  if ('error' in told) return <p class="verdict bad">The analysis failed: {told.error}</p>;
  const { answer } = told;
  if (!answer.ok)
    return (
      <p class="verdict bad">
        {told.words}: {answer.deadlock ? 'this would deadlock. In this run ' : 'this cannot be: '}
        {answer.why}.
      </p>
    );
  const { finding, gone, appeared, left, delayed, otherReads } = answer;
  return (
    <section aria-label="What would be">
      <p class={finding === 'gone' ? 'verdict good' : 'verdict bad'}>
        {told.words}:{' '}
        {finding === 'gone' ? 'the finding is gone.' : finding === 'there' ? 'the finding is still there.' : 'not known.'}
        {finding === 'unseen' && ' What this page has of the trace does not show the finding by itself.'}
      </p>
      <p>
        {left === 0 ? 'Nothing else is found' : `${positionWords(left)} ${left === 1 ? 'finding is' : 'findings are'} left`}
        {isPart && ' in the part of the trace that this page has'}.
      </p>
      <Findings title="Gone" findings={gone} />
      <Findings title="New" findings={appeared} />
      {delayed > 0 && <p>{positionWords(delayed)} events come later: their threads have to wait.</p>}
      {otherReads > 0 && (
        <p>
          {positionWords(otherReads)} reads would see another value than they saw: what the program does after them may differ.
        </p>
      )}
    </section>
  );
}

const MOST = 20;

function Findings({ title, findings }: { readonly title: string; readonly findings: readonly ToldFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {findings.slice(0, MOST).map(({ fingerprint, type, kind, claim, variable, places }) => (
          <li key={fingerprint}>
            {claim} {type} ({kind}) on {variable}: {places.join(', ')}
          </li>
        ))}
        {findings.length > MOST && <li>and {findings.length - MOST} more</li>}
      </ul>
    </>
  );
}
