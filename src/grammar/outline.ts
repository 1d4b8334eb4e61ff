// The outline of a trace: a shorter trace that has the same races. Happens-before and locksets see no difference between the accesses of a
// thread from one of its synchronisations to the next, its *segment*, and none between variables that are accessed in the same segments, in the same
// ways: those are a *block*. The outline has all that synchronises, and for every segment and block one access of each kind. Variables that one thread uses,
// or that nobody writes, are in no block. A race on a block is one on each of its variables, and there are no others. An allocation of a variable is a step
// of its history like an access, and what was noted of it before counts no more.

import { enlarged, grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';
import { OPERATION_COUNT, Op, TARGET_KIND_CODES } from '../trace/operation.ts';
import { Alphabet } from './alphabet.ts';
import type { Terminals } from './compress.ts';
import { Histories } from './histories.ts';
import { LocalParse } from './local-parse.ts';
import type { Slp } from './slp.ts';

export interface Outline {
  /** The target of an operation on variables is a block. */
  readonly terminals: Terminals;
  readonly events: Slp;
  /** Per variable: its block + 1, or 0. */
  readonly blocks: Uint32Array;
  readonly blockCount: number;
}

/** Operations that begin a new segment of their thread. */
const SYNCHRONISING = flags(
  ...[Op.acquire, Op.release, Op.fork, Op.join, Op.volatileRead, Op.volatileWrite],
  ...[Op.acquireShared, Op.releaseShared, Op.wait, Op.barrierEnter, Op.barrierExit],
);
/** Operations that some analysis takes for an access of a variable, though they are none for others: such a variable is a block by itself. */
const ATOMIC = flags(Op.volatileRead, Op.volatileWrite, Op.relaxedRead, Op.relaxedWrite);

function flags(...ops: number[]): Uint8Array {
  return Uint8Array.from({ length: OPERATION_COUNT }, (_, op) => (ops.includes(op) ? 1 : 0));
}

export function isSynchronising(op: number): boolean {
  return SYNCHRONISING[op] === 1;
}

export function isVariable(op: number): boolean {
  return TARGET_KIND_CODES[op] === TARGET_KIND_CODES[Op.read];
}

/** An allocation, as a step of a history: those of accesses are larger. */
const RENEWAL = 0;

/** More is not kept: 1 GB, and a step of a history is a number of 32 bits. */
const MOST_NOTED = 2 ** 28;

/** Makes the outline of a trace whose events come as terminals of an alphabet. */
export class Outliner {
  private readonly alphabet: Alphabet;
  private readonly histories = new Histories();
  /** What may be part of the outline: the terminals that are no repetition in a segment. */
  private noted = new Uint32Array(1024);
  private size = 0;
  /** Segments that began and allocations so far, and per thread the number of the segment that it is in. */
  private time = 0;
  private current = new Uint32Array(0);
  /** Per terminal: the time at which it was noted last. */
  private stamps = new Uint32Array(0);
  /** Per variable: the time at which it was allocated last, or 0; and whether there are any. */
  private renewed = new Uint32Array(0);
  private renews = false;
  /** Per variable its history, and whether it is a block by itself. */
  private historyOf = new Uint32Array(0);
  private alone = new Uint8Array(0);
  private variables = 0;
  private failed = false;

  constructor(alphabet: Alphabet) {
    this.alphabet = alphabet;
  }

  /** The next events, and their terminals. */
  take({ ops, threads, targets, length, bounds }: EventBlock, terminals: Uint32Array): void {
    if (this.size + length > MOST_NOTED) this.failed = true;
    if (this.failed) return;
    this.makeRoom(length, bounds.threads, bounds.variables);
    const { noted, current, stamps, historyOf, histories, renewed } = this;
    let { size } = this;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const s = terminals[i]!;
      const t = threads[i]!;
      if (op > Op.write) {
        if (this.other(op, t, targets[i]!)) noted[size++] = s;
        continue;
      }
      const segment = current[t]!;
      const x = targets[i]!;
      if (stamps[s]! >= segment && !(this.renews && stamps[s]! < renewed[x]!)) continue;
      stamps[s] = this.time;
      noted[size++] = s;
      historyOf[x] = histories.after(historyOf[x]!, segment * 2 + op);
    }
    this.size = size;
  }

  /** Undefined if the trace can have none. */
  finish(): Outline | undefined {
    if (this.failed) return undefined;
    const { blocks, first } = this.partition();
    const outlined = new Alphabet();
    outlined.memoryModel = this.alphabet.memoryModel;
    const { noted } = this;
    let length = 0;
    const { ops, threads, targets } = this.alphabet;
    for (let i = 0; i < this.size; i++) {
      const s = noted[i]!;
      const op = ops[s]!;
      const target = targets[s]!;
      const block = isVariable(op) ? blocks[target]! - 1 : undefined;
      if (block === undefined) noted[length++] = outlined.terminal(op, threads[s]!, target);
      else if (first[block] === target) noted[length++] = outlined.terminal(op, threads[s]!, block);
    }
    const parse = new LocalParse();
    parse.pushAll(noted, length);
    return { terminals: outlined, events: parse.slp(outlined.size), blocks, blockCount: first.length };
  }

  /** An operation that is no plain access; says whether it is noted. */
  private other(op: number, t: number, target: number): boolean {
    if (op === Op.alloc) {
      this.renews = true;
      this.renewed[target] = ++this.time;
      this.historyOf[target] = this.histories.after(this.historyOf[target]!, RENEWAL);
      return true;
    }
    const synchronises = isSynchronising(op);
    if (synchronises) this.current[t] = ++this.time;
    const atomic = ATOMIC[op] === 1;
    if (atomic) this.alone[target] = 1;
    return synchronises || atomic;
  }

  private makeRoom(events: number, threads: number, variables: number): void {
    if (this.size + events > this.noted.length) this.noted = enlarged(this.noted, this.size + events);
    if (this.alphabet.size > this.stamps.length) this.stamps = enlarged(this.stamps, this.alphabet.size);
    if (variables > this.historyOf.length) {
      this.historyOf = enlarged(this.historyOf, variables);
      this.alone = enlarged(this.alone, variables);
      this.renewed = enlarged(this.renewed, variables);
    }
    this.variables = variables;
    const known = this.current.length;
    if (threads <= known) return;
    this.current = grown(this.current, threads);
    for (let t = known; t < threads; t++) this.current[t] = ++this.time;
  }

  /** Per variable its block + 1, and the first variable of each block. */
  private partition(): { blocks: Uint32Array; first: number[] } {
    const { historyOf, alone } = this;
    const mayRace = this.contended();
    const blocks = new Uint32Array(mayRace.length);
    const first: number[] = [];
    const blockOf = new Uint32Array(this.histories.size);
    for (let x = 0; x < blocks.length; x++) {
      if (mayRace[x] === 0) continue;
      const own = alone[x] === 1;
      if (own || blockOf[historyOf[x]!] === 0) {
        blocks[x] = first.push(x);
        if (!own) blockOf[historyOf[x]!] = first.length;
      } else blocks[x] = blockOf[historyOf[x]!]!;
    }
    return { blocks, first };
  }

  /** Per variable: 1 if several threads access it and one of them writes, or if it is more than data. */
  private contended(): Uint8Array {
    const { size, ops, threads, targets } = this.alphabet;
    const mayRace = this.alone.slice(0, this.variables);
    /** Per variable: the first thread + 1; and whether there is another, whether there is a write. */
    const user = new Uint32Array(mayRace.length);
    const uses = new Uint8Array(mayRace.length);
    for (let s = 0; s < size; s++) {
      if (ops[s]! > Op.write) continue;
      const x = targets[s]!;
      if (user[x] === 0) user[x] = threads[s]! + 1;
      if (user[x] !== threads[s]! + 1) uses[x]! |= 1;
      if (ops[s] === Op.write) uses[x]! |= 2;
      if (uses[x] === 3) mayRace[x] = 1;
    }
    return mayRace;
  }
}
