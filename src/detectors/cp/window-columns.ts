// A window as a trace of its own: its events in columns, with dense ids, for a window has few of the locks and variables of a long trace.

import type { EventBlock } from '../../trace/block.ts';
import type { MemoryModel } from '../../trace/memory-model.ts';
import { Op, TARGET_KIND_CODES } from '../../trace/operation.ts';

const LOCK = TARGET_KIND_CODES[Op.acquire]!;
const VARIABLE = TARGET_KIND_CODES[Op.read]!;

export class DenseIds {
  private readonly locks = new Map<number, number>();
  private readonly variables = new Map<number, number>();

  /** The id of what an operation is about; threads keep theirs. */
  of(op: number, target: number): number {
    const kind = TARGET_KIND_CODES[op];
    if (kind === LOCK) return dense(this.locks, target);
    return kind === VARIABLE ? dense(this.variables, target) : target;
  }

  /** The variable that stands for all that the sections of a lock do where nobody sees it. */
  mark(lock: number): number {
    return dense(this.variables, -1 - lock);
  }

  get lockCount(): number {
    return this.locks.size;
  }

  get variableCount(): number {
    return this.variables.size;
  }
}

function dense(ids: Map<number, number>, id: number): number {
  let known = ids.get(id);
  if (known === undefined) {
    known = ids.size;
    ids.set(id, known);
  }
  return known;
}

export class Columns {
  private readonly ops: Uint8Array;
  private readonly threads: Uint32Array;
  private readonly targets: Uint32Array;
  private readonly positions: Uint32Array;
  private length = 0;

  constructor(capacity: number) {
    this.ops = new Uint8Array(capacity);
    this.threads = new Uint32Array(capacity);
    this.targets = new Uint32Array(capacity);
    this.positions = new Uint32Array(capacity);
  }

  add(op: number, thread: number, target: number, position: number): void {
    const at = this.length++;
    this.ops[at] = op;
    this.threads[at] = thread;
    this.targets[at] = target;
    this.positions[at] = position;
  }

  block(threads: number, ids: DenseIds, memoryModel: MemoryModel): EventBlock {
    return {
      start: 0,
      length: this.length,
      ops: this.ops,
      threads: this.threads,
      targets: this.targets,
      locations: new Uint32Array(0),
      positions: this.positions,
      bounds: { threads, locks: ids.lockCount, variables: ids.variableCount, locations: 1 },
      memoryModel,
    };
  }
}
