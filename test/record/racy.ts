// The variables with races by happens-before: of a trace by the definition, of a file by a detector.

import { Detection } from '../../src/detectors/detection.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { hbLocations } from '../../src/detectors/hb-locations.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { readTrace } from '../../src/formats/read.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { hbRaces } from '../referee/observed-races.ts';

export function racyIn(trace: Trace): string[] {
  const all = [...events(trace)];
  return [...new Set(hbRaces(trace).map(([, second]) => trace.symbols.variables.name(all[second]!.target)))].sort();
}

export async function racyInFile(bytes: Uint8Array): Promise<string[]> {
  return (await racesInFile(bytes, hbLocations)).names;
}

/** The variables with races that a detector finds, and how many events there are. */
export async function racesInFile(bytes: Uint8Array, detector: Detector): Promise<{ names: string[]; events: number }> {
  const detection = new Detection([detector]);
  const targets: number[] = [];
  const { symbols } = await readTrace(memoryInput('played', bytes), {}, (block) => {
    detection.block(block);
    targets.push(...block.targets.subarray(0, block.length));
  });
  const { races } = detection.end()[0]!;
  const names = Array.from({ length: races.length }, (_, i) => symbols.variables.name(targets[races.second(i)]!));
  return { names: [...new Set(names)].sort(), events: targets.length };
}
