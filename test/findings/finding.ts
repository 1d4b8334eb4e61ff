// Findings for tests that care about a few of their fields.

import type { DeadlockFinding, RaceFinding } from '../../src/findings/finding.ts';
import { functionOf, sourcePlace } from '../../src/findings/place.ts';
import type { Frame } from '../../src/findings/stack.ts';

export interface Over extends Partial<RaceFinding> {
  /** The locations of the two accesses. */
  readonly at?: readonly [string, string];
  /** What the two accesses do. */
  readonly ops?: readonly ['read' | 'write', 'read' | 'write'];
  /** The callers of the two accesses, from the inside out. */
  readonly callers?: readonly [readonly Frame[], readonly Frame[]];
}

export function frame(location: string, over: Partial<Frame> = {}): Frame {
  const name = functionOf(location);
  const { path: file, line } = sourcePlace(location) ?? {};
  const named = name === undefined ? {} : { function: name };
  return { location, ...named, ...(file !== undefined && line !== undefined && { file, line }), ...over };
}

export function finding({
  at = ['src/a.c:1', 'src/b.c:2'],
  ops = ['write', 'read'],
  callers = [[], []],
  ...rest
}: Over = {}): RaceFinding {
  const variable = rest.variable ?? 'stats.hits';
  const fingerprint = rest.fingerprint ?? '0123456789abcdef';
  const { claim = 'observed', count = 1 } = rest;
  const kind = `${ops[0]}-${ops[1]}` as RaceFinding['kind'];
  return {
    id: 'R1',
    fingerprint,
    type: 'race',
    variable,
    kind,
    claim,
    detectors: ['fasttrack'],
    count,
    first: { index: 1, thread: 'T1', op: ops[0], location: at[0], locks: [], stack: [frame(at[0]), ...callers[0]], taken: [] },
    second: { index: 2, thread: 'T2', op: ops[1], location: at[1], locks: [], stack: [frame(at[1]), ...callers[1]], taken: [] },
    witness: null,
    reason: '',
    forks: [],
    variables: [variable],
    places: [{ first: at[0], second: at[1], kind, claim, count, fingerprints: [fingerprint], sides: [[]] }],
    processes: [],
    tests: [],
    trace: 0,
    known: { field: variable, places: [...at].sort(), of: [at[0], at[1]] },
    ...rest,
  };
}

/** A race between accesses with these stacks. */
export function raceOf(first: readonly Frame[], second: readonly Frame[], over: Over = {}): RaceFinding {
  const made = finding(over);
  return { ...made, first: { ...made.first!, stack: first }, second: { ...made.second, stack: second } };
}

/** A cycle of locks whose threads want one at `wants`, and have taken another at each of these. */
export function lockCycle(claim: DeadlockFinding['claim'], wants: Frame, ...taken: readonly Frame[]): DeadlockFinding {
  const step = (at: Frame) => ({
    ...finding().second,
    target: 'm',
    stack: [wants],
    taken: [{ lock: 'n', location: at.location, stack: [at] }],
  });
  return { ...finding(), type: 'deadlock', kind: 'lock-cycle', claim, cycle: taken.map(step) };
}
