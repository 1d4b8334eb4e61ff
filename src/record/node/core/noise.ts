// What is done at synchronisation points to shake other schedules out of a program: small random delays (--noise), or what a schedule by a seed says.

import { mixed } from '../../../steer/schedule.ts';
import { Buffer32 } from './hooks.ts';
import { words } from './log.ts';
import { natives } from './natives.ts';
import { scheduled, startSchedule } from './schedule.ts';

let on = false;
let isSeeded = false;
let seed = 0;
let count = 0;
const nobody = new Int32Array(new natives.SharedArrayBuffer(4));

export function startNoise(wanted: boolean, text: string | undefined, folder: string): void {
  const schedule = startSchedule(text, folder);
  on = wanted || schedule?.policy === 'delays';
  isSeeded = schedule !== undefined;
  seed = schedule?.seed ?? 0;
}

/** From 0 to 1; with a seed the n-th of a thread is always the same. */
function chance(): number {
  return isSeeded ? mixed(seed ^ mixed(words[Buffer32.thread]!, 0), count++) / 2 ** 32 : Math.random();
}

/** Mostly nothing, sometimes some microseconds of spinning, rarely a millisecond of sleep. */
export function noise(): void {
  if (isSeeded && scheduled()) return;
  if (!on) return;
  const die = chance();
  if (die < 0.02) natives.wait(nobody, 0, 0, chance() * 2);
  else if (die < 0.2) {
    const until = performance.now() + chance() * 0.05;
    while (performance.now() < until);
  }
}
