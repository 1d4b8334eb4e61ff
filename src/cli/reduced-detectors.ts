// Which detectors `run --reduce` runs: those that happens-before is enough for. What is not looked for is said before the program runs, and by the
// report, which knows from the trace that it is reduced.

import { InputError } from '../base/error.ts';
import { checkNeeds, suffices } from '../detectors/detection.ts';
import { recommended, recommendedForRecordings } from '../detectors/index.ts';
import type { ReductionMethod } from '../reduce/index.ts';
import { reducedMetadata } from '../trace/preservation.ts';
import { addedDetectors, detectorNamed } from './plugins/registry.ts';
import type { Session } from './session.ts';

interface Asked {
  /** By their ids; empty if nobody named one. */
  readonly detector: readonly string[];
  readonly force: boolean;
  readonly live: boolean;
}

/** The ids of the detectors to run; as asked if nothing is reduced. */
export function detectorsFor(
  method: ReductionMethod | undefined,
  { detector: ids, force, live }: Asked,
  session: Session,
): readonly string[] {
  if (method === undefined) return ids;
  if (live)
    throw new InputError(
      'USAGE',
      {},
      '--live looks at locks as they are taken, and --reduce leaves some out',
      'leave one of them out',
    );
  const kept = reducedMetadata(new Map(), true);
  if (ids.length > 0) {
    if (!force) checkNeeds(ids.map(detectorNamed), kept);
    return ids;
  }
  const usual = [...recommended, ...addedDetectors(), ...recommendedForRecordings];
  const [sound, others] = [usual.filter((one) => suffices(one, kept)), usual.filter((one) => !suffices(one, kept))];
  const names = (list: typeof usual) => list.map(({ id }) => id).join(', ');
  session.remark(
    `foretrace: ${session.errorColors.yellow('note')}: --reduce keeps happens-before only: races of this run are looked for (${names(sound)}), not what another schedule would do, nor deadlocks, hangs or broken blocks (${names(others)})`,
  );
  return sound.map(({ id }) => id);
}
