// Messages between threads: a message is sent in an envelope with a number of its own, so that its receipt is ordered after its sending,
// and with the shared blocks that it contains, so that the receiver knows which they are. Structured clone keeps the identity
// of objects within one message, so the blocks in the envelope are the objects in the message. Only ports that the program
// has are treated so; what Node sends itself (loader threads) passes untouched, but for the standard streams (stdio.ts).

import threads from 'node:worker_threads';
import { ONCE, Raw } from '../../../raw/format.ts';
import { takeSite } from '../core/access.ts';
import { meetBlocks } from '../core/blocks.ts';
import { Control32, Space } from '../core/hooks.ts';
import { append, appendReceive, appendSend, control } from '../core/log.ts';
import { natives } from '../core/natives.ts';
import { noise } from '../core/noise.ts';
import { visitReachable } from '../core/reachable.ts';
import { replace } from '../core/replace.ts';
import { blocksIn } from '../core/sent-blocks.ts';
import { siteOfProgram } from '../core/stack.ts';
import { gate } from '../core/steered.ts';
import { addPort, closed, installPorts, isPortOfProgram, type MovedPorts, meetPorts, movedPorts } from './ports.ts';
import { receivePayload, sendPayload } from './stdio.ts';

const ENVELOPE = '__foretrace_message';
/** Objects of a message that are looked at, at most. */
const MANY = 100_000;

/** Where Node hands a message to the listeners of a port. */
const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch');
const RECEIVED_PORTS = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts');

interface Envelope {
  readonly [ENVELOPE]: number;
  /** Where it was sent. */
  readonly site: number;
  readonly objects: readonly SharedArrayBuffer[];
  readonly pages: readonly number[];
  readonly moved?: MovedPorts;
  /** All that listen get it. */
  readonly isBroadcast?: true;
  readonly value: unknown;
}

type Post = (this: unknown, ...args: unknown[]) => unknown;

const { MessagePort, BroadcastChannel, receiveMessageOnPort } = threads;
const { apply } = Reflect;

function seal(value: unknown, transfer: unknown, isBroadcast?: true): Envelope {
  const number = (natives.add(control, Control32.messages, 1) + 1) | 0;
  const { objects, pages } = blocksIn(value);
  noise();
  const site = takeSite() || siteOfProgram();
  gate?.before(site, 'send');
  appendSend(number, Space.message, site);
  const moved = movedPorts(transfer);
  return {
    [ENVELOPE]: number,
    site,
    objects: objects as SharedArrayBuffer[],
    pages,
    ...(moved && { moved }),
    ...(isBroadcast && { isBroadcast }),
    value,
  };
}

/** What a message was before it was sealed. */
function open(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || !Object.hasOwn(message, ENVELOPE)) return message;
  const envelope = message as Envelope;
  meetBlocks(envelope.objects, envelope.pages);
  if (envelope.moved !== undefined) meetPorts(envelope.moved);
  gate?.before(envelope.site, 'receive');
  // A receipt has no place of its own in the program; its message has.
  appendReceive(envelope[ENVELOPE], Space.message, envelope.site, envelope.isBroadcast ? 0 : ONCE);
  gate?.after();
  return envelope.value;
}

/** Sends what is sealed, after which it is the next in its queue. */
function post(native: Post, port: unknown, args: unknown[]): unknown {
  const result = apply(native, port, args);
  gate?.after();
  return result;
}

/** The ports in what another thread sent. */
export function addPortsIn(value: unknown): void {
  visitReachable(value, MANY, (object) => {
    if (object instanceof MessagePort) addPort(object);
  });
}

export function installMessages(): void {
  const { postMessage } = MessagePort.prototype as unknown as { postMessage: Post };
  replace(MessagePort.prototype, 'postMessage', function (this: object, ...args: unknown[]) {
    if (args.length > 0) args[0] = isPortOfProgram(this) ? seal(args[0], args[1]) : sendPayload(args[0]);
    return post(postMessage, this, args);
  });
  const broadcast = (BroadcastChannel.prototype as unknown as { postMessage: Post }).postMessage;
  replace(BroadcastChannel.prototype, 'postMessage', function (this: object, ...args: unknown[]) {
    if (args.length > 0) args[0] = seal(args[0], undefined, true);
    return post(broadcast, this, args);
  });
  const dispatch = (MessagePort.prototype as unknown as Record<symbol, Post>)[DISPATCH]!;
  Object.defineProperty(MessagePort.prototype, DISPATCH, {
    configurable: true,
    writable: true,
    enumerable: false,
    value(this: Record<symbol, unknown>, value: unknown, type: unknown, event: unknown) {
      const received = this[RECEIVED_PORTS];
      if (Array.isArray(received)) for (const port of received) addPort(port);
      if (type === 'close') closed(this);
      else if (!isPortOfProgram(this)) receivePayload(this, value);
      return apply(dispatch, this, [event === undefined ? open(value) : value, type, event]);
    },
  });
  installPorts();
  replace(threads, 'receiveMessageOnPort', (port: never) => {
    const result = receiveMessageOnPort(port);
    if (result === undefined) return result;
    const message = open(result.message);
    addPortsIn(message);
    return { message };
  });
  installThreadMessages();
  installClone();
}

/** Messages to any thread by its number (Node 20.19, 22.5): the promise of one is kept when the other thread has heard it. */
function installThreadMessages(): void {
  const { postMessageToThread } = threads as unknown as { postMessageToThread?: Post };
  if (postMessageToThread === undefined) return;
  replace(threads, 'postMessageToThread', async function (this: unknown, ...args: unknown[]) {
    const envelope = seal(args[1], Array.isArray(args[2]) ? args[2] : undefined);
    args[1] = envelope;
    const result = await post(postMessageToThread, this, args);
    append(Raw.receive, envelope[ENVELOPE], Space.answer, 0, 0, 0);
    return result;
  });
}

/** Where Node tells the program of such a message: `emit` with the arguments of the event. */
export function emitThreadMessage(emit: (args: unknown[]) => boolean, [name, message, ...rest]: readonly unknown[]): boolean {
  const value = open(message);
  addPortsIn(value);
  const result = emit([name, value, ...rest]);
  if (value !== message) append(Raw.send, (message as Envelope)[ENVELOPE], Space.answer, 0, 0, 0);
  return result;
}

/** A clone in the same thread is a new object over the same bytes. */
function installClone(): void {
  replace(globalThis, 'structuredClone', (...args: unknown[]) => {
    if (args.length === 0 || typeof args[0] !== 'object' || args[0] === null)
      return apply(natives.structuredClone, undefined, args);
    const { objects, pages } = blocksIn(args[0]);
    if (objects.length === 0) return apply(natives.structuredClone, undefined, args);
    const copy = natives.structuredClone({ objects, value: args[0] }, args[1] as never);
    meetBlocks(copy.objects, pages);
    return copy.value;
  });
}
