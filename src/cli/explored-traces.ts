// The traces of the runs that tell a finding, out of many: for pictures and for `explain`. All others are let go, so that the disk has what findings
// need, and no more than a bound.

import { statSync } from 'node:fs';
import type { Finding } from '../findings/finding.ts';
import type { RunFindings } from '../findings/runs.ts';
import type { Slice } from '../findings/slices.ts';
import type { TracePart } from '../report/report.ts';
import type { Reporting } from './analyzing.ts';
import type { RecordedTrace } from './assembling.ts';

/** Bytes of all traces together: what is beyond is told, and not kept. */
const MOST_BYTES = 256 << 20;

export interface KeptRun {
  /** From 1. */
  readonly number: number;
  readonly traces: readonly RecordedTrace[];
  readonly told: Pick<Reporting, 'draw' | 'show'>;
}

export class KeptRuns {
  private runs: (KeptRun & { readonly bytes: number })[] = [];

  /** `leading`: the runs that tell a finding now. The files that may go. */
  add(run: KeptRun, leading: ReadonlySet<number>): string[] {
    const bytes = run.traces.reduce((sum, { path }) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
    const all = [...this.runs, { ...run, bytes }];
    const others = this.runs.reduce((sum, kept) => sum + kept.bytes, 0);
    this.runs = all.filter(({ number }) => leading.has(number) && (number !== run.number || others + bytes <= MOST_BYTES));
    return all.filter((one) => !this.runs.includes(one)).flatMap(({ traces }) => traces.map(({ path }) => path));
  }

  /** Pictures of findings whose positions are those of the whole result. */
  async draw(findings: readonly Finding[], found: RunFindings): Promise<Map<string, Slice>> {
    const pictures = new Map<string, Slice>();
    for (const run of this.runs)
      for (const [id, slice] of await run.told.draw(ownFindings(run, findings, found))) pictures.set(id, slice);
    return pictures;
  }

  /** Their events, by trace of the whole result. */
  async show(findings: readonly Finding[], found: RunFindings): Promise<(TracePart | undefined)[]> {
    const parts: (TracePart | undefined)[] = Array.from(found.result().traces, () => undefined);
    for (const run of this.runs) {
      const own = await run.told.show(ownFindings(run, findings, found));
      for (const [i, part] of own.entries()) parts[found.firstTrace(run.number) + i] = part;
    }
    return parts;
  }

  /** The traces that are there, and the findings that they tell, by their places among these traces. */
  for(findings: readonly Finding[], found: RunFindings): { traces: RecordedTrace[]; places: Finding[] } {
    const traces: RecordedTrace[] = [];
    const places = new Map<number, number>();
    for (const run of this.runs)
      for (const [i, trace] of run.traces.entries()) {
        places.set(found.firstTrace(run.number) + i, traces.length);
        traces.push(trace);
      }
    const told = findings.flatMap((finding) => {
      const trace = places.get(finding.trace);
      return trace === undefined ? [] : [{ ...finding, trace }];
    });
    return { traces, places: told };
  }
}

/** Those that this run tells, as it knows them. */
function ownFindings({ number, traces }: KeptRun, findings: readonly Finding[], found: RunFindings): Finding[] {
  const first = found.firstTrace(number);
  return findings
    .filter(({ trace }) => trace >= first && trace < first + traces.length)
    .map((finding) => ({ ...finding, trace: finding.trace - first }));
}
