import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Locksets, NO_LOCKS } from '../../src/clocks/locksets.ts';
import { runs } from '../runs.ts';

/** Takes the lock if it is not held, else gives it up. */
const toggles = fc.array(fc.nat(6), { maxLength: 40, size: 'max' });

test('sets of locks are what taking and giving up in any order makes of them', () => {
  fc.assert(
    fc.property(toggles, toggles, (one, other) => {
      const locksets = new Locksets();
      const [a, expectedA] = held(locksets, one);
      const [b, expectedB] = held(locksets, other);
      expect(locksets.members(a)).toEqual(expectedA);
      expect(locksets.size(a)).toBe(expectedA.length);
      for (let lock = 0; lock <= 6; lock++) expect(locksets.has(a, lock)).toBe(expectedA.includes(lock));
      const common = expectedA.filter((lock) => expectedB.includes(lock));
      // The second time the answer is a remembered one.
      for (let i = 0; i < 2; i++) {
        expect(locksets.members(locksets.intersection(a, b))).toEqual(common);
        expect(locksets.disjoint(a, b)).toBe(common.length === 0);
      }
    }),
    runs(500),
  );
});

test('the same locks taken in the same order are the same number, and hundreds of thousands are told apart', () => {
  const locksets = new Locksets();
  const seen = new Set<number>([NO_LOCKS]);
  for (let lock = 0; lock < 200_000; lock++) seen.add(locksets.add(locksets.add(NO_LOCKS, lock), lock + 1));
  expect(seen.size).toBe(200_001);
  for (let lock = 0; lock < 200_000; lock += 1000) expect(seen).toContain(locksets.add(locksets.add(NO_LOCKS, lock), lock + 1));
});

test('an answer is remembered for its two sets only', () => {
  const locksets = new Locksets();
  let ten = NO_LOCKS;
  for (let lock = 0; lock < 10; lock++) ten = locksets.add(ten, lock);
  for (let lock = 19_999; lock >= 0; lock--) {
    const one = locksets.add(NO_LOCKS, lock);
    const common = lock < 10 ? [lock] : [];
    expect(locksets.members(locksets.intersection(ten, one))).toEqual(common);
    expect(locksets.members(locksets.intersection(one, ten))).toEqual(common);
  }
});

test('there is a cycle if and only if who held one lock took another, and so on round to the first', () => {
  fc.assert(
    fc.property(fc.array(toggles, { maxLength: 4 }), (threads) => {
      const locksets = new Locksets();
      /** Lock → lock: whether one can get from one to the other. */
      const leads = Array.from({ length: 7 }, () => new Array<boolean>(7).fill(false));
      for (const own of threads) {
        const short = own.slice(0, 6);
        held(locksets, short);
        for (let i = 0; i < short.length; i++) {
          const [, locks] = held(new Locksets(), short.slice(0, i));
          if (!locks.includes(short[i]!)) for (const lock of locks) leads[lock]![short[i]!] = true;
        }
      }
      for (let via = 0; via < 7; via++)
        for (let from = 0; from < 7; from++)
          for (let to = 0; to < 7; to++) leads[from]![to] ||= leads[from]![via]! && leads[via]![to]!;
      expect(locksets.hasCycle()).toBe(leads.some((row, lock) => row[lock]));
    }),
    runs(2000),
  );
});

test('a thread that holds 100 000 locks costs no more than they do', () => {
  const locksets = new Locksets();
  let set = NO_LOCKS;
  for (let lock = 0; lock < 100_000; lock++) set = locksets.add(set, lock);
  expect(locksets.size(set)).toBe(100_000);
  for (let lock = 99_999; lock >= 0; lock--) set = locksets.remove(set, lock);
  expect(set).toBe(NO_LOCKS);
});

function held(locksets: Locksets, toggles: readonly number[]): [set: number, locks: number[]] {
  let set = NO_LOCKS;
  let locks: number[] = [];
  for (const lock of toggles) {
    const has = locks.includes(lock);
    set = has ? locksets.remove(set, lock) : locksets.add(set, lock);
    locks = has ? locks.filter((other) => other !== lock) : [...locks, lock];
  }
  return [set, locks];
}
