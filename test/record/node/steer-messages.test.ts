// A program that is led: messages come in the order of the plan, whoever would be first without it.

import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/steer/plan.ts';
import { nodeWithLocks } from '../../needs.ts';
import { led } from './led.ts';

/** Two workers, each with `work`; the first thread prints whom it hears of, in their order. */
function heard(work: string, hear: string, more = ''): Record<string, string> {
  return {
    'app.mjs': `import { isMainThread, MessageChannel, parentPort, Worker, workerData } from 'node:worker_threads';
if (isMainThread) {
  const order = [];
  const hear = (me) => { if (order.push(me) === 2) { console.log(order.join(' ')); workers.forEach((worker) => worker.terminate()); } };
  const start = (me, data, transferList) => new Worker(new URL(import.meta.url), { workerData: { me, ...data }, transferList });
  const workers = [];
  ${hear}
  ${more}
} else {
  const { me } = workerData;
  // Before all else: Node ends a thread that has nothing to do but to wait for a Web Lock.
  setInterval(() => {}, 1000);
${work}
}
`,
  };
}

const site = (files: Record<string, string>, text: string): string => {
  const lines = files['app.mjs']!.split('\n');
  const at = lines.findIndex((line) => line.includes(text));
  return `app.mjs:${at + 1}:${lines[at]!.indexOf(text) + 1}`;
};

/** Who sends first is heard first. */
function inOrder(threads: readonly string[], place: string): Pick<Plan, 'steps'> {
  return {
    steps: threads.flatMap((thread) => [
      { kind: 'send', thread, sites: [place] },
      { kind: 'receive', thread: '0', sites: [place] },
    ]),
  };
}

const ofWorkers = heard('parentPort.postMessage(me);', "for (const me of [0, 1]) workers.push(start(me).on('message', hear));");

describe('messages come in the order of the plan', () => {
  it.each([
    [['0.1', '0.2'], '0 1\n'],
    [['0.2', '0.1'], '1 0\n'],
  ])('of workers: %s', (threads, printed) => {
    const { stdout, outcome } = led(ofWorkers, inOrder(threads, site(ofWorkers, 'postMessage')));
    expect([stdout, outcome.diverged]).toEqual([printed, undefined]);
  });

  it.each([
    [
      'of ports',
      heard(
        'workerData.port.postMessage(me);',
        `for (const me of [0, 1]) {
    const { port1, port2 } = new MessageChannel();
    workers.push(start(me, { port: port2 }, [port2]));
    port1.on('message', hear);
  }`,
      ),
    ],
    [
      'of a channel for all',
      heard(
        "new BroadcastChannel('all').postMessage(me);",
        `new BroadcastChannel('all').onmessage = ({ data }) => hear(data);
  for (const me of [0, 1]) workers.push(start(me));`,
        "workers[0].on('exit', () => process.exit());",
      ),
    ],
  ])('%s', (_, files) => {
    const { stdout, outcome } = led(files, inOrder(['0.2', '0.1'], site(files, 'postMessage')));
    expect([stdout, outcome.diverged]).toEqual(['1 0\n', undefined]);
  });

  it('but not if the one is sent only after the other was heard', () => {
    const files = heard(
      `if (me === 1) await new Promise((go) => parentPort.once('message', go));
  parentPort.postMessage(me);`,
      "for (const me of [0, 1]) workers.push(start(me).on('message', hear));",
      "workers[0].on('message', () => workers[1].postMessage('go'));",
    );
    const { stdout, outcome } = led(files, inOrder(['0.2', '0.1'], site(files, 'postMessage(me)')));
    expect(stdout).toBe('0 1\n');
    expect(outcome.diverged).toMatchObject({ step: 0 });
  });
});

it('Web Locks are given in the order of the plan', (context) => {
  const files = heard(
    "await navigator.locks.request('a', () => parentPort.postMessage(me));",
    "for (const me of [0, 1]) workers.push(start(me).on('message', hear));",
  );
  const place = site(files, 'request(');
  const sent = site(files, 'postMessage(me)');
  const steps: Plan['steps'] = ['0.2', '0.1'].flatMap((thread) => [
    { kind: 'acquire' as const, thread, sites: [place] },
    { kind: 'receive' as const, thread: '0', sites: [sent] },
  ]);
  const { stdout, outcome } = led(files, { steps }, { executable: nodeWithLocks(context) });
  expect([stdout, outcome.diverged]).toEqual(['1 0\n', undefined]);
});
