// Commands of the fleet, as a user gives them, in the process that stays: to start PostgreSQL's WebAssembly anew takes two seconds.

import { type Analyzed, analyze } from '../../src/analyze.ts';
import { detectorById } from '../../src/detectors/index.ts';
import { openInput } from '../../src/node.ts';
import { foretrace, type Outcome } from '../cli/run.ts';
import type { TestStore } from './stores.ts';

/** With no CI system around it. */
const none = { GITHUB_REPOSITORY: '', GITHUB_SHA: '', GITHUB_HEAD_REF: '', GITHUB_REF_NAME: '', GITHUB_STEP_SUMMARY: '' };

export function fleet(
  { flags }: Pick<TestStore, 'flags'>,
  [name, ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Outcome {
  return foretrace(['fleet', name!, ...args, ...flags], { env: { ...none, ...env }, startsNothing: true });
}

/** What one process says of a trace, before the command line puts findings together that are of one mistake. */
export async function analyzedAlone(
  trace: string,
  ids: readonly string[],
  detectorOptions: Readonly<Record<string, number>> = {},
): Promise<Analyzed> {
  return analyze(await openInput(trace), { detectors: ids.map((id) => detectorById(id)!), detectorOptions });
}
