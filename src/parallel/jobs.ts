// How many threads an analysis may use.

export interface Jobs {
  /** Threads that may work at a time; 1 if absent, and where there are no threads. */
  readonly jobs?: number | undefined;
  /** Events that a trace must have for a second thread to be started. */
  readonly workersFrom?: number | undefined;
}
