// What a grammar consists of, for `foretrace grammar stats`.

import { type CompressedTrace, ruleName } from './compress.ts';
import { approximateLengths, exactLength, itemCount, ruleCount, type Slp, useCounts } from './slp.ts';

export interface GrammarStatistics {
  readonly events: bigint;
  readonly terminals: number;
  readonly rules: number;
  /** Symbols in all bodies; a repetition counts once. */
  readonly items: number;
  /** Steps from the start rule down to the deepest terminal. */
  readonly depth: number;
  /** Events per item. */
  readonly ratio: number;
  readonly repetitions: number;
  /** Terminals in a row in one body, the longest first. */
  readonly longestRuns: readonly number[];
  /** The rules that most items name. */
  readonly mostShared: readonly {
    readonly rule: number;
    readonly name: string;
    readonly uses: number;
    readonly length: number;
  }[];
  readonly locationRules: number;
  readonly locationItems: number;
}

const SHOWN = 5;

export function grammarStatistics(trace: CompressedTrace): GrammarStatistics {
  const { terminals, events, locations } = trace;
  const length = exactLength(events);
  const lengths = approximateLengths(events);
  const uses = useCounts(events);
  const shared = Array.from(uses.keys()).sort((a, b) => uses[b]! - uses[a]! || lengths[b]! - lengths[a]! || a - b);
  return {
    events: length,
    terminals: terminals.size,
    rules: ruleCount(events),
    items: itemCount(events),
    depth: depthOf(events),
    ratio: itemCount(events) === 0 ? 0 : Number(length) / itemCount(events),
    repetitions: events.counts.reduce((sum, count) => sum + (count > 1 ? 1 : 0), 0),
    longestRuns: runsOf(events).slice(0, SHOWN),
    mostShared: shared.slice(0, SHOWN).flatMap((rule) => {
      return uses[rule]! > 1 ? [{ rule, name: ruleName(trace, rule), uses: uses[rule]!, length: lengths[rule]! }] : [];
    }),
    locationRules: ruleCount(locations),
    locationItems: itemCount(locations),
  };
}

function depthOf({ terminals, starts, symbols }: Slp): number {
  const depths = new Uint32Array(starts.length - 1);
  for (let r = 0; r < depths.length; r++) {
    let depth = 0;
    for (let i = starts[r]!; i < starts[r + 1]!; i++)
      depth = Math.max(depth, symbols[i]! < terminals ? 0 : depths[symbols[i]! - terminals]!);
    depths[r] = depth + 1;
  }
  return depths.at(-1)!;
}

function runsOf({ terminals, starts, symbols }: Slp): number[] {
  const runs: number[] = [];
  for (let r = 0; r < starts.length - 1; r++) {
    let run = 0;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      if (symbols[i]! < terminals) run++;
      else if (run > 0) {
        runs.push(run);
        run = 0;
      }
    }
    if (run > 0) runs.push(run);
  }
  return runs.sort((a, b) => b - a);
}
