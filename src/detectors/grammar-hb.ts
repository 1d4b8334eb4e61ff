// ZipTrack's happens-before on the compressed trace: exactly the racy variables, each with one unordered pair.

import { grammarHb as analyse, HB_OPERATIONS } from '../grammar/hb/analysis.ts';
import type { RaceDetector } from './detector.ts';
import { CompressingAnalysis } from './grammar-analysis.ts';

export const grammarHb: RaceDetector = {
  finds: 'race',
  id: 'grammar-hb',
  title: 'happens-before on the compressed trace',
  paper: 'Kini, Mathur & Viswanathan, Data Race Detection on Compressed Traces, ESEC/FSE 2018',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'one unordered pair for every racy variable',
  cost: 'compression, then time and memory that follow the grammar of the trace rather than its events',
  operations: HB_OPERATIONS,
  reentrant: true,
  analysis: (report) => new CompressingAnalysis(report, analyse),
};
