// The frames of this thread's stack, as V8 tells them, some microseconds each time. The program's `Error.prepareStackTrace` and
// `Error.stackTraceLimit` are as they were afterwards, and nothing of the program runs.

import { natives } from './natives.ts';

export interface CallSite {
  getFileName(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  getPosition(): number;
  getFunctionName(): string | null;
  getTypeName(): string | null;
  isConstructor(): boolean;
  isEval(): boolean;
  /** Not called by the frame before, but awaited there. */
  isAsync(): boolean;
}

const { Error: NativeError, captureStackTrace, defineProperty, getOwnPropertyDescriptor } = natives;

const LIMIT = 'stackTraceLimit';
const PREPARE = 'prepareStackTrace';

const prepared: PropertyDescriptor = { value: (_: unknown, calls: unknown) => calls, configurable: true, writable: true };

/** The innermost first, at most so many, those of the recorder included; none where the program has seen to that. */
export function callSites(most: number): readonly CallSite[] {
  // V8 asks its own `Error` how many, Node the one of the program how to tell them: a program may have put another there.
  const { Error: owner } = globalThis;
  if (typeof owner !== 'function') return [];
  const limit = getOwnPropertyDescriptor(NativeError, LIMIT);
  const prepare = getOwnPropertyDescriptor(owner, PREPARE);
  const holder: { stack?: unknown } = {};
  try {
    // Frozen: a stack would be told in the program's own way.
    if (!defineProperty(owner, PREPARE, { ...prepared, enumerable: prepare?.enumerable ?? true })) return [];
    defineProperty(NativeError, LIMIT, { value: most, configurable: true, writable: true, enumerable: true });
    captureStackTrace(holder);
    return Array.isArray(holder.stack) ? (holder.stack as readonly CallSite[]) : [];
  } catch {
    return [];
  } finally {
    restore(NativeError, LIMIT, limit);
    restore(owner, PREPARE, prepare);
  }
}

function restore(owner: object, name: string, descriptor: PropertyDescriptor | undefined): void {
  if (descriptor === undefined) Reflect.deleteProperty(owner, name);
  else defineProperty(owner, name, descriptor);
}
