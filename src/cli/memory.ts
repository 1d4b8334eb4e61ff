// How much memory detectors may take unless somebody says it: a quarter of what the machine, or the container around it, has.

import { totalmem } from 'node:os';

const SHARE = 4;

export function usualMemory(): number {
  // Without a limit some systems say 0 and some a number beyond all machines.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.floor(Math.min(totalmem(), limit) / SHARE);
}
