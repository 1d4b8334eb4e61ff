// What two deadlocks have in common that need only be reported once.

import { eventAt, type Trace } from '../../src/trace/trace.ts';
import type { Cycle } from './deadlocks.ts';

/** Locks and places of a cycle: one deadlock of each is enough. */
export function placesOf(trace: Trace, cycles: readonly Cycle[]): string[] {
  const keys = cycles.map((cycle) => {
    const steps = cycle.map((e) => eventAt(trace, e)).map(({ target, location }) => `${target} ${location}`);
    const first = steps.indexOf([...steps].sort()[0]!);
    return [...steps.slice(first), ...steps.slice(0, first)].join(', ');
  });
  return [...new Set(keys)].sort();
}
