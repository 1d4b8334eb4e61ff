// What a thread does that helps a detector: it answers what it is asked, one question after the other, until it is ended.

import { Help, type HelpOrder } from '../detectors/predict/help.ts';
import type { HelperOrder, HelperTask } from './helper-threads.ts';
import { threads } from './threads.ts';

const { port, given } = threads!.workerData as HelperTask;
const help = new Help();

port.on('message', ({ order, isAsked }: HelperOrder) => {
  const answer = help.answer(order as HelpOrder);
  if (!isAsked) return;
  port.postMessage(answer);
  Atomics.add(given, 0, 1);
  Atomics.notify(given, 0);
});
