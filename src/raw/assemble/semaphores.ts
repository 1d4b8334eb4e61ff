// Counting semaphores as tokens: a take is ordered after the post whose token it gets, and after no other. Which of the tokens that
// are there a take gets cannot be seen from outside, and whichever it is, every schedule that keeps to the orders of the tokens could
// have been. So the one is chosen that orders least: the thread's own, then one that was there at first, then one of a thread that
// had taken none when it posted (it tells of something, and does not give back), each first in first out.

import { Op } from '../../trace/operation.ts';
import type { EventOutput } from './event-output.ts';

interface Token {
  readonly variable: number;
  taken: boolean;
}

/** Passed tokens are forgotten once there are so many. */
const FORGET = 1024;

/** First in first out; tokens that were taken by way of another queue are passed over. */
class Tokens {
  private tokens: Token[] = [];
  private next = 0;

  add(token: Token): void {
    this.pass();
    this.tokens.push(token);
  }

  first(): Token | undefined {
    this.pass();
    return this.tokens[this.next];
  }

  private pass(): void {
    while (this.tokens[this.next]?.taken) this.next++;
    if (this.next < FORGET) return;
    this.tokens = this.tokens.slice(this.next);
    this.next = 0;
  }
}

/** Who took the only token of a semaphore that began with one, and where. */
export interface Taken {
  readonly thread: number;
  readonly location: number;
}

interface Semaphore {
  /** It is used as a lock: it began with one token, and whoever took that has put it back. Who has it now, if anybody. */
  isLock: boolean;
  taken: Taken | undefined;
  /** Tokens left from the beginning. */
  initial: number;
  /** Each token is also in one of the two queues after this. */
  own: Map<number, Tokens>;
  told: Tokens;
  returned: Tokens;
  readonly takers: Set<number>;
  /** A token's variable is used again once it was taken. */
  readonly unused: number[];
}

export class Semaphores {
  private readonly semaphores = new Map<number, Semaphore>();
  private readonly output: EventOutput;
  private readonly newVariable: (semaphore: number) => number;

  constructor(output: EventOutput, newVariable: (semaphore: number) => number) {
    this.output = output;
    this.newVariable = newVariable;
  }

  initialise(id: number, count: number): void {
    const semaphore = this.semaphore(id);
    semaphore.initial = count;
    semaphore.isLock = count === 1;
    semaphore.taken = undefined;
    semaphore.own = new Map();
    semaphore.told = new Tokens();
    semaphore.returned = new Tokens();
    semaphore.takers.clear();
  }

  post(id: number, thread: number, location: number): void {
    const semaphore = this.semaphore(id);
    if (semaphore.taken?.thread !== thread) semaphore.isLock = false;
    semaphore.taken = undefined;
    const variable = semaphore.unused.pop() ?? this.newVariable(id);
    const token = { variable, taken: false };
    (semaphore.takers.has(thread) ? semaphore.returned : semaphore.told).add(token);
    let own = semaphore.own.get(thread);
    if (own === undefined) {
      own = new Tokens();
      semaphore.own.set(thread, own);
    }
    own.add(token);
    this.output.add(Op.volatileWrite, thread, variable, location);
  }

  take(id: number, thread: number, location: number): void {
    const semaphore = this.semaphore(id);
    semaphore.takers.add(thread);
    semaphore.taken = { thread, location };
    let token = semaphore.own.get(thread)?.first();
    if (token === undefined && semaphore.initial > 0) {
      semaphore.initial--;
      return;
    }
    token ??= semaphore.told.first() ?? semaphore.returned.first();
    // None is there if the log of the poster was cut.
    if (token === undefined) return;
    token.taken = true;
    this.output.add(Op.volatileRead, thread, token.variable, location);
    semaphore.unused.push(token.variable);
  }

  /** Who has the semaphore, as one has a lock. */
  holder(id: number): Taken | undefined {
    const { isLock, taken } = this.semaphore(id);
    return isLock ? taken : undefined;
  }

  private semaphore(id: number): Semaphore {
    let semaphore = this.semaphores.get(id);
    if (semaphore === undefined) {
      semaphore = {
        isLock: false,
        taken: undefined,
        initial: 0,
        own: new Map(),
        told: new Tokens(),
        returned: new Tokens(),
        takers: new Set(),
        unused: [],
      };
      this.semaphores.set(id, semaphore);
    }
    return semaphore;
  }
}
