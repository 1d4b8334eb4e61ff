// Files and streams that move bytes of shared memory. What the system does between request and completion is recorded as done by the thread
// that asked: bytes that go into memory when the completion is reported, bytes that leave it then and when they were asked for.

import fs from 'node:fs';
import stream from 'node:stream';
import { natives } from '../core/natives.ts';
import { replace } from '../core/replace.ts';
import { siteOfProgram } from '../core/stack.ts';
import { past } from '../core/steered.ts';
import { sharedPlace } from '../core/views.ts';
import { after, touchBytes, touchView } from './effects.ts';

type Native = (this: unknown, ...args: unknown[]) => unknown;
/** What happens to the memory: a file that is read is a write. */
type Kind = 'read' | 'write';

/** The bytes that an operation is asked to move. */
interface Span {
  readonly view: unknown;
  readonly offset: number;
  readonly bytes: number;
}

export function installFiles(): void {
  installSynchronous();
  for (const [name, kind, spans] of OPERATIONS) withCallback(fs, name, kind, spans);
  installPromises();
  installStreams();
}

/** `(view, offset, length, position)`, `(view, { offset, length })` or `({ buffer, offset, length })`. */
function oneSpan(first: unknown, second: unknown, third: unknown): readonly Span[] {
  if (!natives.isView(first)) {
    const { buffer, offset, length } = (first ?? {}) as { buffer?: unknown; offset?: unknown; length?: unknown };
    return natives.isView(buffer) ? oneSpan(buffer, offset, length) : [];
  }
  if (sharedPlace(first) === undefined) return [];
  if (typeof second === 'object' && second !== null) {
    const { offset, length } = second as { offset?: unknown; length?: unknown };
    return oneSpan(first, offset, length);
  }
  const offset = typeof second === 'number' ? second : 0;
  return [{ view: first, offset, bytes: typeof third === 'number' ? third : first.byteLength - offset }];
}

/** All bytes of each. */
function wholeSpans(views: unknown): readonly Span[] {
  const list = Array.isArray(views) ? views : [views];
  if (!list.some((view) => sharedPlace(view) !== undefined)) return [];
  return list.map((view) => ({ view, offset: 0, bytes: natives.isView(view) ? view.byteLength : 0 }));
}

type Spans = (...args: readonly unknown[]) => readonly Span[];

/** Operations on an open file: the name, what happens to memory, and where, from the arguments after the descriptor. */
const OPERATIONS: readonly (readonly [name: string, kind: Kind, spans: Spans])[] = [
  ['read', 'write', oneSpan],
  ['write', 'read', oneSpan],
  ['readv', 'write', wholeSpans],
  ['writev', 'read', wholeSpans],
  ['writeFile', 'read', wholeSpans],
  ['appendFile', 'read', wholeSpans],
];

/** Records what was done, if so many bytes were moved one span after the other. */
function touchSpans(kind: Kind, spans: readonly Span[], bytes: number, site?: number): void {
  let rest = bytes;
  for (const { view, offset, bytes: most } of spans) {
    touchBytes(kind, view, offset, Math.min(rest, most), site);
    rest -= most;
    if (!(rest > 0)) return;
  }
}

/** What is asked for: memory that is read may be read at once. */
function requested(kind: Kind, spans: readonly Span[], site: number): void {
  if (kind === 'read') touchSpans(kind, spans, Number.POSITIVE_INFINITY, site);
}

function installSynchronous(): void {
  for (const [name, kind, spans] of OPERATIONS) {
    after(fs, `${name}Sync`, ([, ...args], count) => {
      touchSpans(kind, spans(...args), typeof count === 'number' ? count : Number.POSITIVE_INFINITY);
    });
  }
}

