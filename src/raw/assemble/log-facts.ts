// What single records tell of a log, or of its process, as a whole.

import { Order, Raw, STUCK } from '../format.ts';
import { codeAddress, LogCalls } from './log-calls.ts';
import { lengthOf, wide } from './raw-record.ts';
import { SMALL } from './told-memory.ts';

/** Why recording stopped before the program did: a limit that the user or, in bytes, the room on the disk set, or the system, with its errno
 * (0: not known). */
export type Stopped =
  | { readonly by: 'limit'; readonly room?: number | undefined }
  | { readonly by: 'system'; readonly errno: number };

/** Kinds that tell something; of an `allocate` only one of more than SMALL bytes does. */
export const TELLING: readonly number[] = [
  ...[Raw.fork, Raw.allocate, Raw.fence, Raw.begin, Raw.end, Raw.request, Raw.stopped, Raw.call, Raw.place],
];

/** Extra of a `stopped` record. */
const BY_LIMIT = 1;

/** Why recording stopped, by what was known of it and a `stopped` record. What the system says explains more than a limit. */
export function stopping(known: Stopped | undefined, extra: number, errno: number): Stopped {
  if (extra !== BY_LIMIT && known?.by !== 'system') return { by: 'system', errno };
  return known ?? { by: 'limit' };
}

export class LogFacts {
  /** Acquire fences in the log. */
  acquireFences = 0;
  /** The log has the last record of its thread. */
  ended = false;
  /** It waited at the end: for another to give up a lock or to end, or for what nobody was left to give. */
  waits = false;
  /** Nobody was left who could have ended its wait. */
  isStuck = false;
  /** Where its code begins; 0 if that is not known. */
  start = 0;
  /** Where the thread-local variables of the program are in this thread; 0 if that is not known. */
  locals = 0;
  stopped: Stopped | undefined;
  /** Numbers of the threads that it forks. */
  readonly forked: number[] = [];
  /** Larger blocks, as regions. */
  readonly blocks: [number, number][] = [];
  /** What its sites stand for; absent if they are code addresses. */
  readonly calls: LogCalls | undefined;

  constructor(hasCalls: boolean) {
    this.calls = hasCalls ? new LogCalls() : undefined;
  }

  /** Takes the record at `at`; false if this log can have no such record. */
  take(kind: number, words: Uint32Array, at: number): boolean {
    const extra = words[at + 3]! >>> 16;
    if (kind === Raw.call || kind === Raw.place) return this.define(kind, words, at);
    if (kind === Raw.fork) this.forked.push(words[at]!);
    else if (kind === Raw.allocate) this.allocate(words, at);
    else if (kind === Raw.fence && extra !== Order.relaxed && extra !== Order.release) this.acquireFences++;
    else if (kind === Raw.begin) {
      this.start = codeAddress(this.calls, wide(words[at + 2]!, words[at + 3]!));
      this.locals = wide(words[at]!, words[at + 1]!);
    } else if (kind === Raw.end) this.ended = true;
    else if (kind === Raw.request) {
      this.waits = true;
      this.isStuck = (extra & STUCK) !== 0;
    } else if (kind === Raw.stopped) this.stopped = stopping(this.stopped, extra, words[at]!);
    return true;
  }

  /** A context or a place; false if this log can have none, or not this one. */
  private define(kind: number, words: Uint32Array, at: number): boolean {
    const { calls } = this;
    const address = wide(words[at]!, words[at + 1]!);
    const site = wide(words[at + 2]!, words[at + 3]!);
    if (calls === undefined) return false;
    return kind === Raw.call ? calls.call(address, site, words[at + 3]! >>> 16) : calls.place(address, site);
  }

  private allocate(words: Uint32Array, at: number): void {
    const bytes = lengthOf(words, at);
    const address = wide(words[at]!, words[at + 1]!);
    if (bytes > SMALL) this.blocks.push([address, address + bytes]);
  }
}
