// Every detector of the list is held to its claim.

import { describe, test } from 'vitest';
import { detectors } from '../../src/detectors/index.ts';
import { contractOf } from './contract.ts';
import { traceFiles } from './trace-files.ts';

const files = traceFiles();

describe.each(detectors)('$id', (detector) => {
  test.each(contractOf(detector, { files }))('$name', ({ holds }) => holds());
});
