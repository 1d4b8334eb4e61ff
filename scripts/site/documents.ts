// Which documents become pages of the site, where they go, and where a link of a document leads.

import { readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';

export interface Document {
  /** In the repository, or below `api/` for what typedoc has written. */
  readonly source: string;
  /** In the site. */
  readonly page: string;
}

/** Pages of the site that are not made from Markdown. */
export const OPEN_PAGE = 'open.html';
export const PLAYGROUND_PAGE = 'playground.html';

/** At the root of the repository, and what they are in the site. */
const ROOT: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'docs/README.md': 'docs.html',
  'CHANGELOG.md': 'changelog.html',
  'CONTRIBUTING.md': 'contributing.html',
  'SECURITY.md': 'security.html',
};

/** Every document of the repository that a reader is sent to. */
export function documents(root: string): Document[] {
  const files = readdirSync(`${root}/docs`, { recursive: true, encoding: 'utf8' }).map(
    (path) => `docs/${path.replaceAll('\\', '/')}`,
  );
  const markdown = files.filter((path) => path.endsWith('.md') && !(path in ROOT)).sort();
  return [...Object.keys(ROOT), ...markdown].map((source) => ({ source, page: pageOf(source) }));
}

/** `docs/commands/run.md` is `commands/run.html`. @internal */
export function pageOf(source: string): string {
  return ROOT[source] ?? source.replace(/^docs\//, '').replace(/\.md$/, '.html');
}

/** What a link becomes, and which file must be copied for it. */
export interface Target {
  readonly href: string;
  readonly copied?: string;
}

/** `known`: the sources that are pages. A link to another file of the repository is to a copy of it; one to nowhere is undefined. */
export function targetOf(href: string, { source, page }: Document, known: ReadonlySet<string>, root: string): Target | undefined {
  if (/^[a-z]+:/i.test(href)) return { href };
  if (href.startsWith('#')) return { href };
  const [path = '', anchor] = href.split('#');
  const file = posix.normalize(posix.join(posix.dirname(source), decodeURI(path)));
  const after = anchor === undefined ? '' : `#${anchor}`;
  if (known.has(file)) return { href: relative(page, pageOf(file)) + after };
  if (statSync(`${root}/${file}`, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return { href: relative(page, copyOf(file)), copied: file };
}

/** Where a copied file goes. */
export function copyOf(file: string): string {
  return file.startsWith('docs/') ? file.replace(/^docs\//, '') : `files/${file}`;
}

/** From one page of the site to another. */
export function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}
