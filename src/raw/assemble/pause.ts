// Assembling may take minutes and waits for nothing by itself: between two slices it lets the caller say how far it is, and others,
// signals above all, have their turn.

/** What it returns is waited for. `done`: how much of the work is, from 0 to 1. */
export type Pause = (done: number) => Promise<void> | undefined;
