// The six families of sets that ZipTrack computes for every rule of a grammar (Kini, Mathur, Viswanathan 2018, section 3): by its
// inductive equations, as plain sets. Slow and obvious: `grammar-hb` has the same knowledge in another form.

import { InputError } from '../base/error.ts';
import { type CompressedTrace, ruleName, type Terminals } from '../grammar/compress.ts';
import { itemCount, ruleCount } from '../grammar/slp.ts';
import { Op, operation } from '../trace/operation.ts';
import type { Symbols } from '../trace/symbols.ts';
import type { Row } from './thinking.ts';

/** A thread by its number, a lock by its number behind all threads. */
export type Entity = number;
type Family<Key> = ReadonlyMap<Key, ReadonlySet<Entity>>;

/** Of one chunk, the string of a rule. What is not there is the empty set. */
export interface ChunkSets {
  /** After the last read of a variable by a thread, before the first; keys are `accessKey`s. */
  readonly alrd: Family<number>;
  readonly bfrd: Family<number>;
  /** After the last write of a variable, before the first. */
  readonly alwr: Family<number>;
  readonly bfwr: Family<number>;
  /** After the first event of a thread or join of it, or acquire of a lock. */
  readonly af: Family<Entity>;
  /** Before the last event of a thread or fork of it, or release of a lock. */
  readonly bl: Family<Entity>;
}

/** Sets are for grammars that a person looks at: to compose them takes time in the square of their number. */
const MOST_ITEMS = 20_000;

/** Operations with an order that the paper does not define. */
const BEYOND: ReadonlySet<number> = new Set([
  Op.volatileRead,
  Op.volatileWrite,
  Op.relaxedRead,
  Op.relaxedWrite,
  Op.acquireShared,
  Op.releaseShared,
  Op.barrierEnter,
  Op.barrierExit,
  Op.alloc,
]);

/** The key of the reads of a variable by a thread, and back. @internal */
export const accessKey = (thread: number, variable: number, threads: number): number => variable * threads + thread;
const accessOf = (key: number, threads: number): [thread: number, variable: number] => [key % threads, Math.floor(key / threads)];

/** Per rule, in the order of the grammar. @internal */
export function grammarSets({ terminals, events }: CompressedTrace, threads: number): ChunkSets[] {
  if (itemCount(events) > MOST_ITEMS)
    throw new InputError(
      'TRACE_TOO_LONG',
      {},
      `the grammar has ${itemCount(events)} items`,
      `sets are shown of at most ${MOST_ITEMS}`,
    );
  checkOperations(terminals);
  const sets: ChunkSets[] = [];
  for (let r = 0; r < ruleCount(events); r++) {
    let chunk = EMPTY;
    for (let i = events.starts[r]!; i < events.starts[r + 1]!; i++) {
      const s = events.symbols[i]!;
      const item = s < events.terminals ? eventSets(terminals, s, threads) : sets[s - events.terminals]!;
      chunk = composed(chunk, power(item, events.counts[i]!));
    }
    sets.push(chunk);
  }
  return sets;
}

const EMPTY: ChunkSets = { alrd: new Map(), bfrd: new Map(), alwr: new Map(), bfwr: new Map(), af: new Map(), bl: new Map() };

/** The chunk of a single event. */
function eventSets({ ops, threads: actors, targets }: Terminals, s: number, threads: number): ChunkSets {
  const op = ops[s]!;
  const thread = actors[s]!;
  const target = targets[s]!;
  const after = new Set([thread]);
  const before = new Set([thread]);
  if (op === Op.fork) after.add(target);
  if (op === Op.join) before.add(target);
  if (op === Op.release || op === Op.wait) after.add(threads + target);
  if (op === Op.acquire) before.add(threads + target);
  const read = op === Op.read ? [accessKey(thread, target, threads)] : [];
  const write = op === Op.write ? [target] : [];
  return {
    alrd: new Map(read.map((key) => [key, after])),
    bfrd: new Map(read.map((key) => [key, before])),
    alwr: new Map(write.map((x) => [x, after])),
    bfwr: new Map(write.map((x) => [x, before])),
    af: new Map([...before].map((u) => [u, after])),
    bl: new Map([...after].map((u) => [u, before])),
  };
}

