// The events of a trace that is short enough to be kept while it is read, so that nobody has to parse it again to look at a few of
// them: parsing costs more than all else, a copy a nanosecond an event. A longer trace is not kept at all.

import { copyBlock, type EventBlock } from './block.ts';

/** Of 13 bytes each: 27 MB. */
const MOST_EVENTS = 1 << 21;

export class KeptEvents {
  private readonly most: number;
  private kept: EventBlock[] | undefined = [];

  constructor(most: number = MOST_EVENTS) {
    this.most = most;
  }

  block(block: EventBlock): void {
    if (block.start + block.length > this.most) this.kept = undefined;
    this.kept?.push(copyBlock(block));
  }

  /** All of them; undefined if there were too many. */
  get blocks(): readonly EventBlock[] | undefined {
    return this.kept;
  }
}
