// A client of the inspector of Node.js, as small as it can be: text messages over a WebSocket, and the workers of a process through its first thread.

import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import type { Duplex } from 'node:stream';

type Message = { readonly id?: number; readonly method?: string; readonly params?: Record<string, unknown> };

/** Sends a command to one thread: '' is the first, others are known by their session. */
export type Send = (session: string, method: string, params?: object) => void;

/** `hear` gets what threads tell. */
export async function inspect(
  address: string,
  hear: (send: Send, session: string, method: string, params: Record<string, unknown>) => void,
): Promise<{ readonly send: Send; close(): void }> {
  const socket = await connect(address);
  let id = 0;
  const write = (method: string, params: object): void => void socket.write(frame(JSON.stringify({ id: ++id, method, params })));
  const send: Send = (session, method, params = {}) => {
    if (session === '') write(method, params);
    else write('NodeWorker.sendMessageToWorker', { sessionId: session, message: JSON.stringify({ id: ++id, method, params }) });
  };
  const take = (session: string, { method, params = {} }: Message): void => {
    if (method === 'NodeWorker.receivedMessageFromWorker')
      take(String(params['sessionId']), JSON.parse(String(params['message'])) as Message);
    else if (method !== undefined) hear(send, session, method, params);
  };
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let text = unframed(); text !== undefined; text = unframed()) take('', JSON.parse(text) as Message);
  });
  // A whole frame of a server, which is not masked.
  const unframed = (): string | undefined => {
    if (rest.length < 2) return undefined;
    const short = rest[1]! & 0x7f;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (rest.length < head) return undefined;
    const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
    if (rest.length < head + length) return undefined;
    const text = rest.toString('utf8', head, head + length);
    rest = rest.subarray(head + length);
    return text;
  };
  return { send, close: () => socket.destroy() };
}

function connect(address: string): Promise<Duplex> {
  const headers = {
    ...{ Connection: 'Upgrade', Upgrade: 'websocket' },
    ...{ 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64') },
  };
  return new Promise((done, failed) => {
    get(address.replace(/^ws/, 'http'), { headers })
      .on('upgrade', (_, socket) => done(socket))
      .on('error', failed);
  });
}

/** One text, masked as that of a client must be: with zeros. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}
