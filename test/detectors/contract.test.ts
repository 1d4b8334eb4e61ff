// Every detector of the list is held to its claim.

import { describe, test } from 'vitest';
import type { AtomicityDetector, DeadlockDetector } from '../../src/detectors/detector.ts';
import { detectors, raceDetectors } from '../../src/detectors/index.ts';
import { all } from '../runs.ts';
import { atomicityContractOf } from './atomicity-contract.ts';
import { contractOf } from './contract.ts';
import { deadlockContractOf } from './deadlock-contract.ts';
import { traceFiles } from './trace-files.ts';

const traces = traceFiles();

describe.each(raceDetectors)('$id', (detector) => {
  // Each trace is for every eighth detector; for all in .ci/run.
  const files = traces.filter((_, i) => all || i % 8 === raceDetectors.indexOf(detector) % 8);
  test.each(contractOf(detector, { files }))('$name', ({ holds }) => holds());
});

const ofDeadlocks = detectors.filter((detector): detector is DeadlockDetector => detector.finds === 'deadlock');

describe.each(ofDeadlocks)('$id', (detector) => {
  test.each(deadlockContractOf(detector, traces))('$name', ({ holds }) => holds());
});

const ofBlocks = detectors.filter((detector): detector is AtomicityDetector => detector.finds === 'atomicity');

describe.each(ofBlocks)('$id', (detector) => {
  test.each(atomicityContractOf(detector, traces))('$name', ({ holds }) => holds());
});
