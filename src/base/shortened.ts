// Names that are too long for where they are shown.

import { display } from './quote.ts';

/** Where a text that is too long is cut: names differ at both ends, paths at their end. */
export type Ellipsis = 'start' | 'middle' | 'end';

/** A name as it is shown, in at most `length` characters. */
export function shortened(text: string, length: number, where: Ellipsis): string {
  const characters = [...display(text)];
  if (characters.length <= length) return characters.join('');
  const before = where === 'start' ? 0 : where === 'end' ? length - 1 : Math.ceil((length - 1) / 2);
  const after = characters.length - (length - 1 - before);
  return `${characters.slice(0, before).join('')}…${characters.slice(after).join('')}`;
}
