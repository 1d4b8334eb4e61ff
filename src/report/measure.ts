// How wide the lines of a report for a person are.

import type { Measure } from '../base/table.ts';

/** What stands below the head of a finding. */
export const INDENT = '     ';
/** Where sentences wrap if nobody says how wide a line is. */
const WIDTH = 100;

export function measure({ width }: { readonly width?: number | undefined }): Measure {
  return { width: width ?? WIDTH, shortens: width !== undefined };
}
