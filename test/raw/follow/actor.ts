// Does its steps when it is told to.

import type { Steps } from './world.ts';

export class Actor {
  private readonly steps: Iterator<void>;
  isDone = false;

  constructor(script: Iterable<Steps>) {
    this.steps = (function* () {
      for (const steps of script) yield* steps;
    })();
  }

  go(count: number): void {
    for (let i = 0; i < count && !this.isDone; i++) this.isDone = this.steps.next().done === true;
  }
}
