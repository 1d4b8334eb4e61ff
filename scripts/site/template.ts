// What is around every page of the site.

import { OPEN_PAGE, PLAYGROUND_PAGE, relative } from './documents.ts';
import { attribute, escaped, type Heading } from './markdown.ts';

/** A link of the navigation, and those below it. */
export interface Entry {
  readonly title: string;
  readonly page: string;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Page {
  /** Where it goes in the site. */
  readonly page: string;
  readonly title: string;
  readonly body: string;
  readonly headings?: readonly Heading[];
  /** Scripts beside that of every page. */
  readonly scripts?: readonly string[];
  /** Whether it computes: starts a worker, which compiles WebAssembly. */
  readonly computes?: boolean;
  /** Whether it takes the whole width, without the list of documents. */
  readonly wide?: boolean;
}

/** Nothing but the site itself; a worker is made of a script of the site, as a blob, and so has this policy, too. */
function policy(computes: boolean): string {
  const more = computes ? " 'wasm-unsafe-eval'; worker-src blob:" : '';
  return `default-src 'none'; script-src 'self'${more}; style-src 'self'; img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'none'`;
}

export function pageText(page: Page, navigation: readonly Group[]): string {
  const to = (target: string) => attribute(relative(page.page, target));
  const tabs: readonly Entry[] = [
    { title: 'Documentation', page: 'docs.html' },
    { title: 'Playground', page: PLAYGROUND_PAGE },
    { title: 'Open a file', page: OPEN_PAGE },
  ];
  const here = (target: string) => (target === page.page ? ' aria-current="page"' : '');
  const scripts = ['site.js', ...(page.scripts ?? [])];
  const contents = (page.headings ?? []).filter(({ depth }) => depth === 2);
  return `<!doctype html>
<html lang="en" data-root="${attribute(relative(page.page, 'index.html').replace(/index\.html$/, ''))}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(page.computes === true)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(page.title === 'foretrace' ? 'foretrace' : `${page.title} · foretrace`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('theme.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<a class="name" href="${to('index.html')}"${here('index.html')}>foretrace</a>
<nav aria-label="Site"><ul>${tabs.map(({ title, page: target }) => `<li><a href="${to(target)}"${here(target)}>${title}</a></li>`).join('')}</ul></nav>
<form class="search" role="search"><label for="search" class="unseen">Search the documentation</label><input id="search" type="search" placeholder="Search ( / )" autocomplete="off" aria-controls="results"><div id="results" class="results" role="region" aria-label="Results" aria-live="polite" hidden></div></form>
<button id="theme" type="button" aria-label="Dark or light">◐</button>
</header>
<div class="${page.wide ? 'columns one' : 'columns'}">
${page.wide ? '' : `<nav class="pages" aria-label="Pages"><details open><summary>Pages</summary>${navigation.map((group) => groupText(group, page.page, to)).join('')}</details></nav>\n`}<main id="content" tabindex="-1">
${page.body}</main>
${contents.length < 3 ? '' : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${contents.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`).join('')}</ul></nav>\n`}</div>
${scripts.map((script) => `<script src="${to(script)}"></script>\n`).join('')}</body>
</html>
`;
}

/** Links of a group that is open from the start. */
const MOST_OPEN = 20;

function groupText({ title, entries }: Group, page: string, to: (target: string) => string): string {
  const isOpen = entries.length <= MOST_OPEN || entries.some((entry) => entry.page === page);
  const links = entries.map(
    (entry) =>
      `<li><a href="${to(entry.page)}"${entry.page === page ? ' aria-current="page"' : ''}>${escaped(entry.title)}</a></li>`,
  );
  return `<details${isOpen ? ' open' : ''}><summary>${escaped(title)}</summary><ul>${links.join('')}</ul></details>`;
}
