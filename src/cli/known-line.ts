// A known finding in a line, for lists of them.

import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import type { KnownFinding } from '../findings/baseline.ts';
import { withoutFunction } from '../findings/place.ts';
import { shortPlace } from '../report/words.ts';
import { outputWidth } from './width.ts';

/** What it shows of a variable and of each place at least. */
const LEAST = 8;

/** Before and behind it stand whole words; the names give way where the width is said. */
export function knownLine(before: string, { variable, places }: KnownFinding, behind = ''): string {
  const line = (name: string, shown: readonly string[]): string =>
    [before, name, shown.join(' ↔ '), ...(behind === '' ? [] : [behind])].join('  ');
  const whole = line(display(variable), places.map(display));
  const width = outputWidth();
  if (width === undefined || whole.length <= width) return `${whole}\n`;
  const room =
    width -
    line(
      '',
      places.map(() => ''),
    ).length;
  // The places need more: paths are long, and their ends tell them apart.
  const name = shortened(variable, Math.max(LEAST, Math.floor(room / 3)), 'middle');
  const each = Math.max(LEAST, Math.floor((room - name.length) / places.length));
  return `${line(
    name,
    places.map((place) => shortPlace(withoutFunction(place), each)),
  )}\n`;
}
