// The second reading of a reduction: hands on what the plan keeps, in blocks with positions of their own, and counts.

import type { EventBlock } from '../trace/block.ts';
import { BlockBuilder } from '../trace/builder.ts';
import { Op } from '../trace/operation.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { Plan } from './plan.ts';
import { Repeats } from './repeats.ts';

export interface ReductionCounts {
  readonly events: number;
  /** Neither accesses nor `alloc`, `begin`, `end`. */
  readonly synchronisation: number;
  readonly accesses: number;
}

export interface ReductionOptions {
  readonly symbols: Symbols;
  /** Called for every block of the reduced trace; the block is valid until the call returns. */
  readonly emit: (block: EventBlock) => void;
  /** Also leaves out accesses that repeat another in the same epoch. */
  readonly accesses?: boolean | undefined;
}

export class Reduction {
  private readonly plan: Plan;
  private readonly out: BlockBuilder;
  private readonly repeats: Repeats | undefined;
  /** Acquires, releases and waits so far. */
  private count = 0;
  private readonly inOps = new Float64Array(32);
  private readonly outOps = new Float64Array(32);

  /** `plan` has seen the whole trace. */
  constructor(plan: Plan, { symbols, emit, accesses = false }: ReductionOptions) {
    this.plan = plan;
    this.out = new BlockBuilder(symbols, emit);
    this.repeats = accesses ? new Repeats() : undefined;
  }

  get before(): ReductionCounts {
    return counts(this.inOps);
  }

  get after(): ReductionCounts {
    return counts(this.outOps);
  }

  block(block: EventBlock): void {
    const { out, repeats, inOps, outOps } = this;
    const { kept, keepsNotify } = this.plan;
    const { length, ops, threads, targets, locations, bounds } = block;
    out.block.memoryModel = block.memoryModel;
    repeats?.grow(bounds);
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      inOps[op]!++;
      if (op <= Op.write) {
        if (repeats?.isRepeat(op, threads[i]!, targets[i]!)) continue;
      } else {
        if (op === Op.acquire || op === Op.release || op === Op.wait) {
          if (!kept.has(this.count++)) continue;
        } else if ((op === Op.notify && !keepsNotify) || isAnnouncement(op)) continue;
        repeats?.step(op, threads[i]!, targets[i]!);
      }
      outOps[op]!++;
      out.add(op as Op, threads[i]!, targets[i]!, locations[i]!);
    }
  }

  end(): void {
    this.out.flush();
  }
}

/** What is said of an acquire, a wait or a join beside it: it orders nothing, and would speak of one that is gone. */
function isAnnouncement(op: number): boolean {
  return op >= Op.request && op <= Op.stuck;
}

function counts(ops: Float64Array): ReductionCounts {
  const events = ops.reduce((sum, count) => sum + count, 0);
  const accesses = ops[Op.read]! + ops[Op.write]!;
  const unordered = [Op.alloc, Op.begin, Op.end, Op.request, Op.requestJoin, Op.try, Op.stuck];
  const others = unordered.reduce((sum, op) => sum + ops[op]!, 0);
  return { events, accesses, synchronisation: events - accesses - others };
}
