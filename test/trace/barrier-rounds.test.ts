import { expect, test } from 'vitest';
import { BarrierRounds } from '../../src/trace/barrier-rounds.ts';

const B = 0;
const C = 1;

function arrivals(): BarrierRounds<number[]> {
  return new BarrierRounds(() => []);
}

function enter(rounds: BarrierRounds<number[]>, barrier: number, ...threads: number[]): void {
  for (const t of threads) rounds.enter(barrier, t).gathered.push(t);
}

test('an exit takes all arrivals of its round', () => {
  const rounds = arrivals();
  enter(rounds, B, 0, 1, 2);
  for (const t of [1, 0, 2]) expect(rounds.exit(B, t)?.gathered).toEqual([0, 1, 2]);
});

test('a round takes arrivals until its first exit', () => {
  const rounds = arrivals();
  enter(rounds, B, 0, 1);
  expect(rounds.exit(B, 0)?.gathered).toEqual([0, 1]);
  enter(rounds, B, 2, 0);
  expect(rounds.exit(B, 2)?.gathered).toEqual([2, 0]);
});

test('who leaves late leaves its own round, and does not close the one that gathers behind it', () => {
  const rounds = arrivals();
  enter(rounds, B, 0, 1);
  rounds.exit(B, 0);
  enter(rounds, B, 0);
  expect(rounds.exit(B, 1)?.gathered).toEqual([0, 1]);
  enter(rounds, B, 1);
  expect(rounds.exit(B, 1)?.gathered).toEqual([0, 1]);
  expect(rounds.exit(B, 0)?.gathered).toEqual([0, 1]);
});

test('barriers are apart', () => {
  const rounds = arrivals();
  enter(rounds, B, 0);
  enter(rounds, C, 1);
  expect(rounds.exit(C, 1)?.gathered).toEqual([1]);
  enter(rounds, B, 2);
  expect(rounds.exit(B, 0)?.gathered).toEqual([0, 2]);
});

test('a round knows who is inside: one after the first arrival, nobody after the last exit', () => {
  const rounds = arrivals();
  expect(rounds.enter(B, 0).inside).toBe(1);
  expect(rounds.enter(B, 1).inside).toBe(2);
  expect(rounds.exit(B, 0)?.inside).toBe(1);
  expect(rounds.enter(B, 0).inside).toBe(1);
  expect(rounds.exit(B, 1)?.inside).toBe(0);
});

test('a thread that did not arrive leaves nothing', () => {
  const rounds = arrivals();
  enter(rounds, B, 0);
  expect(rounds.exit(B, 1)).toBeUndefined();
  rounds.exit(B, 0);
  expect(rounds.exit(B, 0)).toBeUndefined();
});

test('a new round is told of which barrier it is', () => {
  const rounds = new BarrierRounds((barrier) => `round of ${barrier}`);
  expect(rounds.enter(C, 0).gathered).toBe('round of 1');
});
