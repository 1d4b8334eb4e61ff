// Runs that are led: after each run, the pairs of places that it makes suspect and does not decide; before the next, a plan for one of them.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../base/private-folder.ts';
import type { Finding } from '../findings/finding.ts';
import { confirmed } from '../findings/kinds/index.ts';
import { toldName } from '../findings/told.ts';
import { openInput } from '../formats/file/input.ts';
import { readTrace } from '../formats/read.ts';
import { type Lead, Leads, planOf } from '../steer/leads.ts';
import { planText } from '../steer/plan-text.ts';
import { CandidateSearch } from '../steer/relaxed/candidates.ts';
import type { RecordedTrace } from './assembling.ts';
import type { Session } from './session.ts';
import { outcomeIn } from './steering.ts';

export class Leading {
  private readonly leads = new Leads();
  private readonly folder: string;
  private lead: Lead | undefined;
  /** The last run was led to this pair, and its threads met there. */
  private shown: Lead | undefined;
  /** Whether it need not be led to any more. */
  private readonly isDecided: (finding: Finding) => boolean;

  /** Plans are written into the folder. */
  constructor(folder: string, isDecided: (finding: Finding) => boolean) {
    this.folder = folder;
    this.isDecided = isDecided;
  }

  /** Whether there is something to be led to. */
  get isAble(): boolean {
    return this.leads.next() !== undefined;
  }

  /** The file of a plan for the next run. */
  async plan(seed: number): Promise<string> {
    this.lead = this.leads.next()!;
    const path = join(this.folder, 'plan');
    await writeFile(path, planText(planOf(this.lead, seed)), { mode: PRIVATE_FILE });
    return path;
  }

  /** What became of the run, if it was led: its recording tells. */
  look(recording: string): void {
    const { lead } = this;
    this.lead = this.shown = undefined;
    if (lead === undefined) return;
    const isMet = outcomeIn(recording, lead.places.length).outcome.met !== undefined;
    this.leads.tried(lead, isMet);
    if (isMet) this.shown = lead;
  }

  /**
   * With the race that the run has shown, if it was led. Accesses between synchronisations are not timed, so the trace may have one of the two behind a read of
   * the other's write, which orders them for the detectors that were asked; they stood there, and all pairs of happens-before have them.
   */
  async told(findings: readonly Finding[], allPairs: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
    const told = this.confirm(findings);
    if (!this.lacks(told)) return told;
    return [...told, ...this.confirm(await allPairs()).filter((one) => !this.lacks([one]))];
  }

  /** Both threads stood at the places of a finding at the same moment: then it is confirmed, by nothing else. */
  private confirm(findings: readonly Finding[]): readonly Finding[] {
    const { shown } = this;
    if (shown === undefined) return findings;
    return findings.map((finding) => (isAt(finding, shown.places) ? confirmed(finding, {}) : finding));
  }

  /** Whether the last run has shown a race that is none of these. */
  lacks(findings: readonly Finding[]): boolean {
    const { shown } = this;
    return shown !== undefined && !findings.some((finding) => isAt(finding, shown.places));
  }

  /** A run is over: whom it makes suspect, and what is found already. */
  async learn(traces: readonly RecordedTrace[], findings: readonly Finding[]): Promise<void> {
    for (const { path, input, screened } of traces) {
      if (screened) continue;
      const search = new CandidateSearch();
      const { symbols } = await readTrace(input ?? (await openInput(path)), { check: false }, (block) => search.block(block));
      this.leads.learn(search.candidates(), symbols, (location) => toldName(symbols, location));
    }
    for (const { places } of findings.filter(this.isDecided))
      for (const { first, second } of places) if (first !== null) this.leads.decide([first, second]);
  }

  /** How many were tried, and what came of it. */
  remark(session: Session): void {
    const { tried, confirmed, givenUp, open } = this.leads.counts();
    if (tried + open === 0) return;
    session.remark(
      `foretrace: suspected pairs of places: ${tried} tried in the program, ${confirmed} of them met, ${givenUp} given up, ${open} left`,
    );
  }
}

/** A race that is of these two places alone. */
function isAt({ type, places }: Finding, wanted: readonly [string, string]): boolean {
  const [own, ...others] = places;
  if (type !== 'race' || others.length > 0 || own!.first === null) return false;
  return [own!.first, own!.second].sort().join('\n') === [...wanted].sort().join('\n');
}