/** B C, by equations (5), (6), (9) and their duals. */
function composed(b: ChunkSets, c: ChunkSets): ChunkSets {
  const af = new Map<Entity, ReadonlySet<Entity>>();
  for (const u of new Set([...b.af.keys(), ...c.af.keys()])) af.set(u, through([u], b.af, c.af));
  const bl = new Map<Entity, ReadonlySet<Entity>>();
  for (const u of new Set([...c.bl.keys(), ...b.bl.keys()])) bl.set(u, through([u], c.bl, b.bl));
  return {
    alrd: later(b.alrd, c.alrd, c.af),
    alwr: later(b.alwr, c.alwr, c.af),
    bfrd: later(c.bfrd, b.bfrd, b.bl),
    bfwr: later(c.bfwr, b.bfwr, b.bl),
    af,
    bl,
  };
}

/** Equation (6): what the near chunk reaches from an entity, and what the far one reaches from there and from the entity itself. */
function through(from: Iterable<Entity>, near: Family<Entity>, far: Family<Entity>): ReadonlySet<Entity> {
  const reached = new Set<Entity>();
  const steps = new Set(from);
  for (const u of [...steps])
    for (const v of near.get(u) ?? []) {
      reached.add(v);
      steps.add(v);
    }
  for (const u of steps) for (const v of far.get(u) ?? []) reached.add(v);
  return reached;
}

/** Equation (5): the access of the far chunk if it has one, else that of the near one, carried through the far one. */
function later(near: Family<number>, far: Family<number>, carried: Family<Entity>): Family<number> {
  const result = new Map(far);
  for (const [key, set] of near) {
    if (far.has(key)) continue;
    const reached = new Set(set);
    for (const u of set) for (const v of carried.get(u) ?? []) reached.add(v);
    result.set(key, reached);
  }
  return result;
}

function power(sets: ChunkSets, count: number): ChunkSets {
  if (count === 1) return sets;
  const half = power(sets, Math.floor(count / 2));
  const whole = composed(half, half);
  return count % 2 === 0 ? whole : composed(whole, sets);
}

function checkOperations({ size, ops }: Terminals): void {
  const op = ops.subarray(0, size).find((code) => BEYOND.has(code));
  if (op === undefined) return;
  const hint = 'they are defined for r, w, acq, rel, fork and join; `grammar hb` analyses all operations';
  throw new InputError('USAGE', {}, `ZipTrack defines no sets for ${operation(op).name}`, hint);
}

const FAMILIES = ['alrd', 'alwr', 'bfrd', 'bfwr', 'af', 'bl'] as const;
const NAMES = { alrd: 'ALRd', alwr: 'ALWr', bfrd: 'BFRd', bfwr: 'BFWr', af: 'AF', bl: 'BL' } as const;

/** The sets of the first rules, the start rule first, as the paper writes them: `ALRd(t, x) = {…}`. */
export function* setRows(trace: CompressedTrace, symbols: Symbols, most: number): Generator<Row> {
  const threads = symbols.threads.size;
  const entity = (u: Entity): string => (u < threads ? symbols.threads.name(u) : symbols.locks.name(u - threads));
  const variable = (x: number): string => symbols.variables.name(x);
  const key = (family: (typeof FAMILIES)[number], k: number): string => {
    if (family === 'af' || family === 'bl') return entity(k);
    if (family === 'alwr' || family === 'bfwr') return variable(k);
    const [t, x] = accessOf(k, threads);
    return `${entity(t)}, ${variable(x)}`;
  };
  const all = grammarSets(trace, threads);
  for (let r = all.length - 1; r >= Math.max(0, all.length - most); r--)
    for (const family of FAMILIES)
      for (const [k, set] of [...all[r]![family]].sort(([a], [b]) => a - b))
        if (set.size > 0)
          yield {
            rule: ruleName(trace, r),
            set: `${NAMES[family]}(${key(family, k)})`,
            members: [...set].sort((a, b) => a - b).map(entity),
          };
}
