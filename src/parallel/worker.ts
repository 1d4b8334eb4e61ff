// What a worker does: runs its detectors over the blocks that it is sent, says what they found, and writes schedules for as long as
// somebody may ask for one. Whatever is thrown here ends the worker, and is an error of the main thread.

import { Detection, type DetectorResult } from '../detectors/detection.ts';
import { detectorById } from '../detectors/index.ts';
import { HelperThreads } from './helper-threads.ts';
import { type Answer, type Order, type Task, unpacked, type WitnessRequest } from './messages.ts';
import { sent } from './sent-result.ts';
import { threads } from './threads.ts';

const { detectors, options, jobs, workersFrom, witnesses, written } = threads!.workerData as Task;
const port = threads!.parentPort!;
const helpers = new HelperThreads(threads!, jobs, workersFrom);
const detection = new Detection(
  detectors.map((id) => detectorById(id)!),
  options,
  helpers,
);

function tell(answer: Answer, handedOver: readonly ArrayBuffer[] = []): void {
  port.postMessage(answer, handedOver);
}

port.on('message', (order: Order) => {
  if (order === 'end') end();
  else {
    detection.block(unpacked(order));
    tell({ kind: 'room', buffer: order.buffer }, [order.buffer]);
  }
});

function end(): void {
  const found = detection.end((detector, done) => tell({ kind: 'working', detector, done }));
  helpers.close();
  const results = found.map(sent);
  if (results.some((result) => result.witnesses.size > 0))
    witnesses.on('message', (request: WitnessRequest) => write(found, request));
  tell({ kind: 'results', results });
  port.close();
}

/** The main thread stands still until it has an answer. */
function write(found: readonly DetectorResult[], [detector, race]: WitnessRequest): void {
  try {
    // As runs: a schedule may be as long as the trace, and nearly all of it comes as in the trace.
    const runs = found[detector]!.races.witness(race)!.runsBehind(0, 0);
    witnesses.postMessage(runs, [runs.buffer]);
  } catch (error) {
    witnesses.postMessage(error);
  }
  Atomics.store(written, 0, 1);
  Atomics.notify(written, 0);
}
