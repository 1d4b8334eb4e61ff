// What never brought anybody is not tried for ever, but after some times in vain less and less often, by chance: each seed tries other visits of a loop.

import { mixed } from '../../../steer/schedule.ts';

const MANY_TRIES = 6;
/** So many times the logarithm of the visits are tried: 55 of the first thousand, 110 of a million. */
const OFTEN = 8;

export class Patience {
  /** How often it was in vain. */
  tries = 0;
  private visits = 0;
  private readonly seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  isWorthIt(): boolean {
    if (this.tries < MANY_TRIES) return true;
    this.visits++;
    return mixed(this.seed, this.visits) % this.visits < OFTEN;
  }
}
