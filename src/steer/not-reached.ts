// Why threads did not meet where a plan wanted them, in words: where the run left the schedule, and what the likely reason is.

import { display } from '../base/quote.ts';
import type { Divergence, Outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

export interface Attempt {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/** `placeOf` names a target of the plan, from 0, or a step of it, as a person knows them. */
export interface Places {
  target(index: number): string;
  step(plan: Plan, index: number): string;
}

const LIKELY: Readonly<Record<Divergence, string>> = {
  late: 'it did not come within its time: it may wait for something outside, or do something else with another input',
  ended: 'its thread had ended before: it went another way, with another input or another time',
  blocked:
    'nobody could go on before it: it waits for a lock or a value that only those can give who are held, or an access that is not recorded decides its way',
  elsewhere: 'its thread did something else first',
};

/** The attempt that came farthest decides; one that was led by a schedule says more than one that was not. */
export function whyNotReached(attempts: readonly Attempt[], places: Places): string {
  const followed = attempts.filter(({ outcome }) => outcome.followed);
  if (followed.length === 0)
    return 'no process of the program has a gate: it must be built, or loaded, with this version of foretrace';
  const led = followed.find(({ outcome }) => outcome.diverged !== undefined);
  const parts = [farthest(followed, places)];
  if (led !== undefined) {
    const { step, why } = led.outcome.diverged!;
    parts.push(`led by the schedule, the run left it at ${places.step(led.plan, step)}: ${LIKELY[why]}`);
  }
  return display(parts.join('; '));
}

function farthest(attempts: readonly Attempt[], places: Places): string {
  const stood = new Set(attempts.flatMap(({ outcome }) => outcome.stood.map(({ target }) => target)));
  const [{ plan }] = attempts as [Attempt];
  const missing = plan.targets.flatMap((_, i) => (stood.has(i) ? [] : [places.target(i)]));
  if (missing.length === plan.targets.length)
    return 'no thread came to any of the places: another input, or another way of the program';
  if (missing.length > 0) return `no thread came to ${missing.join(' or ')} while others were held at theirs`;
  const freed = attempts.some(({ outcome }) => outcome.freed);
  return `threads came to all of the places, but never at the same moment with the same memory${freed ? ', within the time that they had' : ': something orders them in these runs, or keeps them apart'}`;
}
