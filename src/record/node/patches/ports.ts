// The ports that the program has, and the channels that they are ends of: closing an end is ordered before the `close` event of the other.
// A port that is moved to another thread is a new object there: whoever sends it says which channel it is of.

import threads from 'node:worker_threads';
import { Raw } from '../../../raw/format.ts';
import { Control32, Space } from '../core/hooks.ts';
import { append, control } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;

/** Ports in a message and the numbers of their channels, in the same order. */
export interface MovedPorts {
  readonly ports: readonly object[];
  readonly channels: readonly number[];
}

/** An open end of a channel in this thread. */
interface End {
  readonly channel: number;
  readonly port: WeakRef<object>;
}

const known = new WeakSet<object>();
const endOf = new WeakMap<object, End>();
/** All of them: they close with the thread. */
const ends = new Set<End>();

const { MessageChannel, MessagePort } = threads;

export function addPort(port: object | null | undefined): void {
  if (port !== null && port !== undefined) known.add(port);
}

export function isPortOfProgram(port: object): boolean {
  return known.has(port);
}

/** The ports among what a message moves, or its options name. */
export function movedPorts(transfer: unknown): MovedPorts | undefined {
  const list = Array.isArray(transfer) ? transfer : (transfer as { transfer?: unknown } | undefined)?.transfer;
  if (!Array.isArray(list)) return undefined;
  const ports = list.filter((item): item is object => item instanceof MessagePort && endOf.has(item));
  if (ports.length === 0) return undefined;
  for (const port of ports) ends.delete(endOf.get(port)!);
  return { ports, channels: ports.map((port) => endOf.get(port)!.channel) };
}

/** What `movedPorts` of another thread became on its way here. */
export function meetPorts({ ports, channels }: MovedPorts): void {
  for (let i = 0; i < ports.length; i++) addEnd(ports[i]!, channels[i]!);
}

function addEnd(port: object, channel: number): void {
  const end = { channel, port: new WeakRef(port) };
  known.add(port);
  endOf.set(port, end);
  ends.add(end);
}

/** The ports of a channel that the program makes are the program's. */
export function installPorts(): void {
  const channel = new Proxy(MessageChannel, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as InstanceType<typeof MessageChannel>;
      const number = (natives.add(control, Control32.messages, 1) + 1) | 0;
      addEnd(made.port1, number);
      addEnd(made.port2, number);
      return made;
    },
  });
  threads.MessageChannel = channel;
  Object.defineProperty(globalThis, 'MessageChannel', { value: channel, configurable: true, writable: true, enumerable: false });
  const { close } = MessagePort.prototype as unknown as { close: Native };
  replace(MessagePort.prototype, 'close', function (this: object, ...args: unknown[]) {
    const end = endOf.get(this);
    if (end !== undefined) append(Raw.send, end.channel, Space.close, 0, siteOfProgram(), 0);
    return Reflect.apply(close, this, args);
  });
}

/** A `close` event that the program hears. */
export function closed(port: object): void {
  const end = endOf.get(port);
  if (end === undefined) return;
  ends.delete(end);
  if ((port as { listenerCount(name: string): number }).listenerCount('close') > 0)
    append(Raw.receive, end.channel, Space.close, 0, 0, 0);
}

/** The thread ends, and its ports with it. */
export function closeWithThread(): void {
  for (const { channel, port } of ends) if (port.deref() !== undefined) append(Raw.send, channel, Space.close, 0, 0, 0);
  ends.clear();
}
