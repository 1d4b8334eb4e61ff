// A thread of C against the follower, one step at a time: wherever the thread stands when the follower makes one of its calls, what it is
// told is right.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Follower } from '../../../src/raw/follow/follower.ts';
import { Raw } from '../../../src/raw/format.ts';
import { all, runs } from '../../runs.ts';
import { Actor } from './actor.ts';
import { MappedWriter, type Mistake } from './mapped-writer.ts';
import { Promises } from './promises.ts';
import { bytesOf, type Steps, World } from './world.ts';

type Script = (writer: MappedWriter) => Iterable<Steps>;

interface Run {
  readonly scripts: readonly Script[];
  readonly mistake?: Mistake | undefined;
  /** Somebody closes the log of the first thread, as one who ends the process does. */
  readonly closes?: boolean;
  readonly forgets?: boolean;
  /** How the writers go on before the follower's n-th call. */
  turn(call: number, actors: readonly Actor[]): void;
}

const SWEEPS = 3;

function follow({ scripts, mistake, closes = false, forgets = false, turn }: Run): void {
  const world = new World('tails');
  const writers = scripts.map((_, i) => new MappedWriter(world, i, mistake));
  const actors = scripts.map((script, i) => new Actor(script(writers[i]!)));
  if (closes) actors.push(new Actor([writers[0]!.close()]));
  const follower = new Follower('', { files: world, kept: forgets ? 0 : 1 << 20 });
  const promises = new Promises(follower, forgets);
  world.onCall = () => turn(world.calls, actors);
  for (let i = 0; i < SWEEPS; i++) promises.take(follower.look(false));
  world.onCall = () => {};
  while (!actors.every(({ isDone }) => isDone)) for (const actor of actors) actor.go(1);
  // All is quiet: two looks are enough to be told everything.
  promises.take(follower.look(false));
  const quiet = follower.look(false);
  promises.take(quiet);
  const told = writers.flatMap(({ told: { times } }) => times.map(({ time }) => time));
  expect(quiet.frontier).toBe(Math.max(...told));
  promises.take(follower.look(true));
  promises.check(new Map(writers.map(({ told }, i) => [i, { bytes: bytesOf(told.records), times: told.times }])));
}

const ACTIONS: readonly ((writer: MappedWriter) => Steps)[] = [
  (writer) => writer.sync(),
  (writer) => writer.access(),
  (writer) => writer.flush(),
  (writer) => writer.atomic(),
  (writer) => writer.interruptedSync(),
  (writer) => writer.interruptedAccess(),
];
const FLUSH = 2;

const doing = (...actions: number[]): Script =>
  function* (writer) {
    for (const action of actions) yield ACTIONS[action]!(writer);
    yield writer.end();
  };
/** All that a thread does, with what matters before and behind. */
const EVERYTHING = doing(0, 1, 1, 2, 3, 4, 1, 1, 5, 2, 0);
/** The same in pieces: mistakes show sooner. */
const PIECES = [doing(4, 0), doing(5, 0), doing(0, 1, 2, 3), doing(0, 2, 1, 1, 0)];
/** One that only makes time pass. */
const other: Script = function* (writer) {
  yield writer.begin();
  for (let i = 0; i < 4; i++) yield writer.sync(Raw.release);
};

const STEPS = 90;
const CALLS = 60;

/** The first thread stands after each of its steps when time has passed, and goes on before each call of the follower. */
function* schedules(stride: number, most = STEPS): Generator<Run['turn']> {
  for (let steps = 1; steps < most; steps++)
    for (let second = 2 + (steps % stride); second < CALLS; second += stride)
      for (const more of [1, 2, 4, 9, STEPS])
        yield (call, actors) => {
          if (call === 1) actors[0]!.go(steps);
          if (call === 1) actors[1]!.go(16);
          if (call !== second) return;
          actors[0]!.go(more);
          actors[1]!.go(6);
        };
}

