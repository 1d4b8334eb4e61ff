// Goes through what one file has of a log and was not gone through yet.

import { RAW_RECORD_BYTES } from '../format.ts';
import type { LogStore } from './log-store.ts';
import type { Progress } from './progress.ts';
import type { Scratch } from './scratch.ts';

/** `end`: the records before it are whole. */
export function takeWritten(store: LogStore, progress: Progress, end: number, scratch: Scratch): void {
  const { piece } = scratch;
  while (!progress.isBroken && progress.seen + RAW_RECORD_BYTES <= end) {
    const { seen } = progress;
    const wanted = Math.min(piece.bytes.length, end - seen);
    const count = store.read(piece.bytes.subarray(0, wanted), seen);
    progress.take(scratch, piece, 0, Math.floor(Math.max(0, count) / RAW_RECORD_BYTES) * 4);
    if (progress.seen === seen) return;
  }
}
