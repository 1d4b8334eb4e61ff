// What the page knows and what the reader asked for. The address is the one place for the latter: parts of the page change the query, and the address follows.

import { computed, effect, signal } from '@preact/signals';
import { InputError } from '../../base/error.ts';
import type { Opened } from '../model/opened.ts';
import { everything, openFinding, parsedQuery, type Query, queryText, shownFindings } from '../model/query.ts';
import type { PageSource } from '../model/source.ts';
import { type Row, rowAt, type ViewTrace } from '../model/view-trace.ts';

export const opened = signal<Opened | undefined>(undefined);
/** One line for a reader; what was to be shown cannot be. */
export const trouble = signal<string | undefined>(undefined);
export const query = signal<Query>(everything);
/** Events by part: undefined while they are fetched, null where there are none. */
const traces = signal<ReadonlyMap<number, ViewTrace | null>>(new Map());
export const hovered = signal<Row | undefined>(undefined);
/** What was done last, for those who do not see it. */
export const notice = signal('');

export const shown = computed(() => shownFindings(opened.value?.findings ?? [], query.value));
export const current = computed(() => openFinding(opened.value?.findings ?? [], query.value));
/** The part that is drawn. */
const partNumber = computed(() => current.value?.part ?? 0);
export const trace = computed(() => traces.value.get(partNumber.value));
export const selected = computed(() => {
  const { event } = query.value;
  return event === undefined || !trace.value ? undefined : rowAt(trace.value, event);
});

/** Changes what is asked for. `step`: the reader can go back to what was before. */
export function ask(change: Partial<Query>, step = false): void {
  query.value = { ...query.value, ...change };
  const text = queryText(query.value);
  const address = text === '' ? location.pathname + location.search : `#${text}`;
  if (step) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

export function openId(id: string | undefined): void {
  ask({ finding: id, event: undefined, order: 'recorded' }, true);
}

/** Begins with a source: its data, then the events of whatever trace is looked at. */
export async function begin(source: PageSource): Promise<void> {
  const follow = (): void => {
    query.value = parsedQuery(location.hash);
  };
  follow();
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  try {
    // The page is painted before it is busy.
    await new Promise((resolve) => setTimeout(resolve));
    opened.value = await source.open();
  } catch (error) {
    trouble.value = wordsOf(error);
    return;
  }
  effect(() => {
    const [page, number] = [opened.value, partNumber.value];
    if (page === undefined || traces.peek().has(number)) return;
    source.trace(page, number).then(
      (trace) => keep(number, trace ?? null),
      (error: unknown) => {
        keep(number, null);
        trouble.value = wordsOf(error);
      },
    );
  });
}

function keep(number: number, trace: ViewTrace | null): void {
  traces.value = new Map(traces.value).set(number, trace);
}

function wordsOf(error: unknown): string {
  if (error instanceof InputError) return error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
  return `this page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
}
