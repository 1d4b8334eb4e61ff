// An error as the page says it: the line that the program prints.

import { display } from '../base/quote.ts';
import type { Trouble } from './protocol.ts';

export function troubleWords({ place: { file, line, column, event, offset }, what }: Trouble): string {
  const at = line === undefined ? undefined : `line ${line}${column === undefined ? '' : `:${column}`}`;
  const detail = at ?? (offset !== undefined ? `byte ${offset}` : event !== undefined ? `event ${event}` : undefined);
  return [file === undefined ? undefined : display(file), detail, what].filter((part) => part !== undefined).join(': ');
}
