// The search and the filters over the list. What a filter would show is counted as if the others stayed as they are.

import { display } from '../../base/quote.ts';
import { shortened } from '../../base/shortened.ts';
import { wordsOf } from '../../report/kind-words.ts';
import { amount } from '../../report/words.ts';
import type { FindingType } from '../../trace/outcome.ts';
import type { FacetKind } from '../model/facets.ts';
import type { ViewFinding } from '../model/opened.ts';
import { type Choice, choices, shownFindings, toggled } from '../model/query.ts';
import { SEARCH } from './keys.ts';
import { ask, opened, query, shown } from './state.ts';

const WORD_OF: Readonly<Record<Choice, (view: ViewFinding) => string>> = {
  claim: ({ finding }) => finding.claim,
  kind: ({ finding }) => finding.type,
  state: ({ state }) => state,
};

/** Characters of a name in a button. */
const NAME = 28;

export function Filters() {
  const all = opened.value?.findings ?? [];
  const narrowed = (['file', 'variable', 'thread'] as const).filter((kind) => query.value[kind] !== undefined);
  return (
    <search class="filters" aria-label="Search and filters">
      <label class="search">
        <span class="unseen">Search the findings</span>
        <input
          id={SEARCH}
          type="search"
          placeholder="variable, file, thread, lock …  ( / )"
          value={query.value.words}
          onInput={({ currentTarget }) => ask({ words: currentTarget.value })}
        />
      </label>
      {(Object.keys(choices) as Choice[]).map((name) => (
        <Chips key={name} name={name} all={all} />
      ))}
      {narrowed.map((kind) => (
        <Narrowed key={kind} kind={kind} name={query.value[kind]!} />
      ))}
      <p class="weak count" role="status">
        {shown.value.length === all.length ? amount(all.length, 'finding') : `${shown.value.length} of ${all.length} findings`}
      </p>
    </search>
  );
}

function Chips({ name, all }: { readonly name: Choice; readonly all: readonly ViewFinding[] }) {
  const counts = new Map<string, number>();
  for (const view of shownFindings(all, query.value, name)) {
    const word = WORD_OF[name](view);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // What no finding of the page has is no choice.
  const there = new Set(all.map(WORD_OF[name]));
  const words = choices[name].filter((word) => there.has(word));
  if (words.length < 2) return null;
  return (
    <fieldset class="chips">
      <legend class="unseen">{name}</legend>
      {words.map((word) => (
        <button
          key={word}
          type="button"
          class={name === 'claim' ? `chip claim ${word}` : 'chip'}
          aria-pressed={query.value.chosen[name].includes(word)}
          onClick={() => ask(toggled(query.value, name, word))}
        >
          {name === 'kind' ? wordsOf({ type: word as FindingType }).many : word} <b>{counts.get(word) ?? 0}</b>
        </button>
      ))}
    </fieldset>
  );
}

function Narrowed({ kind, name }: { readonly kind: FacetKind; readonly name: string }) {
  return (
    <button type="button" class="chip narrowed" title={display(name)} onClick={() => ask({ [kind]: undefined })}>
      {kind} <span class="mono">{shortened(name, NAME, kind === 'file' ? 'start' : 'middle')}</span>{' '}
      <span aria-hidden="true">×</span>
      <span class="unseen">, no longer only this</span>
    </button>
  );
}
