// How long windows are, and how much of them they have in common. An access is asked about in one window: with at least `reach` events of
// the trace before it, so that it is compared with all accesses that are no further away, and `ahead` after it, from which a schedule may
// want releases. A window asks about twice as many accesses as its reach is long: each event is looked at one and a half times.

export interface WindowSize {
  readonly reach: number;
  readonly ahead: number;
  /** Events of a window. */
  readonly size: number;
}

/** Unless somebody wants more: two billion bytes are then enough for a hundred million events. */
const USUAL_REACH = 1_000_000;
/** Windows that are smaller for want of memory are not worth their number. */
const LEAST_REACH = 64;
const ASKED = 2;
const AHEAD = 1 / 8;
/** How much smaller windows get at least if one does not fit. */
const SMALLER = 0.9;

/** One part in so many of the memory is for a window. */
export const WINDOW_PART = 2;
/** What a window may take of what is left of a budget for all of them: nobody knows how many there will be. */
export const SHARE = 1 / 16;

export function windowSize(reach: number): WindowSize {
  const ahead = Math.ceil(reach * AHEAD);
  return { reach, ahead, size: reach + ASKED * reach + ahead };
}

/** With the reach that is wanted, the usual one if that is 0, as far as windows have no more than so many events; 0 if that is too few. */
export function fittingSize(wanted: number, most: number): WindowSize {
  const goal = wanted || USUAL_REACH;
  const reach = Math.min(goal, Math.floor((most - 1) / (1 + ASKED + AHEAD)));
  return windowSize(reach < Math.min(goal, LEAST_REACH) ? 0 : reach);
}

/** After one of which only a part fitted. */
export function smallerSize({ reach, size }: WindowSize, fitted: number): WindowSize {
  return fittingSize(reach, SMALLER * size * fitted);
}
