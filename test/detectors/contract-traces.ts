// The random traces that every detector is held to its contract on.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { tangleArbitrary } from '../arbitrary/tangle.ts';
import { basicFeatures, features, listing, traceArbitrary } from '../arbitrary/trace.ts';

/** Everything that orders events, in programs of a few threads; sections in sections; and few variables, so that histories grow. */
export const anything: fc.Arbitrary<Trace> = fc.oneof(
  traceArbitrary(),
  traceArbitrary({ features, threads: 5, items: 12 }),
  traceArbitrary({ features, threads: 6, locks: 2, variables: 1, items: 14 }),
  tangleArbitrary({ threads: 4, locks: 4, variables: 2, events: 40 }),
);

/** Readers and writers of one variable, each in a section of its one lock; some only pass through. No schedule has a race. */
export const guarded: fc.Arbitrary<Trace> = fc
  .array(fc.record({ thread: fc.nat(2), shared: fc.boolean(), passes: fc.boolean() }), { minLength: 2, maxLength: 10 })
  .map((sections) => {
    const builder = new TraceBuilder();
    for (const { thread, shared, passes } of sections) {
      builder.add(`T${thread}`, shared ? Op.acquireShared : Op.acquire, 'm');
      if (!passes) builder.add(`T${thread}`, shared ? Op.read : Op.write, 'x');
      builder.add(`T${thread}`, shared ? Op.releaseShared : Op.release, 'm');
    }
    const trace = builder.trace();
    return Object.assign(trace, { [fc.toStringMethod]: () => listing(trace) });
  });

/** What lowering keeps exactly; see test/detectors/lowering.test.ts. */
export const exact: fc.Arbitrary<Trace> = traceArbitrary({
  features: features.filter((feature) => !['shared', 'volatile', 'atomic'].includes(feature)),
});

/**
 * For what is decided by looking at all schedules, and often without a race though locks do not protect all. Theorems of prediction are about
 * well nested locks, forks and joins.
 */
const weights = { access: 1, fork: 6, join: 6, section: 8, 'hand-over': 8 };
export const small: fc.Arbitrary<Trace> = traceArbitrary({
  features: basicFeatures,
  threads: 3,
  locks: 2,
  variables: 2,
  items: 6,
  weights,
});
