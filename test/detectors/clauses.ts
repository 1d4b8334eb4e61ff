// The loops of the contracts: over random values, and over the traces of the repository and random ones.

import fc from 'fast-check';
import type { Trace } from '../../src/trace/trace.ts';
import { runs } from '../runs.ts';
import type { TraceFile } from './trace-files.ts';

/** For so many values in a thorough run; `parameters` of fast-check go before what is usual. */
export function always<T>(
  arbitrary: fc.Arbitrary<T>,
  thorough: number,
  property: (value: T) => void,
  parameters: fc.Parameters<unknown> = {},
): () => void {
  return () =>
    fc.assert(
      fc.property(arbitrary, (value) => void property(value)),
      { ...runs(thorough), ...(parameters as fc.Parameters<[T]>) },
    );
}

/** For the traces of the repository, and for random ones. */
export function everywhere(files: readonly TraceFile[], arbitrary: fc.Arbitrary<Trace>, thorough: number) {
  return (property: (trace: Trace) => void) => () => {
    for (const { trace } of files) property(trace);
    always(arbitrary, thorough, property)();
  };
}
