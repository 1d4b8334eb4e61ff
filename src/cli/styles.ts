// The styles of the text report, in the colours of the session.

import type { Styles } from '../report/text.ts';
import type { Colors } from './color.ts';

export function styles({ bold, dim, red }: Colors): Styles {
  return { strong: bold, weak: dim, alarm: (word) => bold(red(word)) };
}