function withCallback(owner: object, name: string, kind: Kind, spansOf: Spans): void {
  const native = (owner as Record<string, Native>)[name];
  if (native === undefined) return;
  replace(owner, name, function (this: unknown, ...args: unknown[]) {
    const callback = args.at(-1);
    const spans = typeof callback === 'function' ? spansOf(...args.slice(1, -1)) : [];
    if (spans.length === 0) return Reflect.apply(native, this, args);
    const site = siteOfRequest(spans);
    args[args.length - 1] = function (this: unknown, ...results: unknown[]) {
      const [error, count] = results;
      if (error === null || error === undefined)
        past(() => touchSpans(kind, spans, typeof count === 'number' ? count : Number.POSITIVE_INFINITY, site));
      return Reflect.apply(callback as Native, this, results);
    };
    requested(kind, spans, site);
    return Reflect.apply(native, this, args);
  });
}

/** A promise of an operation; one that fails is the program's to hear of. */
async function completed(kind: Kind, spans: readonly Span[], site: number, promise: unknown): Promise<unknown> {
  const result = await promise;
  const { bytesRead, bytesWritten } = (result ?? {}) as { bytesRead?: number; bytesWritten?: number };
  past(() => touchSpans(kind, spans, bytesRead ?? bytesWritten ?? Number.POSITIVE_INFINITY, site));
  return result;
}

function withPromise(owner: object, name: string, kind: Kind, spansOf: Spans): void {
  const native = (owner as Record<string, Native>)[name];
  if (native === undefined) return;
  replace(owner, name, function (this: unknown, ...args: unknown[]) {
    const spans = spansOf(...args);
    if (spans.length === 0) return Reflect.apply(native, this, args);
    const site = siteOfRequest(spans);
    requested(kind, spans, site);
    return completed(kind, spans, site, Reflect.apply(native, this, args));
  });
}

/** The class of file handles is not exported: the first handle shows it. */
function installPromises(): void {
  const { promises } = fs;
  for (const name of ['writeFile', 'appendFile']) withPromise(promises, name, 'read', (_, data) => wholeSpans(data));
  const { open } = promises as unknown as { open: Native };
  let isPatched = false;
  replace(promises, 'open', async function (this: unknown, ...args: unknown[]) {
    const handle = (await Reflect.apply(open, this, args)) as object;
    if (!isPatched) {
      isPatched = true;
      const prototype = Object.getPrototypeOf(handle) as object;
      for (const [name, kind, spans] of OPERATIONS) withPromise(prototype, name, kind, spans);
    }
    return handle;
  });
}

/** Where the program last gave bytes of a buffer to a stream. */
const streamed = new WeakMap<object, number>();

/** The place in the program; for what a stream writes later, that where it was given to it. */
function siteOfRequest(spans: readonly Span[]): number {
  const site = siteOfProgram();
  if (site !== 0) return site;
  for (const { view } of spans) {
    const known = natives.isView(view) ? streamed.get(view.buffer) : undefined;
    if (known !== undefined) return known;
  }
  return 0;
}

/** A stream keeps what it is given until it is written: to a file, a socket, through a transformation. */
function installStreams(): void {
  for (const { prototype } of [stream.Writable, stream.Duplex]) {
    for (const name of ['write', 'end']) {
      const native = Object.getOwnPropertyDescriptor(prototype, name)?.value as Native | undefined;
      if (native === undefined) continue;
      replace(prototype, name, function (this: unknown, ...args: unknown[]) {
        const [chunk] = args;
        // Quickly past what is not shared, which is nearly everything.
        if (!natives.isView(chunk) || chunk.buffer instanceof ArrayBuffer || sharedPlace(chunk) === undefined)
          return Reflect.apply(native, this, args);
        const site = siteOfProgram();
        streamed.set(chunk.buffer, site);
        touchView('read', chunk, site);
        const callback = args.at(-1);
        if (typeof callback === 'function')
          args[args.length - 1] = function (this: unknown, ...results: unknown[]) {
            past(() => touchView('read', chunk, site));
            return Reflect.apply(callback as Native, this, results);
          };
        return Reflect.apply(native, this, args);
      });
    }
  }
}
