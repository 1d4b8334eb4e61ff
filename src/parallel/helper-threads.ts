// Worker threads that help a detector: see detectors/helpers.ts. Whoever waits for an answer stands still, in the main thread as well.

import type { Helpers, Pending } from '../detectors/helpers.ts';
import type { MessagePort, Threads, Worker } from './threads.ts';

/** What a helper is started with. */
export interface HelperTask {
  readonly port: MessagePort;
  /** How many answers it has given. */
  readonly given: Int32Array<SharedArrayBuffer>;
}

export interface HelperOrder {
  readonly order: unknown;
  readonly isAsked: boolean;
}

/** More would take more memory than it is worth. */
const MOST = 3;
/** How long a helper may take for an answer, in milliseconds. One that takes longer is gone, or had better be done without. */
const PATIENCE = 120_000;

export class HelperThreads implements Helpers {
  readonly count: number;
  private readonly threads: Threads;
  private readonly from: number;
  private readonly patience: number;
  private readonly helpers: Helper[] = [];

  /** `from`: events that are worth a thread; `patience` is for tests. */
  constructor(threads: Threads, jobs: number, from: number, patience: number = PATIENCE) {
    this.threads = threads;
    this.count = Math.min(MOST, jobs - 1);
    this.from = from;
    this.patience = patience;
  }

  areWorth(events: number): boolean {
    return this.count > 0 && events >= this.from;
  }

  tell(helper: number, order: unknown): void {
    this.helper(helper).send({ order, isAsked: false });
  }

  ask<Answer>(helper: number, order: unknown): Pending<Answer> {
    return this.helper(helper).ask<Answer>(order);
  }

  close(): void {
    for (const helper of this.helpers) helper.close();
    this.helpers.length = 0;
  }

  private helper(i: number): Helper {
    while (this.helpers.length <= i) this.helpers.push(new Helper(this.threads, this.patience));
    return this.helpers[i]!;
  }
}

class Helper {
  private readonly threads: Threads;
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly given = new Int32Array(new SharedArrayBuffer(4));
  private readonly patience: number;
  private asked = 0;
  private heard = 0;
  /** Answers that nobody has taken yet, by the number of the question. */
  private readonly answers = new Map<number, unknown>();
  private isLost = false;

  constructor(threads: Threads, patience: number) {
    const { port1, port2 } = new threads.MessageChannel();
    const task: HelperTask = { port: port2, given: this.given };
    this.threads = threads;
    this.patience = patience;
    this.port = port1;
    this.worker = new threads.Worker(new URL('./helper.js', import.meta.url), { workerData: task, transferList: [port2] });
    // What went wrong there goes wrong here, where the same is done again.
    this.worker.on('error', () => this.lose());
    this.worker.on('exit', () => this.lose());
    this.worker.unref();
  }

  send(order: HelperOrder): void {
    if (!this.isLost) this.port.postMessage(order);
  }

  ask<Answer>(order: unknown): Pending<Answer> {
    const number = this.asked++;
    this.send({ order, isAsked: true });
    return {
      isReady: () => this.isLost || Atomics.load(this.given, 0) > number,
      wait: () => this.answer(number) as Answer | undefined,
    };
  }

  close(): void {
    this.lose();
    void this.worker.terminate();
  }

  private answer(number: number): unknown {
    while (!this.isLost && this.heard <= number) this.hear();
    const answer = this.answers.get(number);
    this.answers.delete(number);
    return answer;
  }

  private hear(): void {
    const { given, heard, patience } = this;
    if (Atomics.load(given, 0) <= heard && Atomics.wait(given, 0, heard, patience) === 'timed-out') {
      this.lose();
      return;
    }
    const { message } = this.threads.receiveMessageOnPort(this.port)! as { readonly message: unknown };
    this.answers.set(this.heard++, message);
  }

  private lose(): void {
    this.isLost = true;
  }
}
