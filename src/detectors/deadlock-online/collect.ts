// Forgets what no ideal of the future can be made of: what is left grows with threads, locks, variables and nodes of the lock graph, and not with the
// trace. Exact: nothing is found or missed for it.

import type { Candidates } from './candidates.ts';
import type { Known } from './known.ts';
import { type Live, OwnReach, Reach } from './reach.ts';
import type { Synchronisation } from './synchronisation.ts';

/** What sections, acquires and candidates take in bytes, each. */
const SECTION = 56;
const ACQUIRE = 8;
const CANDIDATE = 16;

/** Gives how many bytes are left. */
export function collect(known: Known, synchronisation: Synchronisation, candidates: readonly Candidates[]): number {
  const live: Live = {
    rows: new Uint8Array(known.rows.count),
    sections: known.sections.map(({ count }) => new Uint8Array(count)),
  };
  const reach = new OwnReach(known, live, reachable(known, synchronisation, live));
  for (const list of candidates) list.fold(known, live, reach);
  const moved = known.rows.sweep(live.rows);
  known.moveRows(live.rows, moved);
  for (const point of synchronisation.points()) point.row = moved[point.row]!;
  for (const list of candidates) list.moveRows(moved);
  for (const [t, sections] of known.sections.entries()) sections.sweep(live.sections[t]!, moved);
  const acquires = sweepAcquires(known);
  const sections = known.sections.reduce((sum, { count }) => sum + count, 0);
  const kept = candidates.reduce((sum, { positions }) => sum + positions.length, 0);
  return known.rows.bytes + sections * SECTION + acquires * ACQUIRE + kept * CANDIDATE;
}

/** From what threads know, and from what may tell them something. */
function reachable(known: Known, synchronisation: Synchronisation, live: Live): Reach {
  const state = new Reach(known, live);
  for (const [t, ideal] of known.ideals.entries()) state.ideal(ideal, t);
  const { writtenBelow, writtenRow } = known;
  for (let x = 0; x < writtenBelow.length; x++) if (writtenBelow[x] !== 0) state.point(writtenBelow[x]!, writtenRow[x]!);
  for (const { bound, row } of synchronisation.points()) state.point(bound, row);
  for (const ideal of synchronisation.ideals()) state.ideal(ideal, -1);
  return state;
}

function sweepAcquires(known: Known): number {
  for (const [t, { count, locks, acquires }] of known.sections.entries())
    for (let s = 0; s < count; s++) known.acquires[locks[s]! >>> 1]!.keepAfter(t, locks[s]!, acquires[s]!);
  return known.acquires.reduce((sum, acquires) => sum + acquires.sweep(), 0);
}
