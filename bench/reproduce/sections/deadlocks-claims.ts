// What the two papers on deadlocks and atomicity say of themselves, against what was measured here.

import type { Claim } from '../claims.ts';
import { amount, digits, list, percent, several } from '../markdown.ts';
import { mean, median, most, sum } from '../statistics.ts';
import type { Deadlocks } from '../tasks/deadlocks.ts';
import type { Growth } from '../tasks/growth.ts';
import type { Recall } from '../tasks/recall.ts';
import { MOST } from '../verdicts.ts';

/** Time grows by about this power of the events at most where it is called linear: a sort on the way is, a second power is not. */
const LINEAR = 1.2;

/** With the seconds of `deadlock` and of `sync-preserving`; undefined where no lock is taken inside another, or a limit was reached. */
export interface TimedDeadlocks extends Deadlocks {
  readonly seconds: readonly [deadlock: number, races: number] | undefined;
}

/** The power of the events by which time grows: the slope of a straight line through the logarithms. */
function growthPower(points: readonly Growth[]): number {
  const xs = points.map(({ events }) => Math.log(events));
  const ys = points.map(({ seconds }) => Math.log(seconds[0]));
  const [mx, my] = [mean(xs), mean(ys)];
  return sum(xs.map((x, i) => (x - mx) * (ys[i]! - my))) / sum(xs.map((x) => (x - mx) ** 2));
}

export function soundClaim(recall: Recall | undefined): Claim | undefined {
  if (recall === undefined || recall.found + recall.wrong === 0) return undefined;
  const { traces, found, wrong } = recall;
  return {
    document: 'Prediction is sound: every deadlock that it reports is one (PLDI 2023).',
    holds: wrong === 0,
    headline: {
      id: 'deadlocks',
      says: 'Deadlocks are predicted soundly, in linear time.',
      answer: `${wrong === 0 ? 'None' : amount(wrong)} of ${several(found + wrong, 'predicted deadlock')} of ${several(traces, 'random trace')} ${wrong === 1 ? 'is' : 'are'} false; the time is judged below.`,
    },
    here: `Of ${several(found + wrong, 'deadlock')} reported in ${several(traces, 'random trace')} an exhaustive search over all correct reorderings reaches ${wrong === 0 ? 'every one' : `all but ${wrong}`}.`,
  };
}

export function mostClaim(recall: Recall | undefined): Claim | undefined {
  if (recall === undefined || recall.reachable === 0) return undefined;
  const { reachable, found, syncPreserving } = recall;
  return {
    document: 'Sync-preserving deadlocks are the vast majority of those that can be predicted (PLDI 2023).',
    holds: syncPreserving / reachable >= MOST,
    here: `In random traces made to have others, too, ${percent(syncPreserving / reachable)} of ${several(reachable, 'reachable deadlock')} are; the search for reordered sections, which the paper does not have, brings what \`deadlock\` finds to ${percent(found / reachable)}.`,
  };
}

/** The same on recordings, which have few: said, and not judged. */
export function recordedClaim(all: readonly TimedDeadlocks[]): Claim | undefined {
  if (all.length === 0) return undefined;
  const total = (key: 'inverted' | 'syncPreserving' | 'reordered' | 'observed') => sum(all.map((one) => one[key]));
  const ratios = all.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds[0] / seconds[1]]));
  const found = total('syncPreserving') + total('reordered');
  const time =
    ratios.length === 0
      ? ''
      : ` \`deadlock\` takes ${digits(median(ratios), 2)} of the time of \`sync-preserving\` in the median, ${digits(most(ratios), 2)} at most.`;
  return {
    document: 'Recordings have few deadlocks.',
    holds: undefined,
    here: `${several(all.length, 'trace')} above, ${several(total('inverted'), 'inverted lock order')}, ${several(found, 'predicted deadlock')} (${amount(total('reordered'))} by sections that change places), ${amount(total('observed'))} observed.${time}`,
  };
}

/** `curves`: the points of each kind of trace. */
export function linearClaim(document: string, curves: ReadonlyMap<string, readonly Growth[]>): Claim | undefined {
  const whole = [...curves].filter(([, points]) => points.length > 1);
  if (whole.length === 0) return undefined;
  const powers = whole.map(([, points]) => growthPower(points));
  const words = whole.map(([name], i) => `${powers[i]!.toFixed(2)} (${name})`);
  return {
    document,
    holds: powers.every((power) => power <= LINEAR),
    here: `Time grows with the events to the power of ${list(words)}.`,
  };
}
