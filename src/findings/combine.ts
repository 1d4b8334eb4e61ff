// Several traces, one report: the processes of a run, or the runs of a program. A finding that two of them have is one finding, told by
// the trace that has it strongest, with the names of all.

import { claims } from '../trace/outcome.ts';
import type { Finding } from './finding.ts';
import { joined } from './grouping.ts';
import type { AnalysisResult } from './result.ts';

/** `names` say which process or file a result is of. */
export function combined(results: readonly AnalysisResult[], names: readonly string[]): AnalysisResult {
  if (results.length === 1) return results[0]!;
  const own = (trace: number): Finding[] =>
    results[trace]!.findings.map((finding) => ({ ...finding, trace, processes: [names[trace]!] }));
  const all = results
    .flatMap((_, trace) => own(trace))
    .sort((a, b) => claims.indexOf(a.claim) - claims.indexOf(b.claim) || a.trace - b.trace || a.second.index - b.second.index);
  return {
    traces: results.flatMap(({ traces }) => traces),
    detectors: results.flatMap(({ detectors }, trace) => detectors.map((detector) => ({ ...detector, trace }))),
    findings: joined(all, ({ fingerprint }, has) => has(0, fingerprint)),
  };
}
