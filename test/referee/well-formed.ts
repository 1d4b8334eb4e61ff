// The rules of a well-formed trace in their obvious form: one object per thread and lock, no typed array, no repair.

import type { ErrorCode } from '../../src/base/error.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';

interface Thread {
  ran: boolean;
  joined: boolean;
  /** The one event that may come next, if there is only one. */
  next?: { op: number; target: number; depth: number } | undefined;
}

interface Lock {
  writer: number;
  depth: number;
  readers: number[];
}

/** Position and code of the first event that breaks a rule, or undefined. */
export function firstViolation(trace: Trace): { event: number; code: ErrorCode } | undefined {
  const threads = new Map<number, Thread>();
  const locks = new Map<number, Lock>();
  const thread = (id: number) => threads.get(id) ?? threads.set(id, { ran: false, joined: false }).get(id)!;
  const lock = (id: number) => locks.get(id) ?? locks.set(id, { writer: -1, depth: 0, readers: [] }).get(id)!;

  for (const { position, op, thread: t, target } of events(trace)) {
    const self = thread(t);
    const broken = (code: ErrorCode) => ({ event: position, code });
    if (self.joined) return broken('TRACE_AFTER_JOIN');
    // It is said of a wait, and does not end it.
    if (op === Op.stuck) {
      self.ran = true;
      continue;
    }
    const { next } = self;
    if (next !== undefined && (next.op !== op || next.target !== target))
      return broken(next.op === Op.acquire ? 'TRACE_BAD_WAIT' : 'TRACE_BAD_BARRIER');
    self.next = undefined;
    self.ran = true;
    if (op === Op.fork) {
      if (thread(target).ran || thread(target).joined) return broken('TRACE_BAD_FORK');
      thread(target).ran = true;
    } else if (op === Op.join) {
      if (target === t) return broken('TRACE_BAD_JOIN');
      thread(target).joined = true;
    } else if (op === Op.acquire) {
      const m = lock(target);
      if ((m.writer !== -1 && m.writer !== t) || m.readers.some((r) => r !== t)) return broken('TRACE_LOCK_HELD');
      m.writer = t;
      m.depth += next?.depth ?? 1;
    } else if (op === Op.acquireShared) {
      const m = lock(target);
      if (m.writer !== -1 && m.writer !== t) return broken('TRACE_LOCK_HELD');
      m.readers.push(t);
    } else if (op === Op.release) {
      const m = lock(target);
      if (m.writer !== t) return broken('TRACE_UNMATCHED_RELEASE');
      m.depth--;
      if (m.depth === 0) m.writer = -1;
    } else if (op === Op.releaseShared) {
      const m = lock(target);
      if (!m.readers.includes(t)) return broken('TRACE_UNMATCHED_RELEASE');
      m.readers.splice(m.readers.indexOf(t), 1);
    } else if (op === Op.wait) {
      const m = lock(target);
      if (m.writer !== t) return broken('TRACE_BAD_WAIT');
      self.next = { op: Op.acquire, target, depth: m.depth };
      m.writer = -1;
      m.depth = 0;
    } else if (op === Op.barrierEnter) {
      self.next = { op: Op.barrierExit, target, depth: 0 };
    } else if (op === Op.barrierExit && next === undefined) {
      return broken('TRACE_BAD_BARRIER');
    }
  }
  return undefined;
}
