// What is told of the events of a finding: plain data.

import type { Position } from '../trace/id.ts';
import type { Frame } from './stack.ts';

/** As the JSON contract has it, version 1; of a race the variable is said once for both accesses. */
export interface Access {
  readonly index: Position;
  readonly thread: string;
  /** `read` or `write`; of an event that is no access, the name of its operation. */
  readonly op: string;
  /** The variable, lock, thread or block that it is about; absent of the accesses of a race. */
  readonly target?: string;
  /** Set if it is atomic, so that only the other access of a race is plain. */
  readonly atomic?: true;
  readonly location: string;
  /** The line of source, as it was when the program was recorded; absent if the trace does not have it. */
  readonly text?: string;
  /** In the order in which they were taken. */
  readonly locks: readonly string[];
  /** Those of them that are held as a reader only; absent if there are none. */
  readonly shared?: readonly string[];
  /** Set if the trace is reduced: what is held is not known then, and `locks` is empty. */
  readonly locksUnknown?: true;
}

/** A lock that is held, and where it was taken. */
export interface TakenLock {
  readonly lock: string;
  /** Empty if it is not known. */
  readonly location: string;
  readonly stack: readonly Frame[];
}

/** An access of a finding: with all that is known of how its thread came there. */
export interface StackedAccess extends Access {
  /** Innermost first; empty if the location is not known, one frame if its callers are not. */
  readonly stack: readonly Frame[];
  /** The locks that it holds, in their order. */
  readonly taken: readonly TakenLock[];
}

/** Where a thread was started. */
export interface Fork {
  readonly thread: string;
  readonly by: string;
  readonly index: Position;
  readonly location: string;
  readonly stack: readonly Frame[];
}

/** The memory of a variable. */
export interface Memory {
  /** As debuggers write it. */
  readonly address: string;
  readonly bytes: number;
  /** The block of the heap that it is in, and where in it; absent if it is in none. */
  readonly block?: { readonly bytes: number; readonly offset: number };
}

/** Where the memory of a variable was allocated. */
export interface Allocation {
  /** Absent if it is not known. */
  readonly thread?: string;
  readonly location: string;
  readonly stack: readonly Frame[];
}
