// Which schedule comes next, when a program runs many times: all that a seed decides, and what the runs before have told.

import { mixed, type Policy, type Schedule } from './schedule.ts';

export const mixes = ['mix', 'plain', 'delays', 'pct', 'led'] as const;
export type Mix = (typeof mixes)[number];

/**
 * In a mix, after a first run that is plain. Most of what a run without steering hides shows under priorities within ten runs, and what only a led run shows
 * takes few; delays show next to nothing that these do not (docs/schedules.md).
 */
const ROUND: readonly Policy[] = [...round(2), ...round(3), ...round(6), 'delays'];
/** Depths of PCT, by the number of the run: where nobody is led, a mix has the schedules that PCT alone would have. */
const DEPTHS = [2, 3, 4];

function round(pct: number): Policy[] {
  return ['led', ...Array.from({ length: pct }, (): Policy => 'pct')];
}

export class Turns {
  private readonly seed: number;
  private readonly mix: Mix;
  private run = 0;
  private steps = 0;
  private round = 0;

  constructor(seed: number, mix: Mix) {
    this.seed = seed;
    this.mix = mix;
  }

  /** What a run is known to have taken: the estimate of the next ones. */
  took(steps: number): void {
    if (steps > 0) this.steps = steps;
  }

  /** `leads`: whether there is a pair of places to be led to. */
  next(leads: boolean): Schedule {
    const run = this.run++;
    const seed = mixed(this.seed, run);
    const policy = this.policy(run, leads);
    if (policy !== 'pct') return { policy, seed };
    const depth = DEPTHS[run % DEPTHS.length]!;
    return this.steps === 0 ? { policy, seed, depth } : { policy, seed, depth, steps: this.steps };
  }

  private policy(run: number, leads: boolean): Policy {
    const { mix } = this;
    // Where nobody is suspected yet, the first run tells whom to suspect; later ones look elsewhere.
    if (mix === 'led') return leads ? 'led' : run === 0 ? 'plain' : 'pct';
    if (mix !== 'mix') return mix;
    if (run === 0) return 'plain';
    const policy = ROUND[this.round++ % ROUND.length]!;
    if (policy !== 'led' || leads) return policy;
    return ROUND[this.round++ % ROUND.length]!;
  }
}
