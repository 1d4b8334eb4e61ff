// Watches logs as they grow, for tests.

import type { Suspicion } from '../../../src/raw/screen/suspicions.ts';
import { Watch } from '../../../src/raw/screen/watch.ts';
import type { RawLogWriter } from '../raw-log.ts';
import { GrowingLogs, type Sweep } from './sweeps.ts';

export interface Watched {
  readonly told: readonly Suspicion[];
  readonly watch: Watch;
}

/** `eras`: before which sweeps an era ends. */
export async function watched(
  logs: readonly RawLogWriter[],
  { sweeps = [] as readonly Sweep[], isLate = false, eras = [] as readonly boolean[], capacity = 4 } = {},
): Promise<Watched> {
  const source = new GrowingLogs(logs, isLate);
  const watch = new Watch(source, { capacity });
  const known = new Set<number>();
  const greet = () => {
    for (const number of source.there) if (!known.has(number)) watch.log(number);
    for (const number of source.there) known.add(number);
  };
  const told: Suspicion[] = [];
  for (const [i, sweep] of sweeps.entries()) {
    const frontier = source.sweep(sweep);
    greet();
    if (eras[i] === true) watch.newEra();
    await watch.run(frontier);
    told.push(...watch.take());
  }
  source.finish();
  greet();
  await watch.end();
  told.push(...watch.take());
  return { told, watch };
}
