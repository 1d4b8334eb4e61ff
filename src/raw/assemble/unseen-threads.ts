// Threads that ran in code which the recorder does not see: their accesses could have raced. Told only where it is certain: the thread
// begins in such code, and whatever it recorded (locks, calls of the C library) came from such code, too.

import { ELEMENT_BITS, Raw } from '../format.ts';
import type { Naming } from '../naming.ts';
import { codeAddress } from './log-calls.ts';
import { RawLog } from './raw-log.ts';
import { kindOf, wide, wordsOf } from './raw-record.ts';
import type { ThreadScan } from './scan.ts';

const PIECE_RECORDS = 1 << 12;
const MOST_NAMES = 5;
/** What the recorder and the C library do for every thread, whoever compiled its code. */
export const EVERYBODY: ReadonlySet<number> = new Set([
  Raw.stamp,
  Raw.begin,
  Raw.end,
  Raw.allocate,
  Raw.free,
  Raw.call,
  Raw.place,
  Raw.visit,
]);

/** In words, how many there are and whose code it is; undefined if there is none. */
export function unseenThreads(threads: readonly ThreadScan[], naming: Naming): string | undefined {
  const known = new Map<number, string | undefined>();
  const unseen = (site: number): string | undefined => {
    if (!known.has(site)) known.set(site, naming.unseen?.(site));
    return known.get(site);
  };
  const names = new Set<string>();
  let count = 0;
  for (const thread of threads) {
    const name = thread.start === 0 || isPrepared(thread) ? undefined : unseen(thread.start);
    if (name === undefined || !isUnseen(thread, unseen)) continue;
    names.add(name);
    count++;
  }
  return unseenWords(count, names);
}

/** `names`: whose code it is. */
export function unseenWords(count: number, names: ReadonlySet<string>): string | undefined {
  if (count === 0) return undefined;
  const told = [...names].slice(0, MOST_NAMES);
  if (names.size > MOST_NAMES) told.push(`${names.size - MOST_NAMES} more`);
  return `${count} ${count === 1 ? 'thread' : 'threads'} ran code that is not recorded (${told.join(', ')}): compile it with foretrace cc`;
}

/** Whether code that the recorder sees ran there, as far as the beginning of the log tells: accesses of elements are made by nobody else. For
 * nearly all threads that settles it, and nobody reads the debug information of the program (15 ms of a small one). */
function isPrepared(thread: ThreadScan): boolean {
  const log = new RawLog(thread, 0, PIECE_RECORDS);
  for (let n = 0; n < PIECE_RECORDS && log.fill(); n++) {
    const { words, at } = log;
    const kind = kindOf(words[at + 1]!);
    const isPlain = kind === Raw.read || kind === Raw.write;
    if (isPlain && ((words[at + 3]! >>> 16) & ELEMENT_BITS) !== 0) return true;
    log.at += wordsOf(kind, words[at + 3]!);
  }
  return false;
}

function isUnseen(thread: ThreadScan, unseen: (site: number) => string | undefined): boolean {
  const log = new RawLog(thread, 0, PIECE_RECORDS);
  while (log.fill()) {
    const { words, at } = log;
    const kind = kindOf(words[at + 1]!);
    const site = codeAddress(thread.calls, wide(words[at + 2]!, words[at + 3]!));
    if (!EVERYBODY.has(kind) && site !== 0 && unseen(site) === undefined) return false;
    log.at += wordsOf(kind, words[at + 3]!);
  }
  return true;
}
