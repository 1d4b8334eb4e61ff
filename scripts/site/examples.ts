// The examples of the playground: traces of the repository, each with the comment at its head as its description.

import { readdirSync, readFileSync } from 'node:fs';

export interface Example {
  readonly name: string;
  readonly says: string;
  readonly text: string;
}

/** The first is what the playground begins with. */
const FIRST = 'traces/race/hb-misses-hand-over.std';
const FOLDERS = ['traces/race', 'traces/no-race', 'traces/deadlock', 'traces/atomicity/violation'];
/** Lines of a trace that somebody reads. */
const LONGEST = 60;

export function examples(root: string): Example[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`)
      .filter((name) => name.endsWith('.std'))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  return [FIRST, ...paths.filter((path) => path !== FIRST)]
    .map((path) => exampleOf(path, readFileSync(`${root}/${path}`, 'utf8')))
    .filter(({ text }) => text.split('\n').length <= LONGEST);
}

function exampleOf(path: string, text: string): Example {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines.slice(0, end).filter((line) => !line.startsWith('# foretrace:'));
  const [kind, ...name] = path
    .replace(/^traces\//, '')
    .replace(/\.std$/, '')
    .split('/');
  return {
    name: `${kind}: ${name.at(-1)!.replaceAll('-', ' ')}`,
    says: comment
      .map((line) => line.replace(/^#\s?/, ''))
      .join(' ')
      .trim(),
    // Lines that say what the trace is stay; the description is beside it.
    text: [...lines.slice(0, end).filter((line) => line.startsWith('# foretrace:')), ...lines.slice(end)].join('\n'),
  };
}
