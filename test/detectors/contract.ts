// What holds for every detector, whatever its algorithm: its claim, its silence where there is no race, and that the same trace gives
// the same races. The clauses come from the description of the detector alone, so that a new one is held to its claim by being on the list.

import fc from 'fast-check';
import { expect } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op, PLAIN } from '../../src/trace/operation.ts';
import { UNKNOWN } from '../../src/trace/outcome.ts';
import { type Event, eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { afterOthers, recut, renumberedArbitrary } from '../arbitrary/renumbered.ts';
import { predictions } from '../referee/correct-reorderings.ts';
import { type Before, happensBefore } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { accesses, common, disjoint } from '../referee/lockset.ts';
import { atomicRaces, hbRaces } from '../referee/observed-races.ts';
import { always as onRandom } from './clauses.ts';
import { anything, exact, guarded, small } from './contract-traces.ts';
import type { TraceFile } from './trace-files.ts';

export interface Clause {
  readonly name: string;
  /** Throws if the detector breaks it. */
  holds(): void;
}

export interface ContractOptions {
  readonly files: readonly TraceFile[];
  /** For fast-check. */
  readonly parameters?: fc.Parameters<unknown>;
}

interface Race {
  readonly first: number;
  readonly second: number;
  readonly witness: readonly number[] | undefined;
  readonly observed: boolean | undefined;
}

interface Result {
  readonly races: readonly Race[];
  readonly counters: Readonly<Record<string, number>>;
}

/** As `analyze` runs it: lowered to what the detector understands, races sorted. */
function result(detector: Detector, trace: Pick<Trace, 'blocks'>): Result {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const { races, counters } = detection.end()[0]!;
  const race = (_: unknown, r: number): Race => ({
    first: races.first(r),
    second: races.second(r),
    witness: races.witness(r) && [...races.witness(r)!],
    observed: races.observed(r),
  });
  return { races: Array.from({ length: races.length }, race), counters };
}

const pairs = ({ races }: Result): string[] => races.map(({ first, second }) => `${first} ${second}`);

/** All that every detector must keep to, one clause for each promise. */
export function contractOf(detector: Detector, { files, parameters = {} }: ContractOptions): Clause[] {
  const always = <T>(arbitrary: fc.Arbitrary<T>, thorough: number, property: (value: T) => void) =>
    onRandom(arbitrary, thorough, property, parameters);
  const everywhere =
    (property: (trace: Trace) => void, thorough = 60) =>
    () => {
      for (const { name, trace } of files) about(name, () => property(trace));
      always(anything, thorough, property)();
    };
  const clauses: Clause[] = [
    { name: 'a race is two conflicting accesses of two threads', holds: everywhere((trace) => conflict(detector, trace)) },
    {
      name: `what it calls ${detector.claim} is that`,
      holds: everywhere((trace) => claims[detector.claim](detector, trace), 150),
    },
    { name: 'is silent where there is no race', holds: () => silent(detector, files, always) },
    { name: 'finds the first race', holds: () => findsFirst(detector, always) },
    {
      name: 'does not depend on how things are numbered',
      holds: always(renumberedArbitrary(anything), 60, ([trace, other]) =>
        expect(pairs(result(detector, other))).toEqual(pairs(result(detector, trace))),
      ),
    },
    {
      name: 'does not depend on what others did before',
      holds: always(fc.tuple(anything, fc.integer({ min: 1, max: 3 })), 60, ([trace, count]) => {
        const moved = result(detector, trace).races.map(({ first, second }) =>
          [first, second].map((e) => shifted(e, count)).join(' '),
        );
        expect(pairs(result(detector, afterOthers(count, trace)))).toEqual(moved);
      }),
    },
    {
      name: 'does not depend on blocks',
      holds: always(fc.tuple(anything, fc.integer({ min: 1, max: 20 })), 60, ([trace, size]) =>
        expect(result(detector, recut(trace, size))).toEqual(result(detector, trace)),
      ),
    },
    {
      name: 'says the same again',
      holds: everywhere((trace) => expect(result(detector, trace)).toEqual(result(detector, trace))),
    },
    { name: 'counts with numbers', holds: everywhere((trace) => counted(result(detector, trace))) },
    { name: 'says nothing about nothing', holds: () => nothing(detector) },
  ];
  if (detector.claim === 'predicted')
    clauses.push({
      name: 'where it predicts without proof, some schedule has a race or a deadlock',
      holds: always(small, 120, (trace) => soundAsAWhole(detector, trace)),
    });
  return clauses;
}

type Always = <T>(arbitrary: fc.Arbitrary<T>, thorough: number, property: (value: T) => void) => () => void;

/** Says which file a failure is about. */
function about(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

const shifted = (position: number, count: number): number => (position === UNKNOWN ? UNKNOWN : position + count);

function conflict(detector: Detector, trace: Trace): void {
  for (const { first, second } of result(detector, trace).races) {
    expect(second, 'the second is an event of the trace').toBeLessThan(trace.length);
    const f = eventAt(trace, second);
    expect(ACCESS_KINDS[f.op], `event ${second} is an access`).not.toBe(NO_ACCESS);
    if (first === UNKNOWN) continue;
    expect(first, 'the first comes first').toBeLessThan(second);
    const atomics = detector.claim === 'suspected';
    expect(conflicting(trace, eventAt(trace, first), f, atomics), `${first} and ${second} conflict`).toBe(true);
  }
}

/** Two accesses to the same memory by two threads, one of them a write, and one of them plain unless `atomics` may conflict, too. */
function conflicting(trace: Trace, e: Event, f: Event, atomics = false): boolean {
  const kinds = [ACCESS_KINDS[e.op], ACCESS_KINDS[f.op]];
  if (kinds.includes(NO_ACCESS) || !(atomics || kinds.includes(PLAIN))) return false;
  if (e.thread === f.thread || e.target !== f.target || !(isWrite(e.op) || isWrite(f.op))) return false;
  return !allocations(trace).some(
    ({ target, position }) => target === e.target && position > e.position && position < f.position,
  );
}

/** Of a trace once: the larger ones are asked about by every detector, and for each of its races. */
function once<T>(of: (trace: Trace) => T & object): (trace: Trace) => T {
  const known = new WeakMap<Trace, T & object>();
  return (trace) => {
    const answer = known.get(trace) ?? of(trace);
    known.set(trace, answer);
    return answer;
  };
}

const allocations = once((trace): Event[] => [...events(trace)].filter(({ op }) => op === Op.alloc));
const orderOf = once((trace): Before => happensBefore(trace));

type ClaimCheck = (detector: Detector, trace: Trace) => void;

const claims: Readonly<Record<Detector['claim'], ClaimCheck>> = {
  observed(detector, trace) {
    const { races } = result(detector, trace);
    if (races.length === 0) return;
    const before = orderOf(trace);
    const unordered = (e: Event, f: Event) => conflicting(trace, e, f) && before[f.position]![e.position] === 0;
    for (const { first, second } of races) {
      const f = eventAt(trace, second);
      const candidates = first === UNKNOWN ? [...events(trace)].slice(0, second) : [eventAt(trace, first)];
      expect(
        candidates.some((e) => unordered(e, f)),
        `${first === UNKNOWN ? 'something' : first} and ${second} are unordered`,
      ).toBe(true);
    }
  },
  predicted(detector, trace) {
    const { races } = result(detector, trace);
    if (races.length === 0) return;
    const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
    let excluded: ((first: number, second: number) => boolean) | undefined;
    for (const { first, second, witness } of races) {
      expect(first, 'a predicted race has two accesses').not.toBe(UNKNOWN);
      if (witness === undefined) {
        excluded ??= neverSideBySide(trace);
        expect(excluded(first, second), `something keeps ${first} and ${second} apart in all schedules`).toBe(false);
      } else {
        expect(witness.slice(-2), 'the witness ends with the race').toEqual([first, second]);
        expect(checker.check(witness)).toEqual({ ok: true });
      }
    }
  },
  suspected(detector, trace) {
    const { races } = result(detector, trace);
    if (races.length === 0) return;
    // Lowering gives every reader a lock of its own, which only those writers take who come after its first section.
    const all = accesses(trace, { atomics: true, shared: detector.operations.includes(Op.acquireShared) });
    const places = new Map(all.map((access) => [access.position, `${access.target} ${access.life}`]));
    for (const place of new Set(races.map(({ second }) => places.get(second)))) {
      const same = all.filter(({ position }) => places.get(position) === place);
      expect(common(same)?.size, `nothing protects what event ${same[0]?.position} accesses`).toBe(0);
    }
  },
};

/** Whether two plain accesses are kept apart by what no schedule changes: forks, joins and barriers order them, or a lock is held at both. */
function neverSideBySide(trace: Trace): (first: number, second: number) => boolean {
  const kept: readonly number[] = [Op.fork, Op.join, Op.barrierEnter, Op.barrierExit];
  const before = happensBefore(
    trace,
    Object.values(Op).filter((op) => !kept.includes(op)),
  );
  const plain = new Map(accesses(trace).map((access) => [access.position, access]));
  return (first, second) => {
    const [e, f] = [plain.get(first), plain.get(second)];
    return before[second]![first] === 1 || (e !== undefined && f !== undefined && !disjoint(e.locks, f.locks));
  };
}

/** The theorems behind predictors without witnesses: if there is a race by their order, some schedule has a race or ends in a deadlock. */
function soundAsAWhole(detector: Detector, trace: Trace): void {
  if (result(detector, trace).races.every(({ witness }) => witness !== undefined)) return;
  const possible = predictions(trace, 300_000);
  if (possible === undefined) return;
  expect(possible.deadlock || possible.pairs.length > 0, 'some schedule has a race or a deadlock').toBe(true);
}

/** A folder says what a run has; whether another schedule of it has a race is up to all schedules. */
function silent(detector: Detector, files: readonly TraceFile[], always: Always): void {
  // A suspicion may be false; which ones are allowed is up to its own clause.
  if (detector.claim === 'suspected') return;
  const says = (trace: Trace) => pairs(result(detector, trace));
  for (const { name, trace, races } of files) {
    if (races !== 'none' || (detector.claim === 'predicted' && predictions(trace)!.pairs.length > 0)) continue;
    about(name, () => expect(says(trace)).toEqual([]));
  }
  always(guarded, 120, (trace) => expect(says(trace)).toEqual([]))();
}

const PLAIN_RACE = parse('T1|w(x)\nT2|w(x)');
const MIXED_RACE = parse('T1|w(x)\nT2|vw(x)');

/** Whoever looks for races of plain accesses flags the first access of a trace that has one; others look for plain against atomic accesses. */
function findsFirst(detector: Detector, always: Always): void {
  const finds = (trace: Trace) => result(detector, trace).races.length > 0;
  const plain = finds(PLAIN_RACE);
  expect(plain || finds(MIXED_RACE), 'two writes, both plain or one of them atomic, are a race').toBe(true);
  if (detector.claim === 'suspected') return;
  const all = plain ? hbRaces : atomicRaces;
  always(plain ? exact : anything, 60, (trace) => {
    const first = all(trace)[0]?.[1];
    if (first !== undefined) expect(result(detector, trace).races.map(({ second }) => second)).toContain(first);
  })();
}

function counted({ counters }: Result): void {
  for (const [name, count] of Object.entries(counters)) {
    expect(Number.isFinite(count), `${name} is ${count}`).toBe(true);
    expect(count, name).toBeGreaterThanOrEqual(0);
  }
}

function nothing(detector: Detector): void {
  const empty = result(detector, { blocks: [] });
  expect(empty.races).toEqual([]);
  counted(empty);
}
