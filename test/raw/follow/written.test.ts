// Threads of Node.js against the follower, one step at a time.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../../src/raw/follow/follower.ts';
import { Raw } from '../../../src/raw/format.ts';
import { all, runs } from '../../runs.ts';
import { Actor } from './actor.ts';
import { Promises } from './promises.ts';
import { bytesOf, type Steps, type Words, World } from './world.ts';
import { type Mistake, WrittenWriter } from './written-writer.ts';

interface Run {
  /** What each thread does: indices of ACTIONS. */
  readonly scripts: readonly (readonly number[])[];
  /** Threads that others look at, and those that others end, by number. */
  readonly peeked: readonly number[];
  readonly terminated: readonly number[];
  readonly forgets: boolean;
}

const ACTIONS: readonly ((writer: WrittenWriter) => Steps)[] = [
  (writer) => writer.sync(),
  (writer) => writer.access(),
  (writer) => writer.flush(),
  (writer) => writer.endForNow(),
];
const SWEEPS = 4;
const END: Words = [0, Raw.end << 16, 0, 0];

/** How the threads and those who look at them or end them go on before the follower's n-th call. */
type Turn = (call: number, actors: readonly Actor[]) => void;

function follow({ scripts, peeked, terminated, forgets }: Run, turn: Turn, mistake?: Mistake): void {
  const world = new World('ends');
  const writers = scripts.map((_, i) => new WrittenWriter(world, i, mistake));
  const script = function* (actions: readonly number[], writer: WrittenWriter): Generator<Steps> {
    yield writer.alive(writer.begin());
    for (const action of actions) yield writer.alive(ACTIONS[action]!(writer));
    yield writer.alive(actions.length % 2 === 0 ? writer.end() : writer.endForNow());
  };
  const actors = scripts.map((actions, i) => new Actor(script(actions, writers[i]!)));
  for (const i of peeked) if (writers[i]) actors.push(new Actor([writers[i].peek()]));
  for (const i of new Set(terminated)) if (writers[i]) actors.push(new Actor([writers[i].terminate()]));
  const follower = new Follower('', { files: world, kept: forgets ? 0 : 1 << 20 });
  const promises = new Promises(follower, forgets);
  world.onCall = () => turn(world.calls, actors);
  for (let i = 0; i < SWEEPS; i++) promises.take(follower.look(false));
  world.onCall = () => {};
  while (!actors.every(({ isDone }) => isDone)) for (const actor of actors) actor.go(1);
  promises.take(follower.look(false));
  const quiet = follower.look(false);
  promises.take(quiet);
  const told = writers.flatMap(({ told: { times } }) => times.map(({ time }) => time));
  expect(quiet.frontier).toBeGreaterThanOrEqual(Math.max(...told));
  expect(quiet.logs.every(({ isAtEnd }) => isAtEnd)).toBe(true);
  promises.take(follower.look(true));
  const truth = writers.map(({ told, isAsleep }) => ({
    bytes: bytesOf(isAsleep ? [...told.records, END] : told.records),
    times: told.times,
  }));
  promises.check(new Map(truth.entries()));
}

function property() {
  const number = fc.integer({ min: 0, max: 2 });
  const script = fc.array(fc.integer({ min: 0, max: ACTIONS.length - 1 }), { maxLength: 8 });
  const run = fc.record({
    scripts: fc.array(script, { minLength: 1, maxLength: 3 }),
    peeked: fc.array(number, { maxLength: 3 }),
    terminated: fc.array(number, { maxLength: 2 }),
    forgets: fc.boolean(),
  });
  const turns = fc.array(fc.integer({ min: 0, max: 63 }), { minLength: 1, maxLength: 120 });
  return fc.property(run, turns, (run, pattern) => {
    const turn: Turn = (call, actors) => {
      const number = pattern[call % pattern.length]!;
      actors[number % actors.length]!.go(number >> 3);
    };
    follow(run, turn);
  });
}

const STEPS = 60;
const CALLS = 50;
/** The first thread does all that there is to do; the others make time pass. */
const RUN: Run = {
  scripts: [
    [0, 3, 0, 1, 3, 1, 2, 0, 3, 0],
    [0, 0, 3],
  ],
  peeked: [],
  terminated: [],
  forgets: false,
};

/** The first thread stands after each of its steps, and goes on before each call of the follower; the second tells something each time. */
function* turns(stride: number): Generator<Turn> {
  for (let steps = 1; steps < STEPS; steps++)
    for (let second = 2; second < CALLS; second += stride)
      for (const more of [1, 3, 8, STEPS])
        yield (call, actors) => {
          if (call === 1) actors[0]!.go(steps);
          if (call < 3) actors[1]!.go(call === 1 ? 10 : STEPS);
          // Whoever ends the first thread, if somebody does.
          if (call === second) (actors[2] ?? actors[0]!).go(more);
        };
}

function isFound(mistake: Mistake): boolean {
  for (const terminated of [[], [0]])
    for (const turn of turns(7))
      try {
        follow({ ...RUN, terminated }, turn, mistake);
      } catch {
        return true;
      }
  return false;
}

describe('a log that is written now and then is followed', () => {
  test.each([false, true])('wherever its thread stands (forgetting: %s)', (forgets) => {
    for (const turn of turns(all ? 1 : 13)) follow({ ...RUN, forgets }, turn);
  });

  test('however its threads take turns', () => {
    fc.assert(property(), runs(6000));
  });

  test.each<Mistake>(['end taken away too late', 'end shown too early', 'closed too early'])('%s is found out', (mistake) => {
    expect(isFound(mistake)).toBe(true);
  });
});
