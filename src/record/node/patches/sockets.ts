// Connections from one thread to another: what was done before something is written is ordered before what follows its receipt. Both ends are told by their
// ports, which the one has the other way round, and only connections within this machine count: a server's traffic with others is not recorded.

import { Raw } from '../../../raw/format.ts';
import { Space } from '../core/hooks.ts';
import { append } from '../core/log.ts';
import { replace } from '../core/replace.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;

interface Socket {
  readonly connecting?: boolean;
  readonly localPort?: number;
  readonly localAddress?: string;
  readonly remotePort?: number;
  readonly remoteAddress?: string;
}

/** The numbers of both directions of a connection. */
interface Ends {
  readonly sends: number;
  readonly receives: number;
}

const { apply } = Reflect;
/** Undefined for a connection with another machine, and for what is none: a pipe, a terminal. A closed one is not known to the system any more. */
const known = new WeakMap<object, Ends | undefined>();

function endsOf(socket: Socket | null | undefined): Ends | undefined {
  if (typeof socket !== 'object' || socket === null || socket.connecting === true) return undefined;
  if (known.has(socket)) return known.get(socket);
  const { localPort, remotePort } = socket;
  const isHere = typeof localPort === 'number' && typeof remotePort === 'number' && isWithin(socket);
  const ends = isHere ? { sends: (localPort << 16) | remotePort, receives: (remotePort << 16) | localPort } : undefined;
  known.set(socket, ends);
  return ends;
}

const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;

function isWithin({ localAddress, remoteAddress }: Socket): boolean {
  return localAddress === remoteAddress || (LOOPBACK.test(localAddress ?? '') && LOOPBACK.test(remoteAddress ?? ''));
}

function sends(socket: Socket): void {
  const ends = endsOf(socket);
  if (ends !== undefined) append(Raw.send, ends.sends, Space.socket, 0, 0, 0);
}

function receives(socket: Socket | null | undefined): void {
  const ends = endsOf(socket);
  if (ends !== undefined) append(Raw.receive, ends.receives, Space.socket, 0, 0, 0);
}

/** The port that a program asks for; by then it is not known which its own is, nor where the name that it gives leads to. */
function portOf([first]: readonly unknown[]): number | undefined {
  const asked = Array.isArray(first) ? first[0] : first;
  const port = typeof asked === 'object' && asked !== null ? (asked as { readonly port?: unknown }).port : asked;
  return typeof port === 'number' || typeof port === 'string' ? Number(port) & 0xffff : undefined;
}

/** A method that the prototype has, or inherits; `before` is done first. */
function precede(prototype: object, name: string, before: (self: never, args: readonly unknown[]) => void): void {
  const native = (prototype as Record<string, Native | undefined>)[name];
  if (native === undefined) return;
  const { value } = {
    value(this: unknown, ...args: unknown[]) {
      before(this as never, args);
      return apply(native, this, args);
    },
  };
  if (Object.hasOwn(prototype, name)) replace(prototype, name, value);
  else Object.defineProperty(prototype, name, { configurable: true, writable: true, enumerable: false, value });
}

/** Of `node:net`. Those of TLS are such sockets, too. */
export function patchSockets(net: Readonly<Record<string, unknown>>): void {
  const { prototype } = net['Socket'] as { prototype: object };
  for (const name of ['_writeGeneric', '_final', '_destroy']) precede(prototype, name, (socket: Socket) => sends(socket));
  precede(prototype, 'push', (socket: Socket) => receives(socket));
  precede(prototype, 'connect', (_, args) => {
    const port = portOf(args);
    if (port !== undefined) append(Raw.send, port, Space.socket, 0, 0, 0);
  });
  precede((net['Server'] as { prototype: object }).prototype, 'emit', (_, [event, given]) => {
    if (event === 'connection') accepted(given as Socket);
    // A server of HTTP reads what comes without its socket's knowing.
    else if (REQUESTS.has(event)) receives((given as { readonly socket?: Socket } | undefined)?.socket);
  });
}

const REQUESTS: ReadonlySet<unknown> = new Set(['request', 'upgrade', 'connect', 'checkContinue', 'checkExpectation']);

function accepted(socket: Socket): void {
  if (endsOf(socket) !== undefined) append(Raw.receive, socket.localPort!, Space.socket, 0, 0, 0);
}

/** Of `node:http`: the pieces of a body. */
export function patchMessages(http: Readonly<Record<string, unknown>>): void {
  const { prototype } = http['IncomingMessage'] as { prototype: object };
  precede(prototype, 'push', ({ socket }: { readonly socket?: Socket }) => receives(socket));
}
