// Names on their way into a page. All text and all attribute values of the report go through here.

import { display } from '../../base/quote.ts';
import { type Ellipsis, shortened } from '../../base/shortened.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and for attributes in quotes: control and bidirectional characters shown as escapes, markup as entities. */
export function escaped(text: string): string {
  return entities(display(text));
}

/** At most `length` characters, an ellipsis for the rest. */
export function clipped(text: string, length: number, where: Ellipsis = 'middle'): string {
  return entities(shortened(text, length, where));
}

function entities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
