// Every detector of broken atomicity is held to its claim.

import { describe, test } from 'vitest';
import { detectors } from '../../src/detectors/index.ts';
import { atomicityContractOf } from './atomicity-contract.ts';
import { traceFiles } from './trace-files.ts';

const files = traceFiles();

describe.each(detectors.filter((detector) => detector.finds === 'atomicity'))('$id', (detector) => {
  test.each(atomicityContractOf(detector, files))('$name', ({ holds }) => holds());
});
