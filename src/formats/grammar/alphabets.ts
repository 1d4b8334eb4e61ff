// The terminals of a grammar as two columns of small numbers. Terminals are numbered by first use, and so are most targets: one that is new is the one after
// all that there were, and one that is not comes often after that of the last terminal of the same thread and operation.

import type { Terminals } from '../../grammar/compress.ts';
import { TARGET_KIND_CODES } from '../../trace/operation.ts';
import { unzigzag, zigzag } from '../native/zigzag.ts';

/** What a file has of terminals: the memory model is said elsewhere. */
export type TerminalColumns = Omit<Terminals, 'memoryModel'>;

/** In place of a target: the next of its kind. */
const NEXT = 0;
const OP_BITS = 5;

/** What the targets so far let expect. */
class Expected {
  /** Per kind of target. */
  readonly next = [0, 0, 0, 0];
  private readonly last: number[] = [];

  /** The target after that of the last terminal of an actor. */
  after(actor: number): number {
    return (this.last[actor] ?? -1) + 1;
  }

  learn(actor: number, kind: number, target: number): void {
    this.last[actor] = target;
    if (target === this.next[kind]) this.next[kind]!++;
  }
}

export function encodeTerminals({ size, ops, threads, targets }: Terminals): [Uint32Array, Uint32Array] {
  const actors = new Uint32Array(size);
  const steps = new Uint32Array(size);
  const expected = new Expected();
  for (let s = 0; s < size; s++) {
    const kind = TARGET_KIND_CODES[ops[s]!]!;
    const actor = (threads[s]! << OP_BITS) | ops[s]!;
    actors[s] = actor;
    steps[s] = targets[s] === expected.next[kind] ? NEXT : 1 + zigzag(targets[s]! - expected.after(actor));
    expected.learn(actor, kind, targets[s]!);
  }
  return [actors, steps];
}

/** Nothing is checked. */
export function decodeTerminals(actors: Uint32Array, steps: Uint32Array): TerminalColumns {
  const size = actors.length;
  const terminals = { size, ops: new Uint8Array(size), threads: new Uint32Array(size), targets: new Uint32Array(size) };
  const expected = new Expected();
  for (let s = 0; s < size; s++) {
    const op = actors[s]! & ((1 << OP_BITS) - 1);
    const kind = TARGET_KIND_CODES[op] ?? 0;
    const target = steps[s] === NEXT ? expected.next[kind]! : expected.after(actors[s]!) + unzigzag(steps[s]! - 1);
    terminals.ops[s] = op;
    terminals.threads[s] = actors[s]! >>> OP_BITS;
    terminals.targets[s] = target;
    expected.learn(actors[s]!, kind, terminals.targets[s]!);
  }
  return terminals;
}
