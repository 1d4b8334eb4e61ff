// What a reduction method is: a first reading that decides which acquires, releases and waits stay. Every other event stays
// anyway. The decision about a release depends on who takes the lock next, so it cannot be made when the release is met.

import type { EventBlock } from '../trace/block.ts';
import type { Marks } from './marks.ts';

export interface Plan {
  /** Takes the blocks of a well-formed trace in order. */
  block(block: EventBlock): void;
  /** After the last block. */
  end(): void;
  /** Per acquire, release and wait, in trace order: whether it stays. Complete after `end`. */
  readonly kept: Marks;
  /** Notifications order nothing; whether they stay all the same. */
  readonly keepsNotify: boolean;
}
