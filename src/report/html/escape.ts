// Names on their way into a page. All text and all attribute values of the report go through here.

import { display } from '../../trace/quote.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and for attributes in quotes: control and bidirectional characters shown as escapes, markup as entities. */
export function escaped(text: string): string {
  return entities(display(text));
}

/** Source text keeps its tabs. */
export function escapedSource(line: string): string {
  return line.split('\t').map(escaped).join('\t');
}

/** At most `length` characters, the rest as an ellipsis at the end or, for paths, at the start. */
export function clipped(text: string, length: number, side: 'start' | 'end' = 'end'): string {
  const characters = [...display(text)];
  if (characters.length <= length) return entities(characters.join(''));
  const kept = side === 'end' ? characters.slice(0, length - 1) : characters.slice(1 - length);
  return entities(side === 'end' ? `${kept.join('')}…` : `…${kept.join('')}`);
}

function entities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
