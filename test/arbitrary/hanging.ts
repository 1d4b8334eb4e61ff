// Random traces that end with threads waiting: what each thread tries next is drawn, and whoever cannot have it waits for it, until it can.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { listing } from './trace.ts';

const [THREADS, LOCKS] = [5, 4];

interface Attempt {
  readonly thread: number;
  readonly what: 'lock' | 'share' | 'unlock' | 'join' | 'wait' | 'meet' | 'read';
  readonly target: number;
}

export const hangingArbitrary: fc.Arbitrary<Trace> = fc
  .record({
    attempts: fc.array(
      fc.record({
        thread: fc.nat(THREADS - 1),
        what: fc.constantFrom('lock', 'lock', 'lock', 'lock', 'share', 'unlock', 'join', 'wait', 'meet', 'read') as fc.Arbitrary<
          Attempt['what']
        >,
        target: fc.nat(19),
      }),
      { maxLength: 40, size: 'max' },
    ),
    stuck: fc.array(fc.boolean(), { minLength: THREADS, maxLength: THREADS }),
  })
  .map(({ attempts, stuck }) => {
    const world = new World();
    for (const attempt of attempts) world.attempt(attempt);
    for (const [thread, says] of stuck.entries()) if (says) world.says(thread);
    const trace = world.builder.trace();
    return Object.assign(trace, { [fc.toStringMethod]: () => listing(trace) });
  });

class World {
  readonly builder = new TraceBuilder();
  /** Per thread: what it waits for, if it does. */
  private readonly wants = new Map<number, { readonly op: Op; readonly lock: number }>();
  private readonly held: { readonly thread: number; readonly lock: number; readonly shared: boolean }[] = [];

  attempt({ thread, what, target }: Attempt): void {
    const lock = target % LOCKS;
    const want = this.wants.get(thread);
    if (want !== undefined) {
      if (want.op === Op.request && this.isFree(want.lock, thread, false)) this.take(thread, want.lock, false);
      return;
    }
    switch (what) {
      case 'lock':
      case 'share':
        if (this.isFree(lock, thread, what === 'share')) this.take(thread, lock, what === 'share');
        else if (what === 'lock') this.waits(thread, Op.request, lock, `m${lock}`);
        return;
      case 'unlock': {
        const at = this.held.findIndex((hold) => hold.thread === thread);
        if (at < 0) return;
        const [hold] = this.held.splice(at, 1);
        this.builder.add(`T${thread}`, hold!.shared ? Op.releaseShared : Op.release, `m${hold!.lock}`);
        return;
      }
      case 'join':
        if (target % THREADS !== thread) this.waits(thread, Op.requestJoin, target % THREADS, `T${target % THREADS}`);
        return;
      case 'wait': {
        const at = this.held.findIndex((hold) => hold.thread === thread && !hold.shared);
        if (at < 0) return;
        const [hold] = this.held.splice(at, 1);
        this.waits(thread, Op.wait, hold!.lock, `m${hold!.lock}`);
        return;
      }
      case 'meet':
        if (target < 3) this.waits(thread, Op.barrierEnter, 0, 'b');
        return;
      case 'read':
        this.builder.add(`T${thread}`, Op.read, 'x');
    }
  }

  says(thread: number): void {
    const want = this.wants.get(thread);
    if (want !== undefined && want.op !== Op.requestJoin) this.builder.add(`T${thread}`, Op.stuck, `m${want.lock}`);
  }

  /** Whoever has a lock, alone or not, cannot have it again: that would be another kind of lock. */
  private isFree(lock: number, thread: number, shared: boolean): boolean {
    return this.held.every((hold) => hold.lock !== lock || (shared && hold.shared && hold.thread !== thread));
  }

  private take(thread: number, lock: number, shared: boolean): void {
    this.wants.delete(thread);
    this.held.push({ thread, lock, shared });
    this.builder.add(`T${thread}`, shared ? Op.acquireShared : Op.acquire, `m${lock}`);
  }

  private waits(thread: number, op: Op, lock: number, target: string): void {
    this.wants.set(thread, { op, lock });
    this.builder.add(`T${thread}`, op, target);
  }
}
