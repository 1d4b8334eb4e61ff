// How far the run is, for programs that need a certain schedule. It stands in the environment, which threads share that were made with
// `env: SHARE_ENV`: a recorder sees nothing of it, and a program is as ordered as without.
import { setTimeout } from 'node:timers/promises';

export function reached(step) {
  process.env[`STEP_${step}`] = 'reached';
}

export function reachedNow(step) {
  return process.env[`STEP_${step}`] !== undefined;
}

/** SUITE_UNORDERED: the program is led by a plan, and this would only stand in its way. */
export async function after(step) {
  while (!reachedNow(step) && process.env.SUITE_UNORDERED === undefined) await setTimeout(1);
}
