// Small random delays at synchronisation points, to shake other schedules out of a program (--noise).

import { natives } from './natives.ts';

let on = false;
const nobody = new Int32Array(new natives.SharedArrayBuffer(4));

export function startNoise(wanted: boolean): void {
  on = wanted;
}

/** Mostly nothing, sometimes some microseconds of spinning, rarely a millisecond of sleep. */
export function noise(): void {
  if (!on) return;
  const die = Math.random();
  if (die < 0.02) natives.wait(nobody, 0, 0, Math.random() * 2);
  else if (die < 0.2) {
    const until = performance.now() + Math.random() * 0.05;
    while (performance.now() < until);
  }
}
