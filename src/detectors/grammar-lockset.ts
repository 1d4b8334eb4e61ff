// ZipTrack's lockset discipline on the compressed trace: exactly the variables that violate it, each with two conflicting accesses.

import { grammarLockset as analyse, LOCKSET_OPERATIONS } from '../grammar/lockset/analysis.ts';
import type { RaceDetector } from './detector.ts';
import { CompressingAnalysis } from './grammar-analysis.ts';

export const grammarLockset: RaceDetector = {
  finds: 'race',
  id: 'grammar-lockset',
  title: 'locksets on the compressed trace',
  paper: 'Kini, Mathur & Viswanathan, Data Race Detection on Compressed Traces, ESEC/FSE 2018',
  claim: 'suspected',
  reports: 'two conflicting accesses for every variable that several threads use, one writes and no lock protects',
  cost: 'compression, then time and memory that follow the grammar of the trace rather than its events',
  operations: LOCKSET_OPERATIONS,
  reentrant: true,
  analysis: (report) => new CompressingAnalysis(report, analyse),
};
