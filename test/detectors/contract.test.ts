// Every detector of the list is held to its claim.

import { describe, test } from 'vitest';
import { detectors } from '../../src/detectors/index.ts';
import { all } from '../runs.ts';
import { contractOf } from './contract.ts';
import { traceFiles } from './trace-files.ts';

const traces = traceFiles();

describe.each(detectors)('$id', (detector) => {
  // Each trace is for every fourth detector; for all in .ci/run.
  const files = traces.filter((_, i) => all || i % 4 === detectors.indexOf(detector) % 4);
  test.each(contractOf(detector, { files }))('$name', ({ holds }) => holds());
});
