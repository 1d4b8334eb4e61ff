// Many runs of one program, one report: a finding that several runs show is one finding, told by the run that has it strongest, with the runs that
// showed it. Memory grows with the findings, not with the runs: of a run that tells nothing new only its numbers are kept.

import { claims } from '../trace/outcome.ts';
import type { Finding } from './finding.ts';
import type { AnalysisResult, DetectorReport, RunSummary, TraceSummary } from './result.ts';

/** A finding in the making. */
interface Entry {
  lead: Finding;
  /** The run that tells it. */
  run: number;
  readonly runs: number[];
  count: number;
  readonly detectors: Set<string>;
  readonly tests: Set<string>;
}

/** What is kept of a run. */
interface Kept extends RunSummary {
  readonly traces: readonly TraceSummary[];
  /** Forgotten when the run leads nothing any more. */
  detectors: readonly DetectorReport[];
}

export class RunFindings {
  private readonly runs: Kept[] = [];
  private readonly entries = new Map<string, Entry>();

  /** The runs are numbered from 1, in the order in which they are added. */
  add(summary: Omit<RunSummary, 'run'>, result: Pick<AnalysisResult, 'traces' | 'detectors' | 'findings'> | undefined): void {
    const run = this.runs.length + 1;
    const { traces = [], detectors = [], findings = [] } = result ?? {};
    const told = traces.map((trace) => ({ ...trace, run }));
    this.runs.push({ run, ...summary, traces: told, detectors });
    for (const finding of findings) this.addFinding(run, finding);
    const leading = this.leading();
    // What every detector did is told once even if nobody found anything: by the last run.
    for (const kept of this.runs) if (kept.run !== run && !leading.has(kept.run)) kept.detectors = [];
  }

  private addFinding(run: number, finding: Finding): void {
    const { fingerprint, count, detectors, tests } = finding;
    const entry = this.entries.get(fingerprint);
    if (entry === undefined) {
      const own = { detectors: new Set(detectors), tests: new Set(tests) };
      this.entries.set(fingerprint, { lead: finding, run, runs: [run], count, ...own });
      return;
    }
    if (entry.runs.at(-1) !== run) entry.runs.push(run);
    entry.count += count;
    for (const detector of detectors) entry.detectors.add(detector);
    for (const test of tests) entry.tests.add(test);
    if (strength(finding) < strength(entry.lead)) Object.assign(entry, { lead: finding, run });
  }

  /** The runs whose traces the findings are told by. */
  leading(): ReadonlySet<number> {
    return new Set(Array.from(this.entries.values(), ({ run }) => run));
  }

  /** How many runs showed a finding. */
  get showing(): number {
    return new Set([...this.entries.values()].flatMap(({ runs }) => runs)).size;
  }

  /** The first of the traces of a run, in the result. */
  firstTrace(run: number): number {
    return this.runs.slice(0, run - 1).reduce((sum, { traces }) => sum + traces.length, 0);
  }

  result(): AnalysisResult {
    const { runs } = this;
    const leading = this.leading();
    const telling = runs.filter(({ run, detectors }) => leading.has(run) || (leading.size === 0 && detectors.length > 0));
    return {
      traces: runs.flatMap(({ traces }) => traces),
      detectors: telling.flatMap(({ run, detectors }) =>
        detectors.map((detector) => ({ ...detector, trace: this.firstTrace(run) + detector.trace })),
      ),
      findings: this.findings(),
      runs: runs.map(({ traces: _, detectors: __, ...summary }) => summary),
    };
  }

  private findings(): Finding[] {
    const of = this.runs.length;
    return [...this.entries.values()]
      .sort((a, b) => claims.indexOf(a.lead.claim) - claims.indexOf(b.lead.claim) || a.run - b.run)
      .map(({ lead, run, runs, count, detectors, tests }, i) => ({
        ...lead,
        id: `R${i + 1}`,
        detectors: [...detectors],
        count,
        tests: [...tests].sort(),
        trace: this.firstTrace(run) + lead.trace,
        runs: { seen: runs, of },
      }));
  }
}

/** The smallest is the strongest: a claim, and with it a schedule that proves it. */
function strength({ claim, witness }: Finding): number {
  return 2 * claims.indexOf(claim) + (witness === null ? 1 : 0);
}
