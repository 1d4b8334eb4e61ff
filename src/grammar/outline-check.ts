// Whether the outline in a file is that of its events. Analyses believe it, because to look takes all events; `check` and --lenient look.

import { BLOCK_SIZE, type EventBlock } from '../trace/block.ts';
import { Alphabet } from './alphabet.ts';
import { Expansion } from './expand.ts';
import { type Outline, Outliner } from './outline.ts';

export class OutlineCheck {
  private readonly claimed: Outline;
  private readonly alphabet = new Alphabet();
  private readonly outliner = new Outliner(this.alphabet);
  private readonly buffer = new Uint32Array(BLOCK_SIZE);

  constructor(claimed: Outline) {
    this.claimed = claimed;
  }

  /** The next events of the trace, at most BLOCK_SIZE. */
  take(block: EventBlock): void {
    this.alphabet.encode(block, this.buffer);
    this.outliner.take(block, this.buffer);
  }

  /** All events were taken. */
  holds(): boolean {
    const made = this.outliner.finish();
    return made !== undefined && haveSameBlocks(made, this.claimed) && haveSameEvents(made, this.claimed);
  }
}

/** Blocks are numbered by their first variables: equal ones have equal numbers. */
function haveSameBlocks(a: Outline, b: Outline): boolean {
  const variables = Math.max(a.blocks.length, b.blocks.length);
  for (let x = 0; x < variables; x++) if ((a.blocks[x] ?? 0) !== (b.blocks[x] ?? 0)) return false;
  return a.blockCount === b.blockCount;
}

function haveSameEvents(a: Outline, b: Outline): boolean {
  const [as, bs] = [new Expansion(a.events), new Expansion(b.events)];
  const [one, other] = [new Uint32Array(BLOCK_SIZE), new Uint32Array(BLOCK_SIZE)];
  for (;;) {
    const length = as.fill(one);
    if (bs.fill(other) !== length) return false;
    if (length === 0) return true;
    for (let i = 0; i < length; i++) if (!isSame(a, one[i]!, b, other[i]!)) return false;
  }
}

function isSame({ terminals: a }: Outline, s: number, { terminals: b }: Outline, u: number): boolean {
  return a.ops[s] === b.ops[u] && a.threads[s] === b.threads[u] && a.targets[s] === b.targets[u];
}