const begun = (script: Script): Script =>
  function* (writer) {
    yield writer.begin();
    yield* script(writer);
  };

/** Two threads that stand still most of the time and go on for a few steps, at some calls of the follower. */
function bursts(mistake?: Mistake) {
  const burst = fc.record({ after: fc.integer({ min: 1, max: 24 }), steps: fc.integer({ min: 1, max: 12 }) });
  const options = {
    piece: fc.constantFrom(...PIECES),
    forgets: fc.boolean(),
    bursts: fc.array(burst, { minLength: 3, maxLength: 6 }),
  };
  return fc.property(fc.record(options), ({ piece, forgets, bursts }) => {
    const steps = new Map<number, number>();
    let at = 0;
    for (const { after, steps: count } of bursts) {
      at += after;
      steps.set(at, count);
    }
    const turn: Run['turn'] = (call, actors) => {
      if (call === 1) actors[1]!.go(14);
      if (!steps.has(call)) return;
      actors[0]!.go(steps.get(call)!);
      actors[1]!.go(6);
    };
    follow({ scripts: [begun(piece), other], mistake, forgets, turn });
  });
}

/** Up to three threads that do anything, in any order. */
function property(mistake?: Mistake) {
  const script = fc.array(fc.integer({ min: 0, max: ACTIONS.length - 1 }), { maxLength: 8 });
  const options = { scripts: fc.array(script, { minLength: 1, maxLength: 3 }), forgets: fc.boolean(), closes: fc.boolean() };
  const turns = fc.array(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 120 });
  return fc.property(fc.record(options), turns, ({ scripts, forgets, closes }, pattern) => {
    const isClosed = (thread: number): boolean => closes && thread === 0;
    const script = (actions: readonly number[], thread: number): Script =>
      function* (writer) {
        // Whoever closes the log of a thread holds what the thread needs to empty its buffer.
        for (const action of actions) if (!(isClosed(thread) && action === FLUSH)) yield ACTIONS[action]!(writer);
        if (!isClosed(thread)) yield writer.end();
      };
    const turn: Run['turn'] = (call, actors) => {
      const number = pattern[call % pattern.length]!;
      actors[number % actors.length]!.go(number >> 2);
    };
    follow({ scripts: scripts.map((actions, i) => begun(script(actions, i))), mistake, forgets, closes, turn });
  });
}

/** A mistake is found if some schedule shows it. */
function isFound(mistake: Mistake): boolean {
  for (const turn of schedules(3, 40))
    for (const piece of PIECES)
      try {
        follow({ scripts: [begun(piece), other], mistake, turn });
      } catch {
        return true;
      }
  return false;
}

describe('a mapped log is followed', () => {
  test.each([false, true])('wherever its thread stands (forgetting: %s)', (forgets) => {
    for (const turn of schedules(all ? 2 : 37)) follow({ scripts: [begun(EVERYTHING), other], forgets, turn });
  });

  test('if it begins while the folder is listed, and has hardly anything to tell', () => {
    for (let first = 1; first < 24; first++)
      for (let steps = 1; steps < 24; steps++) {
        const turn: Run['turn'] = (call, actors) => {
          if (call === first) actors[0]!.go(steps);
        };
        follow({ scripts: [begun(doing())], turn });
      }
  });

  test('however its threads take turns', () => {
    fc.assert(property(), runs(3000));
  });

  test('however long they stand still', () => {
    fc.assert(bursts(), runs(9000));
  });

  test.each<Mistake>([
    'never busy',
    'idle too early',
    'idle behind an empty room',
    'idle within a handler',
    'zeroed too early',
    'length told too early',
  ])('%s is found out', (mistake) => {
    expect(isFound(mistake)).toBe(true);
  });

  test('a log that is closed without a word is found out', () => {
    expect(fc.check(property('never closed'), runs(9000, 1500)).failed).toBe(true);
  });
});
