// Raptor's sets, as the document has them and mended as docs/detectors/cp.md says, on one small trace: how long, and whether `cp` agrees.

import { cp, cpAnalysis } from '../../../src/detectors/cp/index.ts';
import { Raptor } from '../../../src/teaching/raptor/index.ts';
import { lowerForks } from '../../../src/teaching/raptor/lower-forks.ts';
import { Lowering } from '../../../src/trace/lowering.ts';
import { cpuSeconds } from '../../cpu-time.ts';
import { answer, guard, inMemory, type Question } from './task.ts';

export interface RaptorQuestion extends Question {
  readonly file: string;
}

export interface BySets {
  readonly seconds: number;
  readonly races: number;
  /** Whether `cp` reports the same pairs. */
  readonly same: boolean;
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((pair) => b.has(pair));
}

await answer(async ({ file }: RaptorQuestion): Promise<BySets> => {
  const { blocks } = await inMemory(file);
  const bySets = new Set<string>();
  const raptor = new Raptor((first, second) => bySets.add(`${first} ${second}`));
  const step = lowerForks((op, t, target, position) => raptor.event(op, t, target, position));
  const lowering = new Lowering(cp.operations, cp.reentrant, ({ start, length, ops, threads, targets, positions }) => {
    for (let i = 0; i < length; i++) {
      if (i % 64 === 0) guard();
      step(ops[i]!, threads[i]!, targets[i]!, positions === undefined ? start + i : positions[i]!);
    }
  });
  const seconds = cpuSeconds(() => {
    for (const block of blocks) lowering.lower(block);
    raptor.end();
  });

  const byClocks = new Set<string>();
  const analysis = cpAnalysis((first, second) => byClocks.add(`${first} ${second}`));
  const again = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
  for (const block of blocks) again.lower(block);
  analysis.end();
  return { seconds, races: bySets.size, same: alike(bySets, byClocks) };
});
