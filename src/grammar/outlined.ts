// Analyses the outline of a trace instead of the trace, and finds for every variable of what was found a pair of accesses in the trace itself. What the
// outline says of a thread and a block after a synchronisation holds for the first such access of each variable of the block that comes after it in the trace.

import type { Bounds } from '../trace/symbols.ts';
import { type Analysed, type CompressedTrace, noLocations } from './compress.ts';
import { Expansion } from './expand.ts';
import type { VariableSink } from './fold.ts';
import { isSynchronising, isVariable, type Outline } from './outline.ts';
import { Search } from './search.ts';
import { lengthsOf } from './slp.ts';

type Analyse = (trace: CompressedTrace, bounds: Bounds, report: VariableSink) => Record<string, number>;

/** Events of the outline that are expanded at a time: races are often found early. */
const PART = 1024;

/** An access of the outline. */
interface Access {
  readonly op: number;
  readonly thread: number;
  readonly block: number;
  /** The synchronisation that its thread has done last: how many of all threads there are up to it, or 0. */
  readonly after: number;
}

/** `first`: one variable is enough. */
export function onOutline(
  trace: Analysed,
  outline: Outline,
  bounds: Bounds,
  report: VariableSink,
  analyse: Analyse,
  first = false,
): Record<string, number> {
  const { terminals, events, blockCount } = outline;
  const length = lengthsOf(events).at(-1)!;
  const positions: number[] = [];
  const subject = { terminals, events, locations: noLocations(length) };
  const counters = analyse(subject, { ...bounds, variables: blockCount }, (a, b) => positions.push(a, b));
  if (positions.length > 0) reportVariables(trace, outline, accessesAt(outline, positions, bounds.threads), report, first);
  return { outlined: length, ...counters };
}

/** What stands at positions of the outline. */
function accessesAt({ terminals, events }: Outline, positions: readonly number[], threadCount: number): Access[] {
  const { ops, threads, targets } = terminals;
  const order = [...positions.keys()].sort((a, b) => positions[a]! - positions[b]!);
  const found: Access[] = [];
  const latest = new Float64Array(threadCount);
  const part = new Uint32Array(PART);
  const expansion = new Expansion(events);
  /** Per terminal: its thread if it synchronises, or -1. */
  const actors = Int32Array.from({ length: terminals.size }, (_, s) => (isSynchronising(ops[s]!) ? threads[s]! : -1));
  let synchronisations = 0;
  let next = 0;
  let asked = positions[order[0]!]!;
  for (let start = 0; next < order.length; start += part.length) {
    const length = expansion.fill(part);
    for (let i = 0; i < length; i++) {
      const s = part[i]!;
      for (; asked === start + i; asked = positions[order[++next]!] ?? -1)
        found[order[next]!] = { op: ops[s]!, thread: threads[s]!, block: targets[s]!, after: latest[threads[s]!]! };
      if (actors[s]! >= 0) latest[actors[s]!] = ++synchronisations;
    }
  }
  return found;
}

/** `accesses`: in pairs, of one block each. */
function reportVariables(
  { terminals, events }: Analysed,
  { blocks, blockCount }: Outline,
  accesses: readonly Access[],
  report: VariableSink,
  first: boolean,
): void {
  const byBlock = new Map<number, readonly Access[]>();
  for (let i = 0; i < accesses.length; i += 2) byBlock.set(accesses[i]!.block, accesses.slice(i, i + 2));
  const { size, ops, threads, targets } = terminals;
  const search = new Search(terminals, events);
  /** Per variable: the terminals that are looked for. */
  const pairs = new Map<number, number[]>();
  const isFound = new Uint8Array(blockCount + 1);
  for (const block of byBlock.keys()) isFound[block + 1] = 1;
  for (let s = 0; s < size; s++) {
    const x = targets[s]!;
    if (isFound[blocks[x]!] !== 1 || !isVariable(ops[s]!)) continue;
    const pair = byBlock.get(blocks[x]! - 1);
    const access = pair?.find(({ op, thread }) => op === ops[s] && thread === threads[s]);
    if (access === undefined || (first && pairs.size > 0 && !pairs.has(x))) continue;
    search.ask(s, access.after);
    const known = pairs.get(x);
    if (known === undefined) pairs.set(x, [s]);
    else known.push(s);
  }
  search.run();
  for (const [x, found] of pairs) {
    const [a, b] = [search.positionOf(found[0]!), search.positionOf(found[1]!)];
    report(Math.min(a, b), Math.max(a, b), x);
  }
}
