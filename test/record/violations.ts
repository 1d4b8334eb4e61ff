// Runs a labelled program under a recorder, and looks for broken atomicity in what it recorded. `cut` has a block that others cut, `whole` has
// none and no suspicion, `suspected` has no annotation and a check-then-act.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Detection } from '../../src/detectors/detection.ts';
import { detectors } from '../../src/detectors/index.ts';
import { heldToFunctions } from '../../src/findings/one-function.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { assemble } from '../../src/raw/assemble/index.ts';
import type { Recorder, RecordOptions } from '../../src/record/recorder.ts';
import { recordedProcesses } from '../../src/record/recording.ts';
import { operation } from '../../src/trace/operation.ts';
import { table } from '../../src/trace/symbols.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { concat } from '../formats/encode.ts';
import { finished } from './judge.ts';

const OPTIONS: RecordOptions = {
  maxEvents: undefined,
  noise: false,
  linger: 600_000,
  include: [],
  exclude: [],
  wasm: true,
  // Functions of the programs that are to be atomic.
  atomic: ['visited_*', 'AtomicAccount::*'],
};
const looking = detectors.filter(({ finds }) => finds === 'atomicity');

export interface Cut {
  readonly detector: string;
  /** `begin(withdraw) at lost-update.cut.c:22 (withdraw)`, and so on: the block, its own event, what cut it, where it shows. */
  readonly events: readonly string[];
}

export async function violationsOf(recorder: Recorder, words: readonly string[], cwd: string): Promise<Cut[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
  try {
    const { status, output } = await finished(words, cwd, {
      ...process.env,
      ...recorder.environment(folder, OPTIONS, process.env),
    });
    if (status !== 0) throw new Error(`status ${status}: ${output}`);
    const found: Cut[] = [];
    for (const { folder: own, recorder: its } of recordedProcesses(folder)) {
      const parts: Uint8Array[] = [];
      const write = (bytes: Uint8Array) => parts.push(bytes);
      await assemble(own, await its.naming(own), { sharedOnly: true, liftLocks: true, atomic: OPTIONS.atomic! }, { write });
      if (parts.length > 0) found.push(...cutsIn(parseTrace(concat(parts))));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cutsIn(trace: Trace): Cut[] {
  const detection = new Detection(looking);
  for (const block of trace.blocks) detection.block(block);
  const said = (position: number): string => {
    const { op, target, location } = eventAt(trace, position);
    const { short, target: kind } = operation(op);
    return `${short}(${table(trace.symbols, kind).name(target)}) at ${trace.symbols.locations.name(location)}`;
  };
  const places = (position: number) => eventAt(trace, position).location;
  return heldToFunctions(detection.end(), places, trace.symbols).flatMap(({ detector, violations }) =>
    violations.map(({ begin, own = -1, index, cut }) => ({
      detector: detector.id,
      events: [begin, own, ...cut, index].map(said),
    })),
  );
}

export const LABELLED = /\.(cut|whole|suspected)\.(c|cpp|mjs)$/;

export function expectVerdict(name: string, cuts: readonly Cut[]): void {
  const verdict = LABELLED.exec(name)![1];
  const said = JSON.stringify(cuts, undefined, 1);
  const isCut = cuts.some(({ detector }) => detector === 'atomicity');
  expect(isCut, said).toBe(verdict === 'cut');
  if (verdict === 'suspected') expect(cuts.length, said).toBeGreaterThan(0);
  if (verdict === 'whole') expect(cuts).toEqual([]);
  for (const { events } of cuts) for (const event of events) expect(event.replace('lib/mutex.mjs', name)).toContain(`${name}:`);
  for (const { events, detector } of cuts)
    if (detector === 'atomicity')
      expect(events[0]).toMatch(/^begin\((?:withdraw|append|visited_withdraw|AtomicAccount\.withdraw)\)/);
}
