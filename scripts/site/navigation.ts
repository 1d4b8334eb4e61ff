// The list of pages beside each page: the headings of docs/README.md with the documents that they name, then commands and detectors by name.

import type { Document } from './documents.ts';
import type { Group } from './template.ts';

/** `titles`: of every page. What docs/README.md does not name is in the last group: no page is out of reach. */
export function navigation(readme: string, documents: readonly Document[], titles: ReadonlyMap<string, string>): Group[] {
  const groups: { title: string; entries: { title: string; page: string }[] }[] = [{ title: 'Begin', entries: [] }];
  const bySource = new Map(documents.map((document) => [document.source, document.page]));
  const placed = new Set(['index.html', 'docs.html']);
  for (const line of readme.split('\n')) {
    const [, heading] = /^## (.*)$/.exec(line) ?? [];
    if (heading !== undefined) groups.push({ title: heading, entries: [] });
    for (const [, target] of line.matchAll(/\]\(([^)#]+\.md)(?:#[^)]*)?\)/g)) {
      const page = bySource.get(target!.startsWith('../') ? target!.slice(3) : `docs/${target}`);
      if (page === undefined || placed.has(page)) continue;
      placed.add(page);
      groups.at(-1)!.entries.push({ title: shortTitle(titles.get(page)!), page });
    }
  }
  const rest = documents
    .filter(({ page }) => !placed.has(page))
    .map(({ page }) => ({ title: shortTitle(titles.get(page)!), page }));
  const isApi = ({ page }: { readonly page: string }) => page.startsWith('api/');
  const ends = [
    { title: 'API reference', entries: rest.filter(isApi) },
    { title: 'More', entries: rest.filter((entry) => !isApi(entry)) },
  ];
  return [...groups, ...ends].filter(({ entries }) => entries.length > 0);
}

/** Beside each other, the pages of commands need not all begin with the same word. */
function shortTitle(title: string): string {
  return title.replace(/^foretrace (?=\S+$)/, '');
}
