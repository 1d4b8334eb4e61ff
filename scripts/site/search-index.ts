// The index of the search: a script that sets a variable, because a page of the site may connect to nobody, not even to its own server.

import type { Entry } from '../../src/site/search.ts';
import type { Rendered } from './markdown.ts';

/** Characters of a part of a page; what is behind them are mostly numbers. */
const LONGEST = 6000;

export function entriesOf(page: string, { title, sections }: Rendered): Entry[] {
  return sections.map(({ heading, text }, i) => ({
    page,
    title,
    anchor: i === 0 ? '' : heading.id,
    heading: i === 0 ? '' : heading.text,
    text: text.slice(0, LONGEST),
  }));
}

export function indexScript(entries: readonly Entry[]): string {
  return `globalThis.foretraceIndex = ${JSON.stringify(entries)};\n`;
}
