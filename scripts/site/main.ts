// `npm run site`: the documentation, the playground and the page for dropped files as one static site in the folder site/. A generator of our own: it is
// small, its pages have a strict policy and need no framework, and nothing is installed for it but a parser of Markdown. --no-api leaves the API reference out, which
// needs a package that is installed on demand; --out FOLDER writes elsewhere.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Entry } from '../../src/site/search.ts';
import { apiDocuments, withItsAnchors } from './api.ts';
import { copyOf, type Document, documents, OPEN_PAGE, PLAYGROUND_PAGE, targetOf } from './documents.ts';
import { examples } from './examples.ts';
import { brokenLinks } from './links.ts';
import { type Rendered, rendered } from './markdown.ts';
import { navigation } from './navigation.ts';
import { entriesOf, indexScript } from './search-index.ts';
import { type Page, pageText } from './template.ts';

const { values } = parseArgs({
  options: { 'no-api': { type: 'boolean', default: false }, out: { type: 'string', default: 'site' } },
});
const root = process.cwd();
// As it lies: it knows where it is, and this program is bundled.
const { bundled } = (await import(pathToFileURL(join(root, 'scripts/page.mjs')).href)) as typeof import('../page.mjs');
const out = values.out;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

function write(path: string, text: string): void {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

/** All Markdown, by source. */
function sources(): Map<Document, string> {
  const all = new Map(documents(root).map((document) => [document, readFileSync(document.source, 'utf8')]));
  if (!values['no-api'])
    for (const [path, text] of apiDocuments(root))
      all.set({ source: `api/${path}`, page: `api/${path.replace(/\.md$/, '.html')}` }, text);
  return all;
}

/** Pages as HTML, and the files that they need copied. */
function renderedPages(
  all: ReadonlyMap<Document, string>,
  mistakes: string[],
): { pages: Map<Document, Rendered>; copied: Set<string> } {
  const known = new Set([...all.keys()].map(({ source }) => source));
  const pages = new Map<Document, Rendered>();
  const copied = new Set<string>();
  for (const [document, text] of all) {
    const link = (href: string): string => {
      const target = targetOf(href, document, known, root);
      if (target === undefined) mistakes.push(`${document.source}: ${href} leads nowhere`);
      if (target?.copied !== undefined) copied.add(target.copied);
      return target?.href ?? href;
    };
    const page = rendered(text, link);
    pages.set(document, document.source.startsWith('api/') ? withItsAnchors(page) : page);
  }
  return { pages, copied };
}

async function scripts(): Promise<void> {
  const define = { FORETRACE_VERSION: JSON.stringify(version) };
  write('theme.js', await bundled('src/site/theme.ts'));
  write('site.js', await bundled('src/site/every-page.ts'));
  write('site.css', await bundled('src/site/site.css'));
  write('open.js', await bundled('src/site/open-page.tsx'));
  write('playground.js', await bundled('src/site/playground/page.tsx'));
  write('viewer.js', await bundled('src/viewer/page/main.tsx'));
  write('viewer.css', (await bundled('src/viewer/page/style.css')) + (await bundled('src/site/viewer-bar.css')));
  // The threads of Node that the library could start are not asked for here.
  const logOverride = { 'empty-import-meta': 'silent' };
  const worker = await bundled('src/site/worker.ts', { define, logOverride });
  write('worker.js', `globalThis.foretraceWorker = ${JSON.stringify(worker)};\n`);
}

/** The pages that compute are empty until their scripts have run. */
function computing(page: string, title: string, script: string, data = ''): Page {
  const body = `<div id="app"><h1>${title}</h1><p>This page needs scripts: it computes in your browser, and sends nothing anywhere.</p></div>\n${data}`;
  return { page, title, body, scripts: ['worker.js', script], computes: true, wide: true };
}

function exampleData(): string {
  const text = JSON.stringify(examples(root)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="examples">${text}</script>\n`;
}

async function main(): Promise<void> {
  const mistakes: string[] = [];
  const all = sources();
  const { pages, copied } = renderedPages(all, mistakes);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await scripts();
  const titles = new Map([...pages].map(([{ page }, { title }]) => [page, title]));
  const groups = navigation(readFileSync('docs/README.md', 'utf8'), [...all.keys()], titles);
  const entries: Entry[] = [];
  for (const [{ page }, content] of pages) {
    write(page, pageText({ page, ...content }, groups));
    entries.push(...entriesOf(page, content));
  }
  write(PLAYGROUND_PAGE, pageText(computing(PLAYGROUND_PAGE, 'Playground', 'playground.js', exampleData()), groups));
  write(OPEN_PAGE, pageText(computing(OPEN_PAGE, 'Open a file', 'open.js'), groups));
  write('search-index.js', indexScript(entries));
  for (const file of copied) {
    mkdirSync(dirname(join(out, copyOf(file))), { recursive: true });
    cpSync(file, join(out, copyOf(file)));
  }
  mistakes.push(...brokenLinks(out));
  if (mistakes.length > 0) throw new Error(`links that lead nowhere:\n${mistakes.join('\n')}`);
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  console.log(`${out}: ${pages.size + 2} pages, ${files.length} files, ${entries.length} parts in the search`);
}

await main();
