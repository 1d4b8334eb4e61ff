// The search of `predict` in one trace on many machines: shares of its candidate pairs are decided by themselves, and one analysis puts them together. Who
// runs the shares, and where, is not said here; what passes between them is lines of JSON. The result is, to the byte, that of one machine with the same
// options, also where a share is missing or stopped short. Each share reads the trace and makes it ready for the search, as the analysis does.

import { type Analyzed, type AnalyzeOptions, analyze } from './analyze.ts';
import type { Detector } from './detectors/detector.ts';
import { predict, predictIn } from './detectors/predict/index.ts';
import { type Share, SharedPairs, ShareOfPairs } from './detectors/predict/sharing.ts';
import type { Input } from './formats/input.ts';

/** Whether there is something to share between machines in what these detectors do. */
export function isShareable(detectors: readonly Detector[]): boolean {
  return detectors.includes(predict);
}

/** What one of so many shares thinks of its pairs; `options` are those of the analysis. */
export async function decideShare(
  input: Input,
  share: Share,
  options: Pick<AnalyzeOptions, 'detectorOptions' | 'onProgress'> = {},
): Promise<readonly string[]> {
  const pairs = new ShareOfPairs(share);
  await analyze(input, { ...options, detectors: [predictIn(pairs)] });
  return pairs.lines;
}

/** As `analyze`, with what shares think of the pairs of `predict`. */
export async function analyzeShared(
  input: Input,
  options: AnalyzeOptions,
  shares: Iterable<Iterable<string>>,
): Promise<Analyzed> {
  const shared = predictIn(new SharedPairs(shares));
  const detectors = options.detectors.map((detector) => (detector === predict ? shared : detector));
  return analyze(input, { ...options, detectors });
}
