// Where a screen has its bytes from: logs that are whole, or that grow while it looks. Logs are known by the number of their thread, as the
// program's runtime gave it.

import { readPiece } from '../assemble/raw-log.ts';
import type { ThreadScan } from '../assemble/scan.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../format.ts';

export interface LogSource {
  /** How long the log is, its header included, as far as it will not change any more: whole records. */
  available(number: number): number;
  /** There will be no more than is available. */
  isOver(number: number): boolean;
  /** Reads available bytes of the log into the words from `at` on. */
  read(number: number, words: Uint32Array, at: number, bytes: number, offset: number): void;
}

/** The logs of a run that is over. */
export function wholeLogs(threads: readonly ThreadScan[]): LogSource {
  const scans = new Map(threads.map((thread) => [thread.number, thread]));
  return {
    available: (number) => RAW_HEADER_BYTES + scans.get(number)!.records * RAW_RECORD_BYTES,
    isOver: () => true,
    read: (number, words, at, bytes, offset) => void readPiece(scans.get(number)!.parts, words, at, bytes, offset),
  };
}
