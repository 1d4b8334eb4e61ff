// The worker as a page sees it: one question at a time, which can be given up. It is made of a script of the site as a blob: so it has the policy of the page
// and cannot connect to anybody either.

import type { Answer, Question } from './protocol.ts';

declare global {
  /** The source of the worker; worker.js sets it. */
  var foretraceWorker: string | undefined;
}

export interface AskOptions {
  onProgress?(doing: string, done: number): void;
  /** Milliseconds after which it is given up. */
  readonly limit?: number;
}

/** What ends a question without an answer. */
export class GivenUp extends Error {
  readonly why: 'time' | 'cancelled';

  constructor(why: 'time' | 'cancelled') {
    super(why);
    this.why = why;
  }
}

export class Asking {
  private worker: Worker | undefined;
  private giveUp: ((why: GivenUp) => void) | undefined;

  /** What was asked before and is not answered is given up. */
  ask(question: Question, { onProgress, limit }: AskOptions = {}): Promise<Exclude<Answer, { kind: 'progress' }>> {
    this.cancel();
    this.worker ??= newWorker();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.giveUp = undefined;
        worker.onmessage = null;
        worker.onerror = null;
      };
      this.giveUp = (why) => {
        end();
        worker.terminate();
        this.worker = undefined;
        reject(why);
      };
      const timer = limit === undefined ? undefined : setTimeout(() => this.giveUp?.(new GivenUp('time')), limit);
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.kind === 'progress') {
          onProgress?.(data.doing, data.done);
          return;
        }
        end();
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.worker = undefined;
        end();
        worker.terminate();
        reject(new Error(event.message));
      };
      worker.postMessage(question);
    });
  }

  cancel(): void {
    this.giveUp?.(new GivenUp('cancelled'));
  }
}

function newWorker(): Worker {
  const url = URL.createObjectURL(new Blob([globalThis.foretraceWorker ?? ''], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}
