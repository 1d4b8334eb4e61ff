// What is to be said of a part of a run: its trace is made and analysed as that of a whole run would be.

import { type AnalyzeOptions, analyze } from '../analyze.ts';
import { InputError } from '../base/error.ts';
import type { Finding } from '../findings/finding.ts';
import type { Input } from '../formats/input.ts';
import { assemble } from '../raw/assemble/index.ts';
import { MemoryOutput } from '../raw/assemble/memory-output.ts';
import type { Naming } from '../raw/naming.ts';
import type { MemoryModel } from '../trace/memory-model.ts';

export interface Judgement {
  /** They keep nothing of the trace. */
  readonly findings: readonly Finding[];
  /** In words: what limits kept from being found. */
  readonly unfinished: readonly string[];
  readonly trace: Input;
  /** How many events it has. */
  readonly events: number;
  /** Whether a finding is at these two sites. */
  shows(site: number, other: number): boolean;
}

export interface JudgeOptions extends Pick<AnalyzeOptions, 'detectors' | 'detectorOptions'> {
  readonly sharedOnly: boolean;
  readonly liftLocks: boolean;
  /** The command line of the process. */
  readonly command: string;
  readonly memoryModel: MemoryModel;
}

/** A window is small: it would take memory that was never written. */
const TOO_LARGE = new InputError('TRACE_TOO_LONG', {}, 'a part of the run does not fit into memory', 'run without --live');

/** `folder`: a recording of the part. */
export async function judged(folder: string, naming: Naming, options: JudgeOptions): Promise<Judgement> {
  const { command, sharedOnly, liftLocks, memoryModel } = options;
  const metadata = new Map([['command', command]]);
  const output = new MemoryOutput(command, TOO_LARGE);
  await assemble(folder, naming, { sharedOnly, liftLocks, memoryModel, metadata, temporary: true, isPart: true }, output);
  const { findings, unfinished, traces } = await analyze(output.input, options);
  return {
    findings: findings.map((finding) => ({ ...finding, witness: finding.witness?.kept() ?? null })),
    unfinished,
    trace: output.input,
    events: traces[0]!.events,
    shows(site, other) {
      const wanted = pairOf(naming.location(site), naming.location(other));
      return findings.some(({ places }) => places.some(({ first, second }) => pairOf(first, second) === wanted));
    },
  };
}

function pairOf(place: string | null, other: string): string {
  return [place ?? '', other].sort().join('\n');
}
