// Shared versions against plain maps from thread to time.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOTTOM, FLAT, type Version, Versions } from '../../src/clocks/versions.ts';
import { runs } from '../runs.ts';

interface Step {
  readonly holder: number;
  readonly from: number;
  readonly thread: number;
  readonly share: boolean;
}

/** Holders that absorb from and share with each other; a thread's time grows with every step, so that it is the newest. */
function play(threads: readonly number[], steps: readonly Step[]): void {
  const versions = new Versions();
  const held: { version: Version; clock: Map<number, number> }[] = Array.from({ length: 6 }, () => ({
    version: BOTTOM,
    clock: new Map(),
  }));
  let bound = 1;
  for (const [now, { holder, from, thread, share }] of steps.entries()) {
    const mine = held[holder]!;
    const other = held[from]!;
    const u = threads[thread % threads.length]!;
    bound = Math.max(bound, u + 1);
    versions.grow(bound);
    if (share) {
      versions.share(other.version);
      versions.drop(mine.version);
      held[holder] = { version: other.version, clock: new Map(other.clock) };
    } else {
      mine.version = versions.absorb(mine.version, other.version, u, now + 1);
      for (const [t, time] of other.clock) mine.clock.set(t, Math.max(time, mine.clock.get(t) ?? 0));
      mine.clock.set(u, now + 1);
    }
    const known = held.map(({ version }) => threads.map((t) => (t < bound ? versions.time(version, t) : 0)).join());
    const expected = held.map(({ clock }) => threads.map((t) => clock.get(t) ?? 0).join());
    if (known.join(' | ') !== expected.join(' | ')) expect(known, `step ${now}`).toEqual(expected);
    const alive = new Set(held.map(({ version }) => version).filter((version) => version !== BOTTOM)).size;
    if (versions.live !== alive) expect(versions.live, `step ${now}`).toBe(alive);
  }
}

const steps = fc.array(fc.record({ holder: fc.nat(5), from: fc.nat(5), thread: fc.nat(9), share: fc.boolean() }), {
  maxLength: 60,
  size: 'max',
});

describe('Versions', () => {
  test.each([
    ['a few threads', [0, 1, 2, 5, 7]],
    ['rows that grow up to the join kernel', [0, 3, 9, 17, 40, 63, 100, 255]],
    ['threads beyond the arena', [1, 200, FLAT - 1, FLAT, FLAT + 255, FLAT + 256, 70_000]],
  ])('know what was absorbed and shared: %s', (_, threads) => {
    fc.assert(
      fc.property(steps, (some) => play(threads, some)),
      runs(100),
    );
  });

  test('keep every version when the arena grows', () => {
    const versions = new Versions();
    versions.grow(64);
    const all = Array.from({ length: 3000 }, (_, i) => versions.absorb(BOTTOM, BOTTOM, i % 64, i + 1));
    expect(all.map((version, i) => versions.time(version, i % 64))).toEqual(all.map((_, i) => i + 1));
    expect(all.every((version, i) => versions.time(version, (i + 1) % 64) === 0)).toBe(true);
  });
});
