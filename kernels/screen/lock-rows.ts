// What happened before a lock is had: all that was done until it was given up. For a kernel that watches; a row has in its first half what those
// did who had the lock for themselves, in its second what those did who shared it.

import { find, newMap, put, remove } from './map';
import { behind, dropRow, giveSeen, newRow, takeSeen } from './order';

/** Lock → its row. */
let rows: usize = 0;

export function prepare(): void {
  rows = newMap(8);
}

export function takeLock(thread: u32, lock: u32, shared: bool): void {
  const row = <usize>find(rows, <u64>lock + 1);
  if (row === 0) return;
  takeSeen(row, thread);
  if (!shared) takeSeen(row + behind(), thread);
}

export function giveLock(thread: u32, step: u32, lock: u32, shared: bool): void {
  let row = <usize>find(rows, <u64>lock + 1);
  if (row === 0) {
    row = newRow();
    put(rows, <u64>lock + 1, row);
  }
  giveSeen(shared ? row + behind() : row, thread, step);
}

/** Its memory is used anew. */
export function forgetLock(lock: u32): void {
  const row = <usize>find(rows, <u64>lock + 1);
  if (row === 0) return;
  remove(rows, <u64>lock + 1);
  dropRow(row);
}
