// What logs tell that were followed to their end, for those who would have to read them again (src/raw/assemble/scan.ts). Only where there is no
// doubt: whoever reads them again finds the same, and says what is wrong with the others.

import { readPiece } from '../assemble/raw-log.ts';
import { kindOf, WORDS } from '../assemble/raw-record.ts';
import { headOf, logNumbers, noDamage, type Scan, type ScannedLog, scanOf } from '../assemble/scan.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, RAW_VERSION_WITH_CALLS, Raw } from '../format.ts';
import { partsWithRequest } from '../tails.ts';
import type { FollowedLog } from './follower.ts';

/** The process is over, and these logs of it were followed. Undefined if there are others, or more of one of these, or damage. */
export function followedScan(folder: string, followed: readonly FollowedLog[]): Scan | undefined {
  const numbers = new Set(logNumbers(folder));
  const logs = followed.map((log) => (numbers.has(log.number) ? scanned(folder, log) : undefined));
  if (numbers.size !== logs.length || !logs.every((log) => log !== undefined)) return undefined;
  return scanOf(folder, logs, noDamage());
}

function scanned(folder: string, { number, bytes, isBroken, facts }: FollowedLog): ScannedLog | undefined {
  const parts = partsWithRequest(folder, `thread-${number}`);
  const size = parts?.at(-1)?.to ?? 0;
  if (isBroken || facts === undefined || size < bytes) return undefined;
  const words = new Uint32Array(RAW_HEADER_BYTES / Uint32Array.BYTES_PER_ELEMENT);
  readPiece(parts!, words, 0, RAW_HEADER_BYTES, 0);
  // One that may have no calls has sites of another meaning.
  const head = headOf(words);
  if (head?.number !== number || head.version !== RAW_VERSION_WITH_CALLS) return undefined;
  // What is left is padding, of whole records: others are damaged, or what the thread waited for.
  if ((size - bytes) % RAW_RECORD_BYTES !== 0) return undefined;
  words.fill(0, 0, WORDS);
  readPiece(parts!, words, 0, Math.min(RAW_RECORD_BYTES, size - bytes), bytes);
  if (kindOf(words[1]!) !== Raw.none) return undefined;
  return { parts: parts!, number, records: (bytes - RAW_HEADER_BYTES) / RAW_RECORD_BYTES, facts };
}
