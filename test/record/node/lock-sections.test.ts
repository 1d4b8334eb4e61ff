// Web Locks of one agent: who holds up whom, and what the agent waits for when it has nothing left to do.

import { afterEach, describe, expect, test } from 'vitest';
import {
  answered,
  ask,
  enter,
  holdsUpAll,
  type LockRequest,
  leave,
  openAround,
  waitedForAtEnd,
} from '../../../src/record/node/core/lock-sections.ts';

const [A, B, C, D] = [1, 2, 3, 4];
const asked: LockRequest[] = [];

function request(low: number, within?: LockRequest, { isAwaited = true, isShared = false } = {}): LockRequest {
  const made = { low, high: 0, isShared, site: 0, text: 0, within, isAwaited: within !== undefined && isAwaited };
  asked.push(made);
  ask(made);
  return made;
}

function granted(low: number, within?: LockRequest, how: { isAwaited?: boolean; isShared?: boolean } = {}): LockRequest {
  const made = request(low, within, how);
  answered(made);
  enter(made);
  return made;
}

afterEach(() => {
  for (const made of asked.splice(0)) {
    answered(made);
    leave(made);
  }
});

describe('a request holds up all that the agent has', () => {
  test('if there is nothing, or a chain of callbacks that await it', () => {
    expect(holdsUpAll(request(A))).toBe(true);
    expect(holdsUpAll(request(C, granted(B, granted(A))))).toBe(true);
  });

  test('but not if one of them is not awaited, or another callback has a lock', () => {
    const outer = granted(A);
    expect(holdsUpAll(request(B, outer, { isAwaited: false }))).toBe(false);
    const inner = granted(B, outer, { isAwaited: false });
    expect(holdsUpAll(request(C, inner))).toBe(false);
    leave(outer);
    expect(holdsUpAll(request(C, inner))).toBe(true);
    granted(D);
    expect(holdsUpAll(request(C, inner))).toBe(false);
  });
});

test('code belongs to the innermost section that is not over', () => {
  const outer = granted(A);
  const inner = granted(B, outer);
  expect(openAround(inner)).toBe(inner);
  leave(inner);
  expect(openAround(inner)).toBe(outer);
  leave(outer);
  expect(openAround(inner)).toBeUndefined();
});

describe('at its end an agent waits', () => {
  test('for the lock that it has', () => {
    const own = request(A, granted(A), { isAwaited: false });
    expect(waitedForAtEnd()).toBe(own);
  });

  test('for a lock of the callback around', () => {
    const own = request(A, granted(B, granted(A)));
    expect(waitedForAtEnd()).toBe(own);
  });

  test('in a cycle of its callbacks, whatever else it has', () => {
    granted(D);
    const first = granted(A);
    const second = granted(B);
    const wanted = request(B, first);
    request(A, second);
    expect(waitedForAtEnd()).toBe(wanted);
  });

  test('for another agent, if all that it has waits for that', () => {
    const outer = granted(A);
    const own = request(C, granted(B, outer));
    expect(waitedForAtEnd()).toBe(own);
    granted(D);
    expect(waitedForAtEnd()).toBeUndefined();
  });

  test('for nothing: nobody in a callback waits, or two wait for others', () => {
    const first = granted(A);
    request(A);
    expect(waitedForAtEnd()).toBeUndefined();
    request(C, first);
    request(D, granted(B));
    expect(waitedForAtEnd()).toBeUndefined();
  });

  test('for no reader as a reader', () => {
    request(A, granted(A, undefined, { isShared: true }), { isShared: true });
    granted(B);
    expect(waitedForAtEnd()).toBeUndefined();
  });
});
