// Workers: a start is a fork, an exit that the program hears of a join. A new thread gets its number, its log and the blocks it may
// meet as environment data, which travels in one message with its workerData: both hold the same objects.

import threads from 'node:worker_threads';
import { Raw } from '../../../raw/format.ts';
import { takeSite } from '../core/access.ts';
import { liveBlocks } from '../core/blocks.ts';
import { isWaiting, tell as tellWait, threadIsOver } from '../core/hanging.ts';
import { Buffer32, Control32, Space, STRIPE_START } from '../core/hooks.ts';
import { append, closeWaiting, control, flush, isClosed, newBuffer, notAlone, rescue, words } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { noise } from '../core/noise.ts';
import { describeThread } from '../core/process-folder.ts';
import { runningTest } from '../core/running-test.ts';
import { scheduleMade, scheduleOver } from '../core/schedule.ts';
import type { Settings } from '../core/settings.ts';
import { siteOfProgram } from '../core/stack.ts';
import { gate } from '../core/steered.ts';
import { INHERITANCE } from '../inheritance.ts';
import { workerText } from '../loading/evaluating.ts';
import { childSteering, type Steering } from '../steer/steering.ts';
import { addPort, type MovedPorts, movedPorts } from './ports.ts';
import { watchStreams } from './stdio.ts';

/** What a thread is told by the thread that made it. */
export interface Inheritance {
  readonly thread: number;
  readonly control: WebAssembly.Memory;
  readonly buffer: WebAssembly.Memory;
  /** Folder of the process. */
  readonly folder: string;
  readonly cwd: string;
  /** Name of the channel on which threads tell the first thread of the logs that they made. */
  readonly channel: string;
  readonly settings: Settings;
  /** The thread may begin with a module that has no file. */
  readonly isModule: boolean;
  readonly objects: ReturnType<typeof liveBlocks>['objects'];
  readonly pages: readonly number[];
  /** The test that started it, or its maker. */
  readonly test?: string | undefined;
  /** Ports that it is given with its workerData. */
  readonly moved?: MovedPorts;
  /** Number that Node gives the thread, 0 until it is known: a loader thread that a worker starts before anything else may read the same. */
  readonly number?: Int32Array;
  /** The plan that leads the program, if one does. */
  readonly steering?: Steering | undefined;
}

/** Common to all threads of the process. */
export type Family = Pick<Inheritance, 'control' | 'folder' | 'cwd' | 'channel' | 'settings' | 'steering'>;

interface Child {
  readonly thread: number;
  readonly buffer: WebAssembly.Memory;
}

/** A child and where to write what number Node gave it. */
interface NewChild extends Child {
  readonly number: Int32Array;
}

const { BroadcastChannel, getEnvironmentData, receiveMessageOnPort, setEnvironmentData, Worker } = threads;

const children = new WeakMap<object, Child>();
/** Logs of threads that may still run, by thread number. */
const logs = new Map<number, WebAssembly.Memory>();
/** Threads that have ended without a listener for it. */
const unheard: number[] = [];
/** How many threads this one has made, those among them that did not come to life. */
let made = 0;
let news: InstanceType<typeof BroadcastChannel> | undefined;

/** In a worker of the program: what it was told. Undefined in Node's own workers. */
export function inheritance(): Inheritance | undefined {
  const value = getEnvironmentData(INHERITANCE) as Inheritance | undefined;
  if (value === undefined) return undefined;
  setEnvironmentData(INHERITANCE, undefined as never);
  const { number } = value;
  if (number === undefined) return value;
  // Its maker says it at once; on a busy machine that may take seconds.
  natives.wait(number, 0, 0, 60_000);
  return natives.load(number, 0) === threads.threadId ? value : undefined;
}

/** Options that make the new thread load the recorder, whatever of this thread's options it does not inherit. */
export type Preload = (options: WorkerOptions | undefined) => WorkerOptions;

export interface WorkerOptions {
  readonly eval?: boolean;
  readonly env?: object | symbol | null;
  readonly execArgv?: readonly string[];
  readonly transferList?: readonly object[];
  readonly name?: string;
}

export function installWorkers(mine: Family & Pick<Inheritance, 'test'>, preload: Preload): void {
  const { control: shared, folder, cwd, channel, settings, steering } = mine;
  const family = { control: shared, folder, cwd, channel, settings, steering };
  threads.Worker = new Proxy(Worker, {
    construct(target, args: [string | URL, WorkerOptions | undefined], newTarget) {
      const [filename, options] = args;
      const marked = takeSite();
      const text = options?.eval === true && typeof filename === 'string' ? workerText(filename) : filename;
      const test = runningTest(cwd) ?? mine.test;
      const child = fork(family, marked, {
        moved: movedPorts(options?.transferList),
        isModule: typeof text === 'string' ? options?.eval === true && text.includes('import') : text.protocol === 'data:',
        test,
      });
      try {
        const worker = Reflect.construct(target, [text, preload(options)], newTarget) as object;
        natives.store(child.number, 0, (worker as { threadId: number }).threadId);
        natives.notify(child.number, 0);
        children.set(worker, { thread: child.thread, buffer: child.buffer });
        addPort(portOf(worker, 'kPublicPort'));
        watchStreams(worker, portOf(worker, 'kPort'), () => joinLate(child.thread));
        const file = options?.eval === true ? 'eval' : String(filename);
        describeThread(family.folder, child.thread, { name: options?.name, file, test });
        return worker;
      } finally {
        setEnvironmentData(INHERITANCE, undefined as never);
      }
    },
  });
  Worker.prototype.constructor = threads.Worker;
  const { emit } = Worker.prototype as unknown as { emit: (...args: unknown[]) => boolean };
  Object.defineProperty(Worker.prototype, 'emit', {
    configurable: true,
    writable: true,
    enumerable: false,
    value(this: object, ...args: unknown[]) {
      const child = children.get(this);
      if (child !== undefined && args[0] === 'exit') join(this, child, isHeard(this));
      else if (child !== undefined && args[0] === 'error') append(Raw.receive, child.thread, Space.error, 0, 0, 0);
      return Reflect.apply(emit, this, args);
    },
  });
}

