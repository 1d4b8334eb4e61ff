// The events that the page has of a trace: all of them, or those around the findings. What is drawn, clicked and stepped through are *rows*, indexes
// of its columns; what a report calls an event is its *position* in the recorded trace. Everything that goes between the two is here.

import { bisect } from '../../base/bisect.ts';
import type { Columns } from '../../trace/columns.ts';
import type { Position } from '../../trace/id.ts';
import type { Symbols } from '../../trace/symbols.ts';

/** An index of the columns of a `ViewTrace`. */
export type Row = number;

export interface ViewTrace {
  readonly columns: Columns & { readonly locations: Uint32Array };
  readonly symbols: Symbols;
  /** Ascending: where in the recorded trace each row was; undefined if all of it is here, and a row is a position. */
  readonly positions: Uint32Array | undefined;
  /** Events of the recorded trace. */
  readonly total: number;
}

export function positionOf({ positions }: Pick<ViewTrace, 'positions'>, row: Row): Position {
  return positions === undefined ? row : positions[row]!;
}

/** Undefined if the page does not have the event. */
export function rowAt({ positions, columns }: Pick<ViewTrace, 'positions' | 'columns'>, position: Position): Row | undefined {
  if (positions === undefined) return position < columns.length ? position : undefined;
  const row = bisect(0, positions.length, (at) => positions[at]! < position);
  return positions[row] === position ? row : undefined;
}

/** These of them that the page has. */
export function rowsAt(trace: ViewTrace, positions: Iterable<Position>): Uint32Array {
  const rows: Row[] = [];
  for (const position of positions) {
    const row = rowAt(trace, position);
    if (row !== undefined) rows.push(row);
  }
  return Uint32Array.from(rows);
}
