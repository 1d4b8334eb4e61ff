// Whether a recording has the whole run, and if not, why: a verdict on less is partial. Threads that still run when their program ends
// have no `end`, and miss nothing.

import { constants } from 'node:os';
import type { MemoryModel } from '../../trace/memory-model.ts';
import type { Stopped } from './log-facts.ts';
import type { Scan, ThreadScan } from './scan.ts';

/** What a recorder knows of a recording besides its logs. */
export interface RecordingFacts {
  /** The errno with which the system refused to take more, if the logs could not say it. */
  readonly refused?: number | undefined;
  /** Code that ran and could not be recorded, and why. */
  readonly unrecorded?: readonly string[] | undefined;
  /** A process that is killed takes its last records with it: the first thread of one that was not has an `end`. */
  readonly losesLast?: boolean | undefined;
  /** What the atomics of the program order; that of C if not said. */
  readonly memoryModel?: MemoryModel | undefined;
  /** The signal that ended the process amid its run. */
  readonly killed?: string | undefined;
  /** The process had not ended when its logs were read. */
  readonly running?: boolean | undefined;
  /** The bytes of logs at which recording had to stop, if that was not the user's wish: half of the room that there was. */
  readonly room?: number | undefined;
}

/** What logs themselves tell of whether they are all. */
export interface LogsLeft extends Pick<Scan, 'damage' | 'stopped'> {
  readonly threads: readonly (Pick<ThreadScan, 'number' | 'ended'> & Partial<Pick<ThreadScan, 'isStuck'>>)[];
}

/** In words, what is missing; undefined if nothing is. */
export function missing(left: LogsLeft, facts: RecordingFacts): string | undefined {
  const { threads, damage } = left;
  const { losesLast = false, running = false, killed, unrecorded = [] } = facts;
  const stopped = whatStopped(left, facts);
  if (stopped !== undefined) return whyStopped(stopped);
  if (Object.values(damage).some((count) => count > 0)) return 'some of its logs are damaged';
  if (unrecorded.length > 0) return unrecordedWords(unrecorded);
  if (killed !== undefined) return `it was ended by ${killed}: what it would have done is missing`;
  if (running) return 'the process still runs: what it does later is missing';
  const first = threads.find(({ number }) => number === 0);
  // Whoever was ended because nobody could go on has saved all before.
  const hung = threads.some(({ isStuck }) => isStuck);
  return losesLast && first?.ended !== true && !hung
    ? 'its main thread has no end: the process was killed, and what it did last may be missing'
    : undefined;
}

/** How it begins where the end is there. */
export const CODE_MISSING = 'some code could not be recorded';

/** How many lines are told. */
const MOST_UNRECORDED = 3;

function unrecordedWords(lines: readonly string[]): string {
  const told = lines.slice(0, MOST_UNRECORDED);
  const more = lines.length - told.length;
  return `${CODE_MISSING}: ${[...told, ...(more > 0 ? [`${more} more`] : [])].join('; ')}`;
}

/** As the logs say it, and what the recorder knows of it. */
export function whatStopped({ stopped }: LogsLeft, { refused, room }: RecordingFacts): Stopped | undefined {
  if (stopped?.by === 'limit') return { by: 'limit', room };
  return stopped ?? (refused === undefined ? undefined : { by: 'system', errno: refused });
}

export function whyStopped(stopped: Stopped): string {
  if (stopped.by === 'system') return `recording stopped because ${cause(stopped.errno)}`;
  if (stopped.room === undefined) return 'recording stopped at --max-events';
  const size = stopped.room < 1e9 ? `${(stopped.room / 1e6).toFixed(1)} MB` : `${(stopped.room / 1e9).toFixed(1)} GB`;
  return `recording stopped at ${size}, half of the room that was free (--max-events sets another limit, --raw takes another disk)`;
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk was full',
  EDQUOT: 'the quota of the disk was used up',
  EFBIG: 'a log reached the largest size that a file may have (ulimit -f)',
  EIO: 'the disk failed (EIO)',
  EROFS: 'the disk of the recording may only be read (EROFS)',
  ENOMEM: 'the process had no memory left for it (ENOMEM)',
  EMFILE: 'the process had too many files open (ulimit -n)',
  ENFILE: 'the system had too many files open',
  ENOENT: 'a folder was gone',
  EACCES: 'the program had become a user who may not write the recording (EACCES)',
  EBADF: 'the program closed the descriptor that the recorder keeps after a change of user, group or root (EBADF)',
};

function cause(errno: number): string {
  const name = Object.entries(constants.errno).find(([, number]) => number === errno)?.[0];
  return CAUSES[name ?? ''] ?? `the log could not be written${errno === 0 ? '' : ` (${name ?? `error ${errno}`})`}`;
}
