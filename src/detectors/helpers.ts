// Threads that work for a detector while it works itself. What they answer follows from what they were told alone, so that they never make a
// difference but in time: whoever does not answer is done without.

export interface Helpers {
  readonly count: number;
  /** Whether they are worth their start for what takes as long as so many events take to be read. */
  areWorth(events: number): boolean;
  /** Memory that is shared stays so; all else is copied. */
  tell(helper: number, order: unknown): void;
  ask<Answer>(helper: number, order: unknown): Pending<Answer>;
}

export interface Pending<Answer> {
  isReady(): boolean;
  /** Waits for the answer; undefined if there will be none. */
  wait(): Answer | undefined;
}
