// What is known of each variable: a directory of cells as slots.ts has them.

import { cellOf, newDirectory, pageCount, tableOf, widen as widenDirectory } from './pages';
import { CELL_BITS } from './slots';

let directory: usize = 0;

export function prepare(): void {
  directory = newDirectory();
}

/** Makes room for variables below the bound. */
export function widen(variables: u32): void {
  widenDirectory(directory, variables);
}

/** Per page of variables where it lies, 0 if none of them was met. */
export function pagesOfShadow(): usize {
  return tableOf(directory);
}

/** How many pages there are. */
export function shadowPages(): u32 {
  return pageCount(directory);
}

/** Where what is known of a variable lies. */
export function shadowOf(variable: u32): usize {
  return cellOf(directory, variable, CELL_BITS);
}
