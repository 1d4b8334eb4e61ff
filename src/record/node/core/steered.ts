// Where a program that is led by a plan comes by its gate: before everything that it does to shared memory, and before what orders threads. Without
// a plan there is no gate, and nothing here costs more than a look at that.

import type { LockMode } from './lock-sections.ts';
import { lead } from './log.ts';

/** What a plan makes of the program's threads: steer/gate.ts. */
export interface Gate {
  /** Before an access of memory, which may hold the thread up. */
  access(access: GateAccess): void;
  /** Before a lock is asked for by name. */
  acquire(request: GateRequest): void;
  /** Before something that orders threads, at a site or at none (0). A message has one site, where it is sent. */
  before(site: number, message?: 'send' | 'receive'): void;
  /** It was done. */
  after(): void;
  /** A block that the program calls atomic begins or ends. */
  block(isBegin: boolean): void;
  /** What the thread has done is about to leave its log. */
  flushes(): void;
  /** Another thread has ended. */
  ended(thread: number): void;
}

/** A Web Lock that is asked for, by code that keeps the locks `held` until it gets it. */
export interface GateRequest extends LockMode {
  readonly site: number;
  readonly held: readonly LockMode[];
}

export interface GateAccess {
  readonly low: number;
  readonly high: number;
  readonly bytes: number;
  readonly isWrite: boolean;
  readonly site: number;
  /** Of an atomic: whether it would leave the memory as it is, as taking a lock does that another has. */
  readonly isBarred?: () => boolean;
  /** Of an atomic: it may write nothing. */
  readonly compares?: boolean;
  /** One number for the accesses that a native function or instruction does, if all of them come here before it does any. */
  readonly call?: number;
}

export let gate: Gate | undefined;

/** What is being recorded was done before. */
let isPast = false;
/** What is being recorded is about to be done, and will be recorded then. */
let isAhead = false;
/** Native functions that were foreseen. */
let calls = 0;

export function steerBy(by: Gate, isWriting: (kind: number) => boolean): void {
  gate = by;
  lead((low, word1, site, bytes) => {
    const call = isAhead ? calls : 0;
    if (!isPast)
      by.access({
        low,
        high: word1 & 0xffff,
        bytes: bytes || word1 >>> 24,
        isWrite: isWriting((word1 >>> 16) & 0xff),
        site,
        call,
      });
    return isAhead;
  });
}

/** Records what a native function has done. */
export function past(record: () => void): void {
  if (gate === undefined) {
    record();
    return;
  }
  const before = isPast;
  isPast = true;
  try {
    record();
  } finally {
    isPast = before;
  }
}

/** Brings the thread to its gate before a native function does what `record` records. What is not known before it has no effect. */
export function foresee(record: () => void): void {
  if (gate === undefined || isAhead || isPast) return;
  isAhead = true;
  calls++;
  try {
    record();
  } catch {
    // It needs the result.
  } finally {
    isAhead = false;
  }
}
