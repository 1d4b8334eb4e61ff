// For every lock and variable touched under it, the last critical section that reads it and the last that writes it, and for each
// the last one of another thread: the releases of a lock are ordered, so that the last conflicting one stands for all before
// (rule a). 24 bytes and a slot or two per pair.

import { FIRST_WORD, LockVariableRows } from '../lock-variable-rows.ts';
import { type CriticalSections, NONE } from './critical-sections.ts';

/** Own words of a row: for reads and for writes the last section and the last of another thread. */
const KINDS = FIRST_WORD;
const ROW = FIRST_WORD + 4;

export class Touched extends LockVariableRows {
  private readonly sections: CriticalSections;

  constructor(sections: CriticalSections) {
    super(ROW);
    this.sections = sections;
  }

  /** The last section of another thread than t that reads (kind 0) or writes (kind 1), or NONE. */
  other(row: number, kind: number, t: number): number {
    const at = row + KINDS + 2 * kind;
    const last = this.rows[at]!;
    return last !== NONE && this.sections.threads[last] === t ? this.rows[at + 1]! : last;
  }

  /** Section s, the open one of the row's lock, reads or writes the row's variable. */
  mark(row: number, kind: number, s: number): void {
    const { rows, sections } = this;
    const at = row + KINDS + 2 * kind;
    const last = rows[at]!;
    if (last === s) return;
    if (last !== NONE && sections.threads[last] !== sections.threads[s]) {
      sections.drop(rows[at + 1]!);
      rows[at + 1] = last;
    } else sections.drop(last);
    rows[at] = sections.share(s);
  }
}
