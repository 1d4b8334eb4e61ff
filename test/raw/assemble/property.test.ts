// Random programs: the assembled trace has exactly the races that the program had by the definitions, is always well-formed, and
// damaged logs never break it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Raw } from '../../../src/raw/format.ts';
import { runs } from '../../runs.ts';
import { RawLogWriter, timedInside } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';
import { arbitrarySteps, Program } from './program.ts';
import { racingSites } from './racing-sites.ts';

describe('random programs', () => {
  test('have the races that they had', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, fc.boolean(), async (steps, sharedOnly) => {
        const program = new Program(steps);
        const { trace, assembled: counts } = await assembled(program.logs, { sharedOnly, liftLocks: false });
        expect(racingSites(trace)).toEqual(program.races());
        expect(counts.repaired).toBe(0);
      }),
      runs(120),
    );
  });

  test('are the same whether stamps tell the time, as in version 1, or the records', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, fc.constantFrom(1, 100, 1000), async (steps, pace) => {
        const { logs } = new Program(steps, pace);
        const stamped = await assembled(logs, {}, (bytes) => bytes.fill(1, 8, 9));
        const inside = await assembled(logs, {}, timedInside);
        expect(lines(inside.trace)).toEqual(lines(stamped.trace));
        expect(inside.assembled.dropped).toEqual(stamped.assembled.dropped);
      }),
      runs(120),
    );
  });

  test('whose logs are cut or damaged stay well-formed', async () => {
    const damage = fc.record({ cut: fc.nat(2000), at: fc.nat(2000), byte: fc.nat(255), pad: fc.nat(40) });
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, fc.array(damage, { minLength: 4, maxLength: 4 }), async (steps, damages) => {
        const program = new Program(steps);
        await assembled(program.logs, {}, (bytes, number) => {
          const { cut, at, byte, pad } = damages[number]!;
          const changed = new Uint8Array(Math.min(cut, bytes.length) + pad);
          changed.set(bytes.subarray(0, changed.length - pad));
          // The header is for the tests of single damages, and lengths up to 4 GiB are possible but slow.
          const kind = changed[(at & -16) + 6];
          if (at >= 32 && at < changed.length && kind !== Raw.length) changed[at] = byte;
          return changed;
        });
      }),
      runs(120),
    );
  });

  test('with spin locks have the races that mutexes would leave', async () => {
    const step = fc.record({ thread: fc.nat(2), action: fc.nat(5), lock: fc.nat(1), variable: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
        const { spinning, mutexes } = spinLocks(steps);
        const lifted = await assembled(spinning);
        const expected = await assembled(mutexes);
        expect(racingSites(lifted.trace)).toEqual(racingSites(expected.trace));
        expect(lifted.assembled.lockedAtomics).toBe(2);
      }),
      runs(80),
    );
  });
});

interface SpinStep {
  readonly thread: number;
  readonly action: number;
  readonly lock: number;
  readonly variable: number;
}

/** One program twice: with locks made of atomics, and with locks. At first two threads take every lock. */
function spinLocks(steps: readonly SpinStep[]): { spinning: RawLogWriter[]; mutexes: RawLogWriter[] } {
  const spinning = [0, 1, 2].map((number) => new RawLogWriter(number));
  const mutexes = [0, 1, 2].map((number) => new RawLogWriter(number));
  const owners = [-1, -1];
  let time = 0;
  // Who has seen a lock taken does nothing but try again.
  const waiting = new Map<number, number>();
  const play = (step: SpinStep): void => {
    const { thread, variable } = step;
    const lock = waiting.get(thread) ?? step.lock;
    const action = waiting.has(thread) ? Math.max(4, step.action) : step.action;
    const [spin, mutex] = [spinning[thread]!.stamp(++time), mutexes[thread]!.stamp(time)];
    const word = 0x100 + 8 * lock;
    if (action < 2) for (const log of [spin, mutex]) log.read(0x200 + 8 * variable, 8, time);
    else if (action < 4) for (const log of [spin, mutex]) log.write(0x200 + 8 * variable, 8, time);
    else if (owners[lock] === thread) {
      owners[lock] = -1;
      if (action === 4) spin.atomicStore(word, 0);
      else spin.atomicUpdate(word, 1, 0);
      mutex.release(0x10 + lock);
    } else if (owners[lock] !== -1) {
      spin.atomicLoad(word, 1);
      waiting.set(thread, lock);
    } else {
      owners[lock] = thread;
      waiting.delete(thread);
      if (action === 4) spin.atomicLoad(word, 0);
      spin.atomicUpdate(word, 0, 1);
      mutex.acquire(0x10 + lock);
    }
  };
  const taking = [0, 0, 1, 1].flatMap((thread) => [0, 1].map((lock) => ({ thread, action: 5, lock, variable: 0 })));
  for (const step of [...taking, ...steps]) play(step);
  return { spinning, mutexes };
}