function fork(
  family: Family,
  marked: number,
  { moved, isModule, test }: { moved: MovedPorts | undefined; isModule: boolean; test: string | undefined },
): NewChild {
  notAlone();
  const thread = natives.add(control, Control32.threads, 1);
  const buffer = newBuffer(thread);
  if (thread < MOST) natives.store(control, Control32.parents + thread, words[Buffer32.thread]! + 1);
  logs.set(thread, buffer);
  tell(family.channel, { thread, buffer });
  noise();
  scheduleMade(thread);
  gate?.before(marked);
  append(Raw.fork, thread, 0, 0, marked || siteOfProgram(), 0);
  flush();
  const number = new Int32Array(new natives.SharedArrayBuffer(4));
  made++;
  setEnvironmentData(INHERITANCE, {
    ...family,
    steering: family.steering && childSteering(family.steering, made),
    thread,
    buffer,
    isModule,
    number,
    test,
    ...(moved && { moved }),
    ...liveBlocks(),
  } as never);
  return { thread, buffer, number };
}

function join(worker: object, child: Child, heard: boolean): void {
  children.delete(worker);
  logs.delete(child.thread);
  threadIsOver(child.thread);
  scheduleOver(child.thread);
  gate?.ended(child.thread);
  rescue(child.buffer, true);
  if (heard) appendJoin(child.thread);
  else unheard.push(child.thread);
}

/** Threads that are told apart by who made them. */
const MOST = (STRIPE_START >> 2) - Control32.parents;

/** A thread that has ended, and those that it made: Node stops these first and waits for them. */
function appendJoin(thread: number): void {
  appendEnd(thread);
  const ended = new Set([thread]);
  const count = Math.min(MOST, natives.load(control, Control32.threads));
  // Who is made has a higher number than its maker.
  for (let other = thread; other < count; other++) {
    const parent = natives.load(control, Control32.parents + other) - 1;
    if (other !== thread && !ended.has(parent)) continue;
    natives.store(control, Control32.parents + other, 0);
    if (other === thread) continue;
    ended.add(other);
    appendEnd(other);
  }
}

/** A thread that waited to the end is not joined in the trace, so that it waits there, too: what it did comes before this all the same. */
function appendEnd(thread: number): void {
  append(Raw.receive, thread, Space.unfinished, 0, 0, 0);
  append(Raw.join, thread, 0, 0, 0, 0);
}

/** When nothing is left to do (`beforeExit`), the workers of this thread have ended, whether it listened or not. */
export function joinUnheard(): void {
  for (const thread of unheard.splice(0)) appendJoin(thread);
}

/** The program hears of an end after it. */
function joinLate(thread: number): void {
  const at = unheard.indexOf(thread);
  if (at < 0) return;
  unheard.splice(at, 1);
  appendJoin(thread);
}

/** Whether the program hears of the exit (also by an awaited terminate()); if not, the exit orders nothing that it does. */
function isHeard(worker: object): boolean {
  return (worker as InstanceType<typeof Worker>).listenerCount('exit') > 0;
}

/** A worker and its parent talk over ports that are private fields of the worker: the program over one, Node over another. */
function portOf(worker: object, name: string): object | undefined {
  const symbol = Object.getOwnPropertySymbols(worker).find(({ description }) => description === name);
  return symbol === undefined ? undefined : (worker as Record<symbol, object>)[symbol];
}

/** The first thread hears of all logs, because it may have to save them: threads end with their parent. */
function tell(channel: string, child: Child): void {
  if (threads.isMainThread) {
    if (news !== undefined) return;
    news = new BroadcastChannel(channel);
    news.unref();
    news.onmessage = (event) => hear((event as { data: Child }).data);
    return;
  }
  const out = new BroadcastChannel(channel);
  sendQuietly(out, child);
  out.close();
}

const { postMessage } = BroadcastChannel.prototype;

function sendQuietly(channel: InstanceType<typeof BroadcastChannel>, value: unknown): void {
  Reflect.apply(postMessage, channel, [value]);
}

function hear(child: Child): void {
  logs.set(child.thread, child.buffer);
}

/** Whether a thread may run besides the first, which asks. */
export function hasOthers(): boolean {
  return [...logs.values()].some((buffer) => !isClosed(buffer));
}

/** Saves what all threads have recorded, in the first thread. `ended`: the process ends. */
export function rescueAll(ended: boolean): void {
  if (news !== undefined) {
    for (;;) {
      const message = receiveMessageOnPort(news as never) as { message: Child } | undefined;
      if (message === undefined) break;
      hear(message.message);
    }
  }
  for (const [thread, buffer] of logs)
    if (ended && isWaiting(thread)) closeWaiting(buffer, (waiting) => tellWait(waiting, 0));
    else rescue(buffer, ended);
  if (ended) logs.clear();
}
