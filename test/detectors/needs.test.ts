// A reduced trace is refused to detectors that need what it lacks.

import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import type { Detector } from '../../src/detectors/detector.ts';
import { detectorById, detectors, raceDetectors } from '../../src/detectors/index.ts';
import { memoryInput } from '../../src/formats/input.ts';

const events = 'A|acq(m)|1\nA|w(x)|2\nA|rel(m)|3\nB|w(x)|4\n';
const reduced = `# foretrace: preserves=happens-before\n${events}`;
const thinned = `# foretrace: preserves=happens-before\n# foretrace: accesses=first-of-epoch\n${events}`;

async function refused(detector: Detector, text: string, force = false): Promise<boolean> {
  try {
    await analyze(memoryInput('t.std', text), { detectors: [detector], force });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'TRACE_REDUCED', place: { file: 't.std' } });
    return true;
  }
}

describe.each(detectors)('$id', (detector) => {
  test('runs on a reduced trace only if it needs no more than that keeps', async () => {
    expect(await refused(detector, events)).toBe(false);
    expect(await refused(detector, reduced)).toBe(detector.needs === undefined);
    expect(await refused(detector, thinned)).toBe(detector.needs !== 'happens-before');
    expect(await refused(detector, thinned, true)).toBe(false);
  });
});

test('what needs what', () => {
  for (const id of ['eraser', 'lockset', 'lockset-pairs']) expect(detectorById(id)!.needs).toBeUndefined();
  for (const { id, claim, needs } of detectors) if (claim !== 'observed') expect(needs, id).toBeUndefined();
  for (const { id, claim, needs } of raceDetectors)
    if (claim === 'observed' && id !== 'shb') expect(needs, id).toBe('happens-before');
  expect(detectorById('shb')!.needs).toBe('reads-from');
});
