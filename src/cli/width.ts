// How wide what is printed may be.

import type { Measure } from '../base/table.ts';

/** Where nobody says it: lists and help in a file or a pipe are for a person all the same. */
export const USUAL_WIDTH = 80;
const NARROWEST = 40;

/** Of the terminal, or what COLUMNS says. Undefined if nobody says it: names in reports stay whole then, for whoever searches for them. */
export function outputWidth(): number | undefined {
  // A terminal that does not know its width says 0.
  const columns = process.stdout.columns || Number(process.env['COLUMNS']);
  return Number.isSafeInteger(columns) && columns > 0 ? Math.max(columns, NARROWEST) : undefined;
}

export function listMeasure(): Measure {
  return { width: outputWidth() ?? USUAL_WIDTH, shortens: true };
}
