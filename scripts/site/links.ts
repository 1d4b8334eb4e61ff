// Whether every link of the written site leads to a file of it, and every anchor to an id there.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export function brokenLinks(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(`${folder}/${page}`, 'utf8')]));
  const ids = new Map(
    [...texts].map(([page, text]) => [page, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!))]),
  );
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, href]) => {
      const wrong = wrongWith(unescaped(href!), page, folder, ids);
      return wrong === undefined ? [] : [`${page}: ${href} ${wrong}`];
    }),
  );
}

function wrongWith(
  href: string,
  page: string,
  folder: string,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  if (/^(?:https?|data|mailto):/.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURI(path)));
  if (!existsSync(`${folder}/${file}`)) return 'is no file';
  if (anchor === undefined || anchor === '' || !file.endsWith('.html')) return undefined;
  return ids.get(file)?.has(decodeURIComponent(anchor)) === true ? undefined : 'is no id there';
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
