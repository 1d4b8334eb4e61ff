// Analyses the outline of a trace instead of the trace, and finds for every variable of what was found a pair of accesses in the trace itself. What the
// outline says of a thread and a block after a synchronisation holds for the first such access of each variable of the block that comes after it in the trace,
// and after as many allocations of the variable as the outline has of the block.

import { Op } from '../trace/operation.ts';
import type { Bounds } from '../trace/symbols.ts';
import { type Analysed, type CompressedTrace, noLocations } from './compress.ts';
import type { VariableSink } from './fold.ts';
import { isVariable, type Outline } from './outline.ts';
import { type Place, placesAt } from './places.ts';
import { Search } from './search.ts';
import { lengthsOf } from './slp.ts';

type Analyse = (trace: CompressedTrace, bounds: Bounds, report: VariableSink) => Record<string, number>;

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
  const ids = { ...bounds, variables: blockCount };
  const counters = analyse(subject, ids, (a, b) => positions.push(a, b));
  if (positions.length > 0) reportVariables(trace, outline, placesAt(subject, ids, positions), report, first);
  return { outlined: length, ...counters };
}

/** `accesses`: in pairs, of one block each. */
function reportVariables(
  { terminals, events }: Analysed,
  { blocks, blockCount }: Outline,
  accesses: readonly Place[],
  report: VariableSink,
  first: boolean,
): void {
  const byBlock = new Map<number, Place[][]>();
  for (let i = 0; i < accesses.length; i += 2) {
    const { target: block } = accesses[i]!;
    if (!byBlock.has(block)) byBlock.set(block, []);
    byBlock.get(block)!.push(accesses.slice(i, i + 2));
  }
  // Of a terminal, later lives are asked for first.
  for (const pairs of byBlock.values()) pairs.sort((a, b) => b[0]!.life - a[0]!.life);
  const { size, ops, threads, targets } = terminals;
  const search = new Search(terminals, events);
  /** Per variable: where its queries begin + 1, two for each pair of its block. */
  const queriesOf = new Uint32Array(blocks.length);
  const queries: number[] = [];
  const asked: number[] = [];
  const isFound = new Uint8Array(blockCount + 1);
  for (const block of byBlock.keys()) isFound[block + 1] = 1;
  // In a column of bytes: the terminals come in any order of their variables.
  const isWanted = new Uint8Array(blocks.length);
  for (let x = 0; x < blocks.length; x++) isWanted[x] = isFound[blocks[x]!]!;
  for (let s = 0; s < size; s++) {
    const x = targets[s]!;
    if (isWanted[x] !== 1 || !isVariable(ops[s]!)) continue;
    if (ops[s] === Op.alloc) search.follow(s);
    if (first && asked.length > 0 && asked[0] !== x) continue;
    const pairs = byBlock.get(blocks[x]! - 1)!;
    for (let k = 0; k < pairs.length; k++)
      for (let side = 0; side < 2; side++) {
        const { op, thread, after, life } = pairs[k]![side]!;
        if (op !== ops[s] || thread !== threads[s]) continue;
        if (queriesOf[x] === 0) {
          asked.push(x);
          queriesOf[x] = queries.length + 1;
          for (let q = 0; q < 2 * pairs.length; q++) queries.push(-1);
        }
        queries[queriesOf[x]! - 1 + 2 * k + side] = search.ask(s, after, life);
      }
  }
  search.run();
  for (const x of asked)
    for (let k = 0; k < byBlock.get(blocks[x]! - 1)!.length; k++) {
      const at = queriesOf[x]! - 1 + 2 * k;
      const [a, b] = [search.positionOf(queries[at]!), search.positionOf(queries[at + 1]!)];
      report(Math.min(a, b), Math.max(a, b), x);
    }
}
