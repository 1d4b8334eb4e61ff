// What is known of the open finding: how sure it is and why, its events with their sources and stacks, how such mistakes are mended.

import { display } from '../../base/quote.ts';
import { type Finding, firstNumber, sidesOf } from '../../findings/finding.ts';
import { cyclePicture } from '../../report/html/cycle.ts';
import { meaning, wordsOf } from '../../report/kind-words.ts';
import { chain } from '../../report/stacks.ts';
import { amount, forkTexts, kindWords, memoryText, often, said, sentence } from '../../report/words.ts';
import { hintFor } from '../model/mending.ts';
import type { Opened, ViewFinding } from '../model/opened.ts';
import { AccessCard } from './access-card.tsx';
import { Actions } from './actions.tsx';
import { openId } from './state.ts';
import { ClaimMark, Markup, Name, Place } from './text.tsx';

/** Rows of a list. */
const MOST = 50;

export function FindingPanel({ view, page }: { readonly view: ViewFinding; readonly page: Opened }) {
  const { finding, state, rule } = view;
  const { id, variable, claim, kind, reason, count } = finding;
  return (
    <aside class="right" aria-labelledby="finding-title">
      <button type="button" class="back" onClick={() => openId(undefined)}>
        ← all findings
      </button>
      <h2 id="finding-title">
        <span class="weak">{id}</span> {wordsOf(finding).one} <Name text={variable} most={60} />
      </h2>
      <p class="marks">
        <ClaimMark claim={claim} />
        <span class="mark">{kindWords(kind)}</span>
        <span class="mark">{state}</span>
        <span class="weak">{often(count)}</span>
      </p>
      {rule !== undefined && <p class="weak">Suppressed by {display(rule)}</p>}
      <p>
        It {meaning(finding)}. {display(sentence(reason))}.
      </p>
      <Actions view={view} page={page} />
      <div class="accesses">
        {sidesOf(finding).map((side, i) => (
          <AccessCard
            key={side.index}
            access={side}
            number={firstNumber(finding) + i}
            page={page}
            always={finding.type === 'deadlock'}
          />
        ))}
      </div>
      {finding.type === 'deadlock' && <Markup text={cyclePicture(finding)} />}
      <Mending finding={finding} page={page} />
      <Origins finding={finding} />
      <Further finding={finding} />
      <p class="weak">
        {said(finding)}; fingerprint <code>{finding.fingerprint}</code>
      </p>
    </aside>
  );
}

function Mending({ finding, page }: { readonly finding: Finding; readonly page: Opened }) {
  const line = (location: string): string | undefined => {
    const excerpt = page.data.sources[location];
    return excerpt?.lines[excerpt.line - excerpt.first];
  };
  const hint = hintFor(finding, line);
  if (hint === undefined) return null;
  return (
    <section class="card hint">
      <h3>This looks like {hint.looks}</h3>
      <p class="weak">A guess: {hint.because}.</p>
      <p>{hint.mend}</p>
    </section>
  );
}

/** Where threads and memory come from. */
function Origins({ finding: { forks, allocation, memory } }: { readonly finding: Finding }) {
  const texts = [
    ...forkTexts(forks),
    ...(allocation === undefined
      ? []
      : [
          `memory allocated${allocation.thread === undefined ? '' : ` by ${allocation.thread}`} at ${chain(allocation.stack) || allocation.location}`,
        ]),
    ...(memory === undefined ? [] : [memoryText(memory)]),
  ];
  if (texts.length === 0) return null;
  return (
    <section>
      <h3>Where it comes from</h3>
      <ul class="plain">
        {texts.map((text) => (
          <li key={text}>{display(text)}</li>
        ))}
      </ul>
    </section>
  );
}

/** What else has the same cause. */
function Further({ finding: { places, variables, processes, tests } }: { readonly finding: Finding }) {
  const [, ...others] = places;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Also', variables.slice(1)],
    ['In the tests', tests],
    ['In the processes', processes],
  ];
  return (
    <>
      {others.length > 0 && (
        <section>
          <h3>The same cause at {amount(others.length, 'more pair')} of places</h3>
          <ul class="plain">
            {others.slice(0, MOST).map(({ first, second, kind, count }) => (
              <li key={`${first} ${second} ${kind}`}>
                {first !== null && (
                  <>
                    <Place text={first} most={60} /> ↔{' '}
                  </>
                )}
                <Place text={second} most={60} />{' '}
                <span class="weak">
                  {kindWords(kind)}, {often(count)}
                </span>
              </li>
            ))}
          </ul>
          {others.length > MOST && <p class="weak">and {others.length - MOST} more</p>}
        </section>
      )}
      {lists
        .filter(([, names]) => names.length > 0)
        .map(([title, names]) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul class="plain">
              {names.slice(0, MOST).map((name) => (
                <li key={name}>
                  <Name text={name} most={80} />
                </li>
              ))}
            </ul>
            {names.length > MOST && <p class="weak">and {names.length - MOST} more</p>}
          </section>
        ))}
    </>
  );
}
