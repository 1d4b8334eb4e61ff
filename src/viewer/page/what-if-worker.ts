// Questions of *what if* are answered by a worker, so that the page goes on. It runs the script of the page itself: a page in one file has no other.

import { type WhatIfAnswer, type WhatIfQuestion, whatIf } from '../model/what-if.ts';

interface Asked {
  readonly id: number;
  readonly question: WhatIfQuestion;
}

type Answered = { readonly id: number } & ({ readonly answer: WhatIfAnswer } | { readonly error: string });

/** Whether this is the worker. */
export const isWorker = typeof document === 'undefined';

/** In the worker: answers until it is ended. */
export function answerQuestions(): void {
  addEventListener('message', async ({ data: { id, question } }: MessageEvent<Asked>) => {
    try {
      postMessage({ id, answer: await whatIf(question) } satisfies Answered);
    } catch (error) {
      postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answered);
    }
  });
}

/** In the page: asks the worker. While a script runs first, it can read itself. */
export const askWorker = whatIfBy(isWorker ? undefined : (document.currentScript?.textContent ?? undefined));

/** Asks a worker that runs `script`, which is made for the first question. Where there may be none, the page answers itself. */
function whatIfBy(script: string | undefined): (question: WhatIfQuestion) => Promise<WhatIfAnswer> {
  let worker: Worker | undefined;
  let last = 0;
  return (question) => {
    try {
      worker ??=
        script === undefined ? undefined : new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    } catch {
      worker = undefined;
    }
    if (worker === undefined) return whatIf(question);
    const asked = worker;
    const id = ++last;
    return new Promise((resolve, reject) => {
      const stop = new AbortController();
      const end = (): void => stop.abort();
      const { signal } = stop;
      asked.addEventListener(
        'message',
        ({ data }: MessageEvent<Answered>) => {
          if (data.id !== id) return;
          end();
          if ('answer' in data) resolve(data.answer);
          else reject(new Error(data.error));
        },
        { signal },
      );
      // A worker that cannot begin: the policy of the page, or of the browser, forbids it.
      asked.addEventListener(
        'error',
        () => {
          end();
          worker = undefined;
          resolve(whatIf(question));
        },
        { signal },
      );
      asked.postMessage({ id, question } satisfies Asked);
    });
  };
}
