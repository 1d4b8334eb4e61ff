// Rule (a): for a lock and a variable, the latest section of the lock that wrote it, the latest that read it, and the latest of another
// thread than the latter's that did. One row per pair that occurs.

import { FIRST_WORD, LockVariableRows } from '../lock-variable-rows.ts';

/** Own words of a row: index and thread of the latest write, and of the latest read with the index of another thread's. */
const WRITE = FIRST_WORD;
const READ = FIRST_WORD + 2;
const ROW = FIRST_WORD + 5;

export class Conflicts extends LockVariableRows {
  constructor() {
    super(ROW);
  }

  /**
   * Section `index` of the lock, of thread t, accesses the variable: kind 0 reads, 1 writes. Gives the latest section of another thread
   * that has a conflicting access, 0 if none.
   */
  access(lock: number, variable: number, kind: number, index: number, t: number): number {
    const row = this.row(lock, variable);
    const { rows } = this;
    // Where the latest write is the thread's own, that section came after the others' writes, and so does this one.
    let latest = rows[row + WRITE + 1] === t ? 0 : rows[row + WRITE]!;
    if (kind === 0) {
      if (rows[row + READ + 1] !== t) rows[row + READ + 2] = rows[row + READ]!;
      rows[row + READ] = index;
      rows[row + READ + 1] = t;
      return latest;
    }
    const read = rows[row + READ + 1] === t ? rows[row + READ + 2]! : rows[row + READ]!;
    if (read > latest) latest = read;
    rows[row + WRITE] = index;
    rows[row + WRITE + 1] = t;
    return latest;
  }
}
