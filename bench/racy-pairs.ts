// A trace that is hard on predictors: a few threads that read and write a few variables now with a lock and now without. One access in
// six races in another schedule, and such a schedule is half the trace long.

import { BlockBuilder } from '../src/trace/builder.ts';
import { Op } from '../src/trace/operation.ts';
import { Random } from '../src/trace/random/prng.ts';
import { newSymbols } from '../src/trace/symbols.ts';
import { type Trace, TraceCollector } from '../src/trace/trace.ts';

const THREADS = 4;
const VARIABLES = 200;
const PLACES = 500;

/** At least so many events, by at most three. */
export function racyPairs(events: number, seed = 1): Trace {
  const random = new Random(seed);
  const collector = new TraceCollector(newSymbols());
  const { threads, locks, variables, locations } = collector.symbols;
  for (let t = 0; t < THREADS; t++) threads.internName(`T${t}`);
  for (let x = 0; x < VARIABLES; x++) variables.internName(`x${x}`);
  for (let line = 1; line < PLACES; line++) locations.internName(`a.c:${line}`);
  locks.internName('m');
  const builder = new BlockBuilder(collector.symbols, (block) => collector.block(block));
  let length = 0;
  const add = (op: Op, thread: number, target: number) => {
    builder.add(op, thread, target, 1 + (length % (PLACES - 1)));
    length++;
  };
  while (length < events) {
    const thread = random.below(THREADS);
    const variable = random.below(VARIABLES);
    const what = random.below(10);
    if (what < 3) {
      add(Op.acquire, thread, 0);
      add(Op.write, thread, variable);
      add(Op.release, thread, 0);
    } else add(what < 8 ? Op.read : Op.write, thread, variable);
  }
  builder.flush();
  return collector.trace();
}
