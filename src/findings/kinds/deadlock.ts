// What a deadlock is for a person: threads that each hold something and want what the next one has.

import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import type { Claim, Deadlock, Outcome } from '../../trace/outcome.ts';
import type { StackedAccess } from '../access.ts';
import type { DeadlockFinding, DeadlockKind } from '../finding.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Naming } from '../naming.ts';
import { type Describing, type Instances, instances, seenBy } from './instances.ts';

export function deadlockFindings(results: readonly Outcome[], describing: Describing): DeadlockFinding[] {
  const keys = (deadlock: Deadlock): string[] => deadlock.cycle.map((position) => stepKey(position, describing));
  return instances(
    results,
    ({ deadlocks }) => deadlocks,
    (deadlock) => keys(deadlock).sort().join('\n'),
  ).map((group) => described(group, describing));
}

/** What a step is known by: the lock that it wants, and where. */
function stepKey(position: Position, { lookup, identities }: Describing): string {
  return `${wanted(position, { lookup, identities })} @ ${identities.place(lookup.location(position))}`;
}

/** What is waited for, without what differs from run to run. */
function wanted(position: Position, { lookup, identities }: Pick<Describing, 'lookup' | 'identities'>): string {
  return lookup.op(position) === Op.requestJoin ? 'the end of a thread' : identities.lock(lookup.variable(position));
}

function described(group: Instances<Deadlock>, describing: Describing): DeadlockFinding {
  const { lookup, symbols, identities, stacks } = describing;
  const { best, claim } = group;
  const cycle = best.cycle.map((position) => lookup.about(position, symbols, stacks));
  const keys = best.cycle.map((position) => stepKey(position, describing));
  const places = best.cycle.map((position) => identities.place(lookup.location(position)));
  const witness = best.witness ?? null;
  const kind = kindOf(cycle);
  const [first, second] = cycle.length === 1 ? [null, cycle[0]!] : [cycle[0]!, cycle[1]!];
  const variable = [...new Set(cycle.map(({ target }) => target))].join(' ↔ ');
  const whole = fingerprint('deadlock', keys);
  const seen = seenBy(group, best.cycle, describing);
  const pair = { first: first?.location ?? null, second: second.location, kind, claim, count: seen.count };
  return {
    id: '',
    fingerprint: whole,
    type: 'deadlock',
    variable,
    kind,
    claim,
    first,
    second,
    witness,
    reason: deadlockReason({ claim, kind, cycle, witness }),
    variables: [variable],
    places: [{ ...pair, fingerprints: [whole], sides: [[]] }],
    ...seen,
    known: {
      field: `deadlock of ${best.cycle
        .map((position) => wanted(position, describing))
        .sort()
        .join(', ')}`,
      places: [...places].sort(),
      of: [first === null ? '' : places[0]!, places[first === null ? 0 : 1]!],
    },
    cycle,
  };
}

/** Who waits alone, for what it does not hold, waits for somebody who is not there: a semaphore, a word, a lock of a thread that has ended. */
function kindOf(cycle: readonly StackedAccess[]): DeadlockKind {
  if (cycle.some(({ op }) => op === 'wait' || op === 'barrier-enter')) return 'lost-wake-up';
  if (cycle.some(({ op }) => op === 'request-join')) return 'join-cycle';
  if (cycle.length > 1) return 'lock-cycle';
  const { locks, target } = cycle[0]!;
  return target !== undefined && locks.includes(target) ? 'self-deadlock' : 'lost-wake-up';
}

const ENDINGS: Readonly<Record<Claim, string>> = {
  confirmed: 'the program was led there, and none of them could go on',
  observed: 'in this run none of them went on',
  predicted: 'another schedule of this run brings all of them there',
  suspected:
    'whether all of them can be there at once is not known: a lock around both, or the order of the threads, may prevent it',
};

export function deadlockReason(
  { claim, kind, cycle, witness }: Pick<DeadlockFinding, 'claim' | 'kind' | 'cycle' | 'witness'>,
  name: Naming = String,
): string {
  const steps = cycle.map((step, i) => stepWords(step, cycle[(i + 1) % cycle.length]!, name)).join('; ');
  if (kind === 'self-deadlock') return `${steps}, and waits for itself`;
  if (kind === 'lost-wake-up') return `${steps}, and nobody is left who could wake it`;
  const length = witness === null || claim !== 'predicted' ? '' : ` (witness of ${witness.length} events)`;
  return `${steps}: ${ENDINGS[claim]}${length}`;
}

/** `T1 holds m and waits for n, which T2 holds`. */
function stepWords({ thread, op, target, locks }: StackedAccess, next: StackedAccess, name: Naming): string {
  const holds = locks.length === 0 ? name(thread) : `${name(thread)} holds ${locks.map(name).join(', ')} and`;
  const has = next.thread === thread ? '' : `, which ${name(next.thread)} holds`;
  switch (op) {
    case 'request-join':
      return `${holds} waits for the end of ${name(target!)}`;
    case 'wait':
      return `${holds} waits to be notified on ${name(target!)}`;
    case 'barrier-enter':
      return `${holds} waits at the barrier ${name(target!)}`;
    default:
      return `${holds} waits for ${name(target!)}${has}`;
  }
}
