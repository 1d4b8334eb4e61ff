// What the reader looks at, as the address of the page has it: words, filters, the finding that is open. A link opens the same view; what is as usual is not in it.
// It stands behind the #, so that a page from disk has it as well and no server sees it.

import { findingStates } from '../../report/html/page-data.ts';
import { claims, findingTypes } from '../../trace/outcome.ts';
import type { Order } from './contract.ts';
import { filesOf, searchable, threadsOf } from './facets.ts';
import type { ViewFinding } from './opened.ts';

/** The filters that are lists of words, of which those that are not wanted are left out; and all their words. */
export const choices = { claim: claims, kind: findingTypes, state: findingStates } as const;
export type Choice = keyof typeof choices;

export interface Query {
  /** All of them must be there, in any case. */
  readonly words: string;
  /** The words of each list that are shown. */
  readonly chosen: Readonly<Record<Choice, readonly string[]>>;
  /** Only findings of this file, variable or thread; undefined for all. */
  readonly file: string | undefined;
  readonly variable: string | undefined;
  readonly thread: string | undefined;
  /** The id or the fingerprint of the finding that is open. */
  readonly finding: string | undefined;
  readonly order: Order;
  /** The position of the event that is focused. */
  readonly event: number | undefined;
}

/** What a person has settled is not shown at first. */
const USUAL: Readonly<Record<Choice, readonly string[]>> = { claim: claims, kind: findingTypes, state: ['new'] };

export const everything: Query = {
  words: '',
  chosen: USUAL,
  file: undefined,
  variable: undefined,
  thread: undefined,
  finding: undefined,
  order: 'recorded',
  event: undefined,
};

const TEXTS = ['file', 'variable', 'thread', 'finding'] as const;

/** Of what is behind the # of an address; what makes no sense is as usual. */
export function parsedQuery(hash: string): Query {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const chosen = (name: Choice): readonly string[] => {
    const words = given.get(name);
    if (words === null) return USUAL[name];
    return choices[name].filter((word) => words.split(',').includes(word));
  };
  const event = Number(given.get('event') ?? Number.NaN);
  return {
    words: given.get('q') ?? '',
    chosen: { claim: chosen('claim'), kind: chosen('kind'), state: chosen('state') },
    file: given.get('file') ?? undefined,
    variable: given.get('variable') ?? undefined,
    thread: given.get('thread') ?? undefined,
    finding: given.get('finding') ?? undefined,
    order: given.get('order') === 'witness' ? 'witness' : 'recorded',
    event: Number.isSafeInteger(event) && event >= 0 ? event : undefined,
  };
}

/** Without the #; empty if all is as usual. */
export function queryText(query: Query): string {
  const text = new URLSearchParams();
  if (query.words !== '') text.set('q', query.words);
  for (const name of Object.keys(choices) as Choice[])
    if (query.chosen[name].join() !== USUAL[name].join()) text.set(name, query.chosen[name].join());
  for (const name of TEXTS) if (query[name] !== undefined) text.set(name, query[name]);
  if (query.order !== 'recorded') text.set('order', query.order);
  if (query.event !== undefined) text.set('event', String(query.event));
  return text.toString();
}

/** Those that the query shows, in their order. `except`: as if this list had no filter, to count what it would show. */
export function shownFindings(findings: readonly ViewFinding[], query: Query, except?: Choice): ViewFinding[] {
  const words = query.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const wanted = (name: Choice, word: string) => name === except || query.chosen[name].includes(word);
  return findings.filter(
    (view) =>
      wanted('claim', view.finding.claim) &&
      wanted('kind', view.finding.type) &&
      wanted('state', view.state) &&
      (query.file === undefined || filesOf(view.finding).includes(query.file)) &&
      (query.variable === undefined || view.finding.variables.includes(query.variable)) &&
      (query.thread === undefined || threadsOf(view.finding).includes(query.thread)) &&
      (words.length === 0 || words.every((word) => searchable(view.finding).includes(word))),
  );
}

/** The open finding, by its id or its fingerprint, also if the filters hide it. */
export function openFinding(findings: readonly ViewFinding[], { finding: name }: Query): ViewFinding | undefined {
  if (name === undefined) return undefined;
  return findings.find(({ finding }) => finding.id === name) ?? findings.find(({ finding }) => finding.fingerprint === name);
}

/** The words that are chosen once this one is turned on or off, in the order of the list. */
export function toggled(query: Query, name: Choice, word: string): Query {
  const now = query.chosen[name];
  const chosen = choices[name].filter((one) => (one === word ? !now.includes(one) : now.includes(one)));
  return { ...query, chosen: { ...query.chosen, [name]: chosen } };
}
