// What a chunk does to locksets, as ZipTrack defines it (section 4): OpenAcq and OpenRel per thread and lock, LockSet per thread and
// variable. The dummy locks of the paper are not stored: a variable violates the discipline if two threads access it, one writes,
// and no real lock is common to all.

export interface LocksetSummary {
  /** In events. */
  readonly length: number;
  /** Unmatched acquires and releases, where there are any. */
  readonly openThreads: Int32Array;
  readonly openLocks: Int32Array;
  readonly openAcquires: Float64Array;
  readonly openReleases: Float64Array;
  /** One row per variable and thread: the number of its lockset, its last access, and its last write or -1. */
  readonly variables: Int32Array;
  readonly threads: Int32Array;
  readonly sets: Int32Array;
  readonly positions: Float64Array;
  readonly writes: Float64Array;
}
