// Which shared blocks are in a message. The receiver has to be told of all of them: a buffer that nobody has told it of is another one for it, and
// what it does there races with nobody. But of no others: each that it is told of is an object of its own there, for every message, and with those
// that threads told each other of for nothing, a server that sends a message per request did 130 requests in a second where it could do thousands.

import { FEW, hasBlocks, hasFewBlocks, knownBlock, liveBlocks } from './blocks.ts';
import { extent, natives, typedArrayName } from './natives.ts';
import { noteUnrecorded } from './notes.ts';
import { visitReachable } from './reachable.ts';

/** Objects of a message that are looked at. Where there are only a few blocks, it is cheaper to tell of all. */
const SOME = 1_000;
const MANY = 100_000;

const UNSEEN =
  'what a receiver does to shared memory in a part of a message that could not be looked at, behind a getter or because there is so much of it: send the buffers in a message of their own';

/** Objects and their pages, in the same order. */
export type Blocks = ReturnType<typeof liveBlocks>;

export function blocksIn(value: unknown): Blocks {
  const found = { objects: [], pages: [] } as Blocks;
  if (typeof value !== 'object' || value === null || !hasBlocks()) return found;
  const seen = visitReachable(value, hasFewBlocks() ? SOME : MANY, (object) => {
    const memory = natives.isView(object) ? extent(object, typedArrayName(object) !== undefined).buffer : object;
    const block = knownBlock(memory);
    if (block === undefined || block.hidden) return;
    found.objects.push(memory as SharedArrayBuffer);
    found.pages.push(block.page);
  });
  if (seen === 'all' || (seen === 'nearly all' && !hasFewBlocks())) return found;
  const blocks = liveBlocks();
  if (blocks.objects.length <= FEW) return blocks;
  if (seen === 'part') noteUnrecorded(UNSEEN);
  return found;
}
