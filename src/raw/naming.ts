// What the assembler asks a runtime for: names for people. Recorders implement it, each from what its runtime left behind.

import type { CodePlace } from '../trace/code-place.ts';

/** A block of memory that the runtime told of: heap, stack or a shared buffer. */
export interface Block {
  readonly address: number;
  readonly bytes: number;
  /** Raw.allocate's extra. */
  readonly kind: number;
  readonly site: number;
  readonly thread: number;
  /** Counts the blocks of a recording from 1. */
  readonly number: number;
}

/** Names for people, from what the runtime left in the folder of one process. All calls are synchronous and cached by the caller. */
export interface Naming {
  /** `file:line:column`, `file:line` or an address. */
  location(site: number): string;
  /** A variable: global symbol and offset, heap block by allocation site and offset, element of a shared buffer. */
  variable(address: number, bytes: number, block: Block | undefined): string;
  /** What survives an edit elsewhere in the file; undefined if nothing is known. */
  place?(site: number): CodePlace | undefined;
  lock(address: number, block: Block | undefined): string;
  thread(number: number): string;
  /** What a person should know of the names that were asked for so far. */
  notes?(): readonly string[];
}
