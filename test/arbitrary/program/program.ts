// Small multithreaded programs for tests, made of whole critical sections. A program is a list of blocks of code, each of one
// thread: the order within a thread is its code, the order over threads is the schedule that is tried first.

import { Op } from '../../../src/trace/operation.ts';

export type Code =
  | { readonly kind: 'access'; readonly write: boolean; readonly variable: number }
  /** Atomics and plain variables are kept apart: they have names of their own. */
  /** An atomic access to a variable that has plain ones too. */
  | { readonly kind: 'atomic'; readonly write: boolean; readonly variable: number; readonly relaxed: boolean }
  | { readonly kind: 'volatile'; readonly write: boolean; readonly variable: number }
  | { readonly kind: 'alloc'; readonly variable: number }
  | { readonly kind: 'section'; readonly lock: number; readonly shared: boolean; readonly body: readonly Code[] }
  /** Two sections that are not nested: acquire first, acquire second, release first, release second, with code between. */
  | { readonly kind: 'overlap'; readonly first: number; readonly second: number; readonly body: readonly Code[] }
  | { readonly kind: 'fork' | 'join'; readonly thread: number }
  /** Left out where the thread does not hold the lock. */
  | { readonly kind: 'wait'; readonly lock: number }
  | { readonly kind: 'notify'; readonly lock: number }
  | { readonly kind: 'barrier'; readonly barrier: number }
  | { readonly kind: 'region'; readonly name: number; readonly body: readonly Code[] };

export interface Block {
  readonly thread: number;
  readonly code: Code;
}

export interface Program {
  readonly threads: number;
  readonly blocks: readonly Block[];
  /**
   * Variables below this are only accessed with lock (variable mod locks) held: where the code does not do so, a section is put
   * around the access. A program whose variables are all guarded has no happens-before race in any schedule.
   */
  readonly guarded: number;
  readonly locks: number;
}

/** One event of a thread's code. The same statement has the same location in all schedules. */
export interface Statement {
  readonly op: Op;
  readonly target: string;
  readonly location: string;
  /** The block that it came from. */
  readonly block: number;
}

/** The code of each thread, in a row. Every acquire has its release. */
export function statements(program: Program): Statement[][] {
  const compiler = new Compiler(program);
  program.blocks.forEach(({ thread, code }, block) => {
    compiler.block(thread, block, code);
  });
  return compiler.threads;
}

interface Hold {
  readonly lock: number;
  readonly shared: boolean;
}

/** By whether it is relaxed, then by whether it writes. */
const ATOMIC_ACCESSES = [
  [Op.volatileRead, Op.volatileWrite],
  [Op.relaxedRead, Op.relaxedWrite],
] as const;

class Compiler {
  readonly threads: Statement[][];
  private readonly program: Program;
  /** The holds around the code at hand, the innermost last. */
  private readonly holds: Hold[] = [];
  private thread = 0;
  private at = 0;
  private line = 0;

  constructor(program: Program) {
    this.program = program;
    this.threads = Array.from({ length: program.threads }, () => []);
  }

  block(thread: number, block: number, code: Code): void {
    this.thread = thread;
    this.at = block;
    this.code(code);
  }

  private code(code: Code): void {
    switch (code.kind) {
      case 'access':
        this.access(code.write, code.variable);
        return;
      case 'volatile':
        this.add(code.write ? Op.volatileWrite : Op.volatileRead, `A${code.variable}`);
        return;
      case 'atomic':
        this.add(ATOMIC_ACCESSES[code.relaxed ? 1 : 0]![code.write ? 1 : 0]!, `V${code.variable}`);
        return;
      case 'alloc':
        this.add(Op.alloc, `V${code.variable}`);
        return;
      case 'section':
        this.section(code, () => this.body(code.body));
        return;
      case 'overlap':
        this.overlap(code.first, code.second, code.body);
        return;
      case 'fork':
      case 'join':
        if (code.thread !== this.thread) this.add(code.kind === 'fork' ? Op.fork : Op.join, `T${code.thread}`);
        return;
      case 'wait':
        if (!this.holds.some(({ lock, shared }) => lock === code.lock && !shared)) return;
        this.add(Op.wait, `L${code.lock}`);
        this.add(Op.acquire, `L${code.lock}`);
        return;
      case 'notify':
        this.add(Op.notify, `L${code.lock}`);
        return;
      case 'barrier':
        this.add(Op.barrierEnter, `B${code.barrier}`);
        this.add(Op.barrierExit, `B${code.barrier}`);
        return;
      case 'region':
        this.add(Op.begin, `f${code.name}`);
        this.body(code.body);
        this.add(Op.end, `f${code.name}`);
        return;
    }
  }

  private body(body: readonly Code[]): void {
    for (const code of body) this.code(code);
  }

  /** A guarded variable that is written under a read lock is read instead: a reader cannot always become the writer. */
  private access(write: boolean, variable: number): void {
    const { guarded, locks } = this.program;
    const access = (writes: boolean) => this.add(writes ? Op.write : Op.read, `V${variable}`);
    if (variable >= guarded || locks === 0) {
      access(write);
      return;
    }
    const lock = variable % locks;
    const holds = this.holds.filter((hold) => hold.lock === lock);
    if (holds.some(({ shared }) => !shared)) access(write);
    else if (holds.length > 0) access(false);
    else this.section({ lock, shared: false }, () => access(write));
  }

  private section(hold: Hold, body: () => void): void {
    const { lock, shared } = hold;
    this.add(shared ? Op.acquireShared : Op.acquire, `L${lock}`);
    this.holds.push(hold);
    body();
    this.holds.pop();
    this.add(shared ? Op.releaseShared : Op.release, `L${lock}`);
  }

  private overlap(first: number, second: number, body: readonly Code[]): void {
    const third = Math.ceil(body.length / 3);
    this.add(Op.acquire, `L${first}`);
    this.holds.push({ lock: first, shared: false });
    this.body(body.slice(0, third));
    this.add(Op.acquire, `L${second}`);
    this.holds.push({ lock: second, shared: false });
    this.body(body.slice(third, 2 * third));
    this.add(Op.release, `L${first}`);
    this.holds.splice(-2, 1);
    this.body(body.slice(2 * third));
    this.holds.pop();
    this.add(Op.release, `L${second}`);
  }

  private add(op: Op, target: string): void {
    this.line++;
    this.threads[this.thread]!.push({ op, target, location: `${this.line}`, block: this.at });
  }
}
