// A compressed trace of any length that exists only as a grammar: threads that repeat loops of critical sections, and accesses that no
// lock protects, if asked for. The same seed gives the same grammar.

import { Op } from '../trace/operation.ts';
import { Random } from '../trace/random/prng.ts';
import { newSymbols, type Symbols } from '../trace/symbols.ts';
import { Alphabet } from './alphabet.ts';
import { type CompressedTrace, noLocations } from './compress.ts';

export interface GrammarOptions {
  /** Exactly so many; enough for the forks, joins and one round. */
  readonly events: number;
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  /** The chance that a thread accesses a shared variable without its lock, per section. */
  readonly races: number;
  readonly seed: number;
}

/** Critical sections in the body of a thread's loop, and how often at most it runs before the next thread's turn. */
const SECTIONS = 8;
const ITERATIONS = 100;

interface Item {
  readonly symbol: number;
  readonly count: number;
}

export function generateGrammar(options: GrammarOptions): { trace: CompressedTrace; symbols: Symbols } {
  const { events, threads, locks, variables, seed } = options;
  if (locks < 1) throw new RangeError('a grammar of loops has at least one lock');
  const random = new Random(seed);
  const alphabet = new Alphabet();
  const bodies = Array.from({ length: threads }, (_, t) => body(options, t, random, alphabet));
  const round = bodies.map(({ length }) => ({ length, count: 1 + random.below(ITERATIONS) }));
  const roundLength = round.reduce((sum, { length, count }) => sum + length * count, 0);
  const filler = alphabet.terminal(Op.write, 0, variables);
  const sides = Array.from({ length: threads - 1 }, (_, t) => [
    alphabet.terminal(Op.fork, 0, t + 1),
    alphabet.terminal(Op.join, 0, t + 1),
  ]);
  const rest = events - 2 * (threads - 1);
  const rounds = Math.floor(rest / roundLength);
  if (rounds < 1) throw new RangeError(`a round has ${roundLength} events: ask for at least ${roundLength + 2 * (threads - 1)}`);
  const first = alphabet.size;
  const one = (symbol: number): Item => ({ symbol, count: 1 });
  const start = [
    ...sides.map(([fork]) => one(fork!)),
    { symbol: first + threads, count: rounds },
    ...(rest % roundLength > 0 ? [{ symbol: filler, count: rest % roundLength }] : []),
    ...sides.map(([, join]) => one(join!)),
  ];
  const rules = [
    ...bodies.map((terminals) => terminals.map(one)),
    round.map(({ count }, t) => ({ symbol: first + t, count })),
    start,
  ];
  const trace = { terminals: alphabet, events: slp(rules, first), locations: noLocations(events) };
  return { trace, symbols: names(threads, locks, variables) };
}

/** The terminals of one iteration of a thread. Variable x belongs to lock x mod locks; those above are the threads' own. */
function body({ locks, variables, races }: GrammarOptions, t: number, random: Random, alphabet: Alphabet): number[] {
  const terminals: number[] = [];
  for (let s = 0; s < SECTIONS; s++) {
    const lock = random.below(locks);
    const x = lock + locks * random.below(Math.max(1, Math.floor((variables - lock - 1) / locks) + 1));
    const shared = Math.min(x, variables - 1);
    const guard = shared % locks;
    const open = random.chance(races);
    if (!open) terminals.push(alphabet.terminal(Op.acquire, t, guard));
    terminals.push(alphabet.terminal(Op.read, t, shared));
    if (random.chance(0.5)) terminals.push(alphabet.terminal(Op.write, t, shared));
    if (!open) terminals.push(alphabet.terminal(Op.release, t, guard));
    terminals.push(alphabet.terminal(random.chance(0.5) ? Op.write : Op.read, t, variables + t));
  }
  return terminals;
}

function slp(rules: readonly (readonly Item[])[], terminals: number): CompressedTrace['events'] {
  const starts = new Uint32Array(rules.length + 1);
  for (const [r, rule] of rules.entries()) starts[r + 1] = starts[r]! + rule.length;
  const items = rules.flat();
  return {
    terminals,
    starts,
    symbols: Uint32Array.from(items, ({ symbol }) => symbol),
    counts: Float64Array.from(items, ({ count }) => count),
  };
}

function names(threads: number, locks: number, variables: number): Symbols {
  const symbols = newSymbols();
  for (let t = 0; t < threads; t++) symbols.threads.internName(`T${t}`);
  for (let l = 0; l < locks; l++) symbols.locks.internName(`L${l}`);
  for (let x = 0; x < variables; x++) symbols.variables.internName(`V${x}`);
  for (let t = 0; t < threads; t++) symbols.variables.internName(`own${t}`);
  return symbols;
}
