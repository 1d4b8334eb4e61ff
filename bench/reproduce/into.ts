// Parts of a run, put into a page that an earlier run wrote: in place of those with the same titles, or where they belong. The rest stays as it
// was measured, so each new part says what it was measured with.

import { UsageError } from './options.ts';
import { contents, type Part } from './page.ts';

const HOW = 'How';

/** `titles`: of all parts, in their order; `note` comes before the text of each new part. */
export function putInto(page: string, parts: readonly Part[], titles: readonly string[], note: string): string {
  const [head = '', ...texts] = page.split(/^(?=## )/m);
  const known = new Map(texts.map(partOf).map((part) => [part.title, part]));
  for (const title of known.keys())
    if (title !== HOW && !titles.includes(title))
      throw new UsageError(`--into: the page has a part ${title}, which no run writes`);
  for (const { title, text } of parts) known.set(title, { title, text: `${note}\n${text}` });
  const ordered = titles.flatMap((title) => known.get(title) ?? []);
  const all = [known.get(HOW) ?? [], ordered].flat();
  // A function: a dollar in the new text is nothing but a dollar.
  const begin = head.replace(/(?:^\|.*\n|^\n(?=\|))+/m, () => `\n${contents(ordered)}`);
  return `${[begin, ...all.map(({ title, text }) => `## ${title}\n\n${text.trim()}\n\n`)]
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function partOf(text: string): Part {
  const end = text.indexOf('\n');
  return { title: text.slice('## '.length, end), text: text.slice(end + 1) };
}
