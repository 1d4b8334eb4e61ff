// Cut blocks of a recorded trace, or of a folder of tiny ones, and the time of the check beside FastTrack's. A trace without blocks of its own
// gets one round each outermost critical section.

import { hasBlocks, inSections } from '../../blocks.ts';
import { besides, counted } from './counted.ts';
import type { Repeats } from './repeat.ts';
import { answer, inMemory, type Question } from './task.ts';

export interface AtomicityQuestion extends Question {
  readonly files: readonly string[];
  readonly repeats: Repeats;
}

export interface Atomicity {
  /** Whether the blocks are the trace's own. */
  readonly isOwn: boolean;
  readonly blocks: number;
  readonly cut: number;
  /** Undefined where there are no blocks. */
  readonly seconds: readonly [atomicity: number, fasttrack: number] | undefined;
}

await answer(async ({ files, repeats }: AtomicityQuestion): Promise<Atomicity> => {
  const recorded = await Promise.all(files.map(inMemory));
  const isOwn = recorded.some(hasBlocks);
  const traces = isOwn ? recorded : recorded.map(inSections);
  const { blocks = 0, cut = 0 } = counted('atomicity', traces).counters;
  return { isOwn, blocks, cut, seconds: blocks === 0 ? undefined : besides(repeats, traces, ['atomicity', 'fasttrack']) };
});
