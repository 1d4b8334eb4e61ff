// The standard streams of workers: what a worker wrote is ordered before the `data` event with it in the parent, if the program listens there,
// the end of the worker before their `end`, and what the parent wrote to `worker.stdin` before the worker's receipt. Node sends both over a port of its own.

import { Raw } from '../../../raw/format.ts';
import { Control32, Space } from '../core/hooks.ts';
import { append, control } from '../core/log.ts';
import { natives } from '../core/natives.ts';

const NUMBER = '__foretrace_stdio';

interface Payload {
  readonly type: 'stdioPayload';
  readonly stream: string;
  readonly [NUMBER]?: number;
}

interface Stream {
  emit(...args: unknown[]): boolean;
  listenerCount(name: string): number;
  readonly _readableState?: { readonly pipes?: readonly unknown[] };
}

/** By the port of a worker and the name of the stream: payloads that have come and were not yet heard of. */
const waiting = new WeakMap<object, Readonly<Record<string, number[]>>>();

function isPayload(message: unknown): message is Payload {
  return typeof message === 'object' && message !== null && (message as Partial<Payload>).type === 'stdioPayload';
}

/** What Node is about to post on a port of its own; a payload gets a number. */
export function sendPayload(message: unknown): unknown {
  if (!isPayload(message)) return message;
  const number = (natives.add(control, Control32.messages, 1) + 1) | 0;
  append(Raw.send, number, Space.stdio, 0, 0, 0);
  return { ...message, [NUMBER]: number };
}

/** What Node receives on such a port. In a worker that is its standard input. */
export function receivePayload(port: object, message: unknown): void {
  if (!isPayload(message)) return;
  const number = message[NUMBER];
  if (number === undefined) return;
  const streams = waiting.get(port);
  if (streams === undefined) append(Raw.receive, number, Space.stdio, 0, 0, 0);
  else streams[message.stream]?.push(number);
}

/** The streams of a new worker, and the port that it sends them on. They end when the worker has: `ended` hears that the program hears it. */
export function watchStreams(worker: object, port: object | undefined, ended: () => void): void {
  if (port === undefined) return;
  const { stdout, stderr } = worker as { stdout?: Stream; stderr?: Stream };
  const streams = { stdout: [] as number[], stderr: [] as number[] };
  waiting.set(port, streams);
  watch(stdout, streams.stdout, ended);
  watch(stderr, streams.stderr, ended);
}

function watch(stream: Stream | undefined, numbers: number[], ended: () => void): void {
  if (stream === undefined) return;
  const { emit } = stream;
  const before = endListeners(stream);
  Object.defineProperty(stream, 'emit', {
    configurable: true,
    writable: true,
    enumerable: false,
    value(this: Stream, ...args: unknown[]) {
      if (numbers.length > 0 && (args[0] === 'data' || args[0] === 'readable') && isHeard(this))
        for (const number of numbers.splice(0)) append(Raw.receive, number, Space.stdio, 0, 0, 0);
      else if (args[0] === 'end' && endListeners(this) > before) ended();
      return Reflect.apply(emit, this, args);
    },
  });
}

/** Who listens for the end, beside the pipes. */
function endListeners(stream: Stream): number {
  return stream.listenerCount('end') - (stream._readableState?.pipes?.length ?? 0);
}

/** Not if all goes on to the standard streams of this thread, as Node has it unless the program wants otherwise. */
function isHeard(stream: Stream): boolean {
  if (stream.listenerCount('readable') > 0) return true;
  const passed = (stream._readableState?.pipes ?? []).filter((to) => to === process.stdout || to === process.stderr);
  return stream.listenerCount('data') > passed.length;
}
