// A worker as the main thread knows it: blocks are sent to it, some ahead, and its results come at the end.

import { InputError } from '../base/error.ts';
import type { DetectorResult } from '../detectors/detection.ts';
import type { Detector } from '../detectors/detector.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Jobs } from './jobs.ts';
import { type Answer, newBuffer, type Order, pack, type Task, type WitnessRequest } from './messages.ts';
import { received, type SentResult } from './sent-result.ts';
import type { MessagePort, Threads, Worker } from './threads.ts';

/** Blocks that are on their way at most, unless a single chunk of the input has more: 14 MB. */
const AHEAD = 16;

/** How long a worker may take for a schedule, in milliseconds: longer than any takes, so that one that is gone is noticed. */
const PATIENCE = 300_000;

/** Workers that keep schedules end when nobody can ask for one any more. */
const leftAlone = new FinalizationRegistry((worker: Worker) => worker.terminate());

export class Teammate {
  private readonly threads: Threads;
  private readonly worker: Worker;
  private readonly witnesses: MessagePort;
  private readonly written = new Int32Array(new SharedArrayBuffer(4));
  private readonly buffers: ArrayBuffer[] = [];
  private onTheirWay = 0;
  private results: readonly SentResult[] | undefined;
  private failure: unknown;
  /** Not with the schedules: whoever holds these must not be held by the worker. */
  private readonly fate: Fate = { ended: undefined };
  private readonly patience: number;
  private working: ((detector: string, done: number) => void) | undefined;
  /** Wakes whoever waits for an answer. */
  private wake = (): void => {};

  /** `patience` is for tests. */
  constructor(
    threads: Threads,
    detectors: readonly Detector[],
    options: Readonly<Record<string, number>>,
    { jobs = 1, workersFrom = Number.POSITIVE_INFINITY }: Jobs = {},
    patience: number = PATIENCE,
  ) {
    const { port1, port2 } = new threads.MessageChannel();
    this.patience = patience;
    const ids = detectors.map(({ id }) => id);
    const task: Task = { detectors: ids, options, jobs, workersFrom, witnesses: port2, written: this.written };
    this.threads = threads;
    this.witnesses = port1;
    this.worker = new threads.Worker(new URL('./worker.js', import.meta.url), { workerData: task, transferList: [port2] });
    this.worker.on('message', (answer: Answer) => this.hear(answer));
    this.worker.on('error', (error) => this.fail(asThrown(error)));
    this.worker.on('exit', () => this.fail(new Error(`the worker of ${task.detectors.join(', ')} ended too early`)));
  }

  send(block: EventBlock): void {
    const packed = pack(block, this.buffers.pop() ?? newBuffer());
    this.onTheirWay++;
    this.order(packed, [packed.buffer]);
  }

  /** Undefined if it may get another block; otherwise resolves when it may. */
  room(): Promise<void> | undefined {
    const isBusy = (): boolean => this.onTheirWay >= AHEAD;
    return isBusy() || this.failure !== undefined ? this.until(() => !isBusy()) : undefined;
  }

  /** No block follows. `working` hears which detector is how far. */
  async end(working?: (detector: string, done: number) => void): Promise<DetectorResult[]> {
    this.working = working;
    this.order('end');
    await this.until(() => this.results !== undefined);
    const { threads, witnesses, written, fate, patience } = this;
    const schedules = new FarSchedules(threads, witnesses, written, fate, patience);
    if (this.results!.some(({ witnesses }) => witnesses.size > 0)) {
      this.worker.unref();
      leftAlone.register(schedules, this.worker);
    }
    return this.results!.map((result, i) => received(result, (race) => schedules.runs([i, race])));
  }

  /** Ends it, if it is not done. */
  close(): void {
    if (this.results === undefined) void this.worker.terminate();
  }

  private order(order: Order, handedOver: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(order, handedOver);
  }

  private hear(answer: Answer): void {
    switch (answer.kind) {
      case 'room':
        this.onTheirWay--;
        if (this.buffers.length < AHEAD) this.buffers.push(answer.buffer);
        break;
      case 'working':
        this.working?.(answer.detector, answer.done);
        break;
      case 'results':
        this.results = answer.results;
    }
    this.wake();
  }

  private fail(error: unknown): void {
    this.fate.ended ??= error;
    if (this.results !== undefined) return;
    this.failure ??= error;
    this.wake();
  }

  private async until(isReached: () => boolean): Promise<void> {
    while (this.failure === undefined && !isReached())
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    if (this.failure !== undefined) throw this.failure;
  }
}

/** What a worker throws comes as an error of the language, with the properties that it had. */
function asThrown(error: unknown): unknown {
  if (!(error instanceof Error && error.name === 'InputError')) return error;
  const { code, place, message, hint } = error as InputError;
  return new InputError(code, place, message, hint);
}

/** Why a worker is no more, once it is not. */
interface Fate {
  ended: unknown;
}

/** The schedules that a worker keeps. Only who may ask for one holds this. */
class FarSchedules {
  private readonly threads: Threads;
  private readonly port: MessagePort;
  private readonly written: Int32Array<SharedArrayBuffer>;
  private readonly fate: Readonly<Fate>;
  private readonly patience: number;

  constructor(
    threads: Threads,
    port: MessagePort,
    written: Int32Array<SharedArrayBuffer>,
    fate: Readonly<Fate>,
    patience: number,
  ) {
    this.threads = threads;
    this.port = port;
    this.written = written;
    this.fate = fate;
    this.patience = patience;
  }

  /** Of a schedule, the runs of consecutive positions. Reports ask for one after the other, and wait for each. */
  runs(request: WitnessRequest): Uint32Array {
    const { threads, port, written, fate, patience } = this;
    if (fate.ended !== undefined) throw fate.ended;
    port.postMessage(request);
    // Nothing else is heard while this thread waits, and so not that the worker has ended either.
    if (Atomics.wait(written, 0, 0, patience) === 'timed-out') throw gone();
    Atomics.store(written, 0, 0);
    const { message } = threads.receiveMessageOnPort(port)! as { readonly message: Uint32Array | Error };
    if (message instanceof Error) throw message;
    return message;
  }
}

/** A worker that is done and does not answer has run out of memory: it is ended for nothing else. */
function gone(): Error {
  const error = new Error('a thread that keeps schedules does not answer any more');
  return Object.assign(error, { code: 'ERR_WORKER_OUT_OF_MEMORY' });
}
