// The parts of the playground: what detectors say, the trace as the papers draw it, schedules, and tables of clocks and sets.

import type { ComponentChildren } from 'preact';
import type { WitnessExplanation } from '../../findings/explanation.ts';
import { cellText } from '../../teaching/thinking.ts';
import type { DetectorVerdict, Played, PlayedFinding, PlayedTable } from './model.ts';

/** The columns of the papers: the run as it was recorded and, beside it, the schedule that proves the first finding that has one. */
export function Columns({ played: { threads, events, findings } }: { readonly played: Played }) {
  const proven = findings.find(({ witness }) => witness !== undefined);
  const marked = new Set((proven ?? findings[0])?.events);
  const recorded = events.map((event) => ({ ...event, moved: false, racing: marked.has(event.index) }));
  return (
    <div class="beside">
      <Lanes threads={threads} steps={recorded} says="The run as it was recorded" />
      {proven !== undefined && (
        <div>
          <Lanes threads={threads} steps={stepsOf(proven.witness!)} says={`The schedule that proves ${proven.id}`} />
          <p class="weak">
            {proven.witness!.hidden > 0 && `${proven.witness!.hidden} earlier steps are as recorded. `}
            Where an event is marked, it is not where it was in the run.
          </p>
        </div>
      )}
    </div>
  );
}

function stepsOf({ steps }: WitnessExplanation): Step[] {
  return steps.map(({ position, ...step }) => ({ index: position, ...step }));
}

export function Verdict({ findings }: { readonly findings: readonly PlayedFinding[] }) {
  const [finding] = findings;
  if (finding === undefined) return <strong class="claim none">no race or deadlock</strong>;
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return (
    <strong class={`claim ${finding.claim}`}>
      {finding.claim} {finding.type === 'atomicity' ? 'broken block' : finding.type}: {finding.variable}
      {more}
    </strong>
  );
}

/** What may be wider than the screen: it scrolls by itself, also by keys. */
function Wide({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise
    <section class="wide" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

interface Step {
  readonly index: number;
  readonly thread: string;
  readonly text: string;
  readonly moved: boolean;
  readonly racing: boolean;
}

function Lanes({
  threads,
  steps,
  says,
}: {
  readonly threads: readonly string[];
  readonly steps: readonly Step[];
  readonly says: string;
}) {
  return (
    <Wide label={says}>
      <table class="lanes">
        <caption>{says}</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            {threads.map((thread) => (
              <th key={thread} scope="col">
                {thread}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ index, thread, text, moved, racing }) => (
            <tr key={index} class={moved ? 'moved' : undefined}>
              <td class="weak">{index}</td>
              {threads.map((one) => (
                <td key={one} class={one === thread ? 'here mono' : undefined}>
                  {one === thread && (
                    <>
                      <span class={racing ? 'racing' : undefined}>{text}</span>
                      {moved && <span class="unseen"> moved</span>}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const CLAIMS = {
  confirmed: 'the program was seen doing it',
  observed: 'happened in this run',
  predicted: 'another schedule has it',
  suspected: 'a rule is broken',
} as const;

export function Verdicts({ verdicts }: { readonly verdicts: readonly DetectorVerdict[] }) {
  const loud = verdicts.filter(({ count }) => count > 0);
  return (
    <>
      <p>
        {loud.length} of {verdicts.length} detectors report something{loud.length === 0 ? '.' : ': '}
        {loud.map(({ id, claim }, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <span class={`claim ${claim}`}>{id}</span>
          </span>
        ))}
      </p>
      <Wide label="What every detector says">
        <table>
          <thead>
            <tr>
              <th scope="col">detector</th>
              <th scope="col">claim</th>
              <th scope="col">found</th>
              <th scope="col">the first</th>
            </tr>
          </thead>
          <tbody>
            {verdicts.map(({ id, title, claim, count, first, unfinished }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`detectors/${id}.html`} title={title}>
                    {id}
                  </a>
                </th>
                <td>
                  <span class={count > 0 ? `claim ${claim}` : 'weak'} title={CLAIMS[claim]}>
                    {claim}
                  </span>
                </td>
                <td class="right">{count === 0 ? '–' : count}</td>
                <td class="mono">
                  {first ?? ''}
                  {unfinished !== undefined && <span class="weak"> {unfinished}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}

export function Witnesses({ findings }: { readonly findings: readonly PlayedFinding[] }) {
  if (findings.length === 0) return <p>There is nothing to prove: no race, and no deadlock, in any order of these events.</p>;
  return (
    <>
      {findings.map(({ id, claim, type, variable, reason, orders, witness }) => (
        <section key={id}>
          <h2>
            {id}: {claim} {type}, <span class="mono">{variable}</span>
          </h2>
          <p>{reason}.</p>
          <ul>
            {orders.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {witness === undefined ? (
            <p>No other schedule is needed: the run itself shows it.</p>
          ) : (
            <Schedule id={id} witness={witness} />
          )}
        </section>
      ))}
    </>
  );
}

function Schedule({ id, witness }: { readonly id: string; readonly witness: WitnessExplanation }) {
  const { threads, sentences, hidden } = witness;
  return (
    <>
      <Lanes threads={threads} steps={stepsOf(witness)} says={`Schedule of ${id}`} />
      {hidden > 0 && <p class="weak">{hidden} earlier steps are not shown.</p>}
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

export function RowTable({ table: { rows, more }, says }: { readonly table: PlayedTable; readonly says: string }) {
  const head = Object.keys(rows[0] ?? {});
  return (
    <>
      <p class="weak">
        {says}
        {more === undefined ? '.' : `; ${more}.`}
      </p>
      {rows.length > 0 && (
        <Wide label={says}>
          <table>
            <thead>
              <tr>
                {head.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i}>
                  {head.map((column) => (
                    <td key={column} class="mono">
                      {cellText(row[column]!)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </>
  );
}

export function Grammar({ rules }: { readonly rules: readonly string[] }) {
  return (
    <>
      <p class="weak">
        A grammar that generates this trace and nothing else: <code>S</code> is the trace. What repeats becomes a rule;{' '}
        <code>grammar-hb</code> finds races on the rules.
      </p>
      <Wide label="Grammar">
        <pre>
          <code>{rules.join('')}</code>
        </pre>
      </Wide>
    </>
  );
}
