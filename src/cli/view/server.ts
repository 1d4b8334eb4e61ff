// Serves the viewer to the browser of this machine. Traces and sources are nobody else's business: it listens on the loopback address only, every path begins
// with a random token, and a request that another site could have caused (its Host or Origin is not ours) is refused before anything is looked at.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputError } from '../../base/error.ts';
import { document, policy } from '../../report/html/index.ts';
import { SERVED } from '../../viewer/model/source.ts';

/** Where bytes go, and how a slow receiver holds the sender back. */
export interface Sink {
  write(bytes: Uint8Array): void;
  drain(): Promise<void> | undefined;
}

/** What a page shows. */
export interface Served {
  readonly title: string;
  /** As `pageText` writes it. */
  readonly data: string;
  /** Sends the events of one of its traces; undefined if there are none. */
  trace(number: number): ((sink: Sink) => Promise<void>) | undefined;
}

const ADDRESS = '127.0.0.1';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Serving {
  readonly address: string;
  /** When the user has ended it, or nobody can have read where it is. */
  readonly ended: Promise<void>;
}

/** Begins to serve. An interrupt ends it. */
export async function serve(served: Served, port: number): Promise<Serving> {
  const token = randomBytes(18).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response, served, token).catch(() => response.destroy());
  });
  await listening(server, port);
  const { port: own } = server.address() as AddressInfo;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      for (const signal of SIGNALS) process.off(signal, end);
      process.stdout.off('error', end);
      server.close(() => resolve());
      server.closeAllConnections();
    };
    for (const signal of SIGNALS) process.on(signal, end);
    process.stdout.on('error', end);
  });
  return { address: `http://${ADDRESS}:${own}/${token}/`, ended };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      const what = code === 'EADDRINUSE' ? `port ${port} is in use` : `port ${port} cannot be used: ${message}`;
      reject(new InputError('USAGE', {}, what, 'leave --port out, or name another one'));
    });
    server.listen(port, ADDRESS, resolve);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served, token: string): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', `${policy(true)}; frame-ancestors 'none'`);
  if (!isOurs(request)) return refused(response, 403, 'this page is for the machine that it runs on');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refused(response, 405, 'only GET');
  const [, given = '', ...rest] = (request.url ?? '').split('?')[0]!.split('/');
  if (!isEqual(given, token)) return refused(response, 403, 'this is not the address that foretrace view printed');
  const path = rest.join('/');
  if (path === '') return sent(response, 'text/html; charset=utf-8', [...page(served)].join(''));
  if (path === 'data') return sent(response, 'application/json', served.data);
  const trace = /^trace\/(\d{1,6})$/.exec(path)?.[1];
  const send = trace === undefined ? undefined : served.trace(Number(trace));
  if (send === undefined) return refused(response, 404, 'there is nothing here');
  response.setHeader('Content-Type', 'application/octet-stream');
  await send(sinkOf(response));
  response.end();
}

/** Nothing of another origin may read, frame or keep what is here. */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** What browsers say of this address: they leave out the usual port. @internal */
export function ownHosts(port: number | undefined): string[] {
  return [ADDRESS, 'localhost'].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** A name that another site made point here has its own Host; a request of its scripts has its Origin. */
function isOurs({ headers, socket }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!ownHosts(socket.localPort).includes(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}

function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function page({ title }: Served): Iterable<string> {
  return document(title, [SERVED], ['<p>The viewer is a script, which your browser does not run.</p>\n'], true);
}

function refused(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}

function sent(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'Content-Type': type }).end(text);
}

function sinkOf(response: ServerResponse): Sink {
  return {
    write(bytes) {
      response.write(bytes);
    },
    drain() {
      if (response.destroyed) throw new Error('the page has gone');
      // What was waited for once is not waited for again: the stream itself knows whether it is full.
      if (!response.writableNeedDrain) return undefined;
      return new Promise((resolve) => {
        const on = (): void => {
          response.off('drain', on).off('close', on);
          resolve();
        };
        response.on('drain', on).on('close', on);
      });
    },
  };
}
