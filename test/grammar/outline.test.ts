// The outline of a trace against its definition, and what is found on it against the referees, on traces that access arrays.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyseGrammar } from '../../src/detectors/grammar-file.ts';
import { hbOnGrammar } from '../../src/detectors/grammar-hb.ts';
import { grammarLockset as grammarLocksetDetector } from '../../src/detectors/grammar-lockset.ts';
import { GrammarDecoder } from '../../src/formats/grammar/decoder.ts';
import { grammar, writeGrammar } from '../../src/formats/grammar/index.ts';
import { type CompressedTrace, methods, TraceCompressor } from '../../src/grammar/compress.ts';
import { Expansion } from '../../src/grammar/expand.ts';
import { grammarHb } from '../../src/grammar/hb/analysis.ts';
import { grammarLockset } from '../../src/grammar/lockset/analysis.ts';
import { isSynchronising, type Outline } from '../../src/grammar/outline.ts';
import { lengthsOf, type Slp } from '../../src/grammar/slp.ts';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { ACCESS_KINDS, ATOMIC, Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { Random } from '../../src/trace/random/prng.ts';
import { bounds, newSymbols } from '../../src/trace/symbols.ts';
import { eventAt, events, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { likewise } from '../arbitrary/model.ts';
import { basicFeatures, type Feature, listing, type Shape } from '../arbitrary/trace.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { runs } from '../runs.ts';
import { expectRaces, livesOf, loopyTrace } from './chunks.ts';
import { randomGrammar } from './random-grammar.ts';

const WIDTH = 4;
const rich: readonly Feature[] = [...basicFeatures, 'volatile', 'shared', 'wait', 'region'];
/** What the fold does not know is left to the kernel of FastTrack. */
const all: readonly Feature[] = [...rich, 'atomic', 'barrier', 'alloc'];

/** The trace with an array in place of each variable: most accesses are of all elements, some of a part, or of one in another way or twice. */
function widened(trace: Trace, seed: number): Trace {
  const random = new Random(seed);
  const symbols = newSymbols();
  const collector = new TraceCollector(symbols);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block), 1024);
  for (const { table } of [{ table: 'threads' }, { table: 'locks' }, { table: 'locations' }] as const)
    for (let id = symbols[table].size; id < trace.symbols[table].size; id++)
      symbols[table].internName(trace.symbols[table].name(id));
  for (let x = 0; x < trace.symbols.variables.size * WIDTH; x++) symbols.variables.internName(`x${x}`);
  for (const { op, thread, target, location } of events(trace)) {
    if (op > Op.write && op !== Op.alloc) {
      builder.add(op as Op, thread, isAtomic(op) ? target * WIDTH : target, location);
      continue;
    }
    const part = random.below(5);
    const [from, to] = part === 0 ? [1, WIDTH] : part === 1 ? [0, 2] : [0, WIDTH];
    const other = part === 3 ? random.below(WIDTH) : -1;
    for (let e = from; e < to; e++)
      builder.add((e === other && op <= Op.write ? 1 - op : op) as Op, thread, target * WIDTH + e, location);
    if (part === 2) builder.add(op as Op, thread, target * WIDTH + random.below(WIDTH), location);
  }
  builder.flush();
  const result = likewise(trace, collector.trace());
  return Object.assign(result, { [fc.toStringMethod]: () => listing(result) });
}

const arrays = (features: readonly Feature[], shape: Partial<Shape> = {}) => fc.tuple(loopyTrace({ features, ...shape }), fc.nat()).map(([trace, seed]) => widened(trace, seed)); // biome-ignore format: one line

function compressed(trace: Trace, method: (typeof methods)[number] = methods[0]): CompressedTrace {
  const compressor = new TraceCompressor(method);
  for (const block of trace.blocks) compressor.block(block);
  return compressor.finish();
}

function isAtomic(op: number): boolean {
  return ACCESS_KINDS[op] === ATOMIC;
}

/** Per variable that several threads access and one writes, or that is atomic: its accesses as segment and kind, in order and without repetition. */
function histories(trace: Trace): Map<number, string> {
  const segments = new Map<number, number>();
  const found = new Map<number, { steps: Set<string>; threads: Set<number>; written: boolean; atomic: boolean; lives: number }>();
  for (const { op, thread, target } of events(trace)) {
    const atomic = isAtomic(op);
    if (isSynchronising(op)) segments.set(thread, (segments.get(thread) ?? 0) + 1);
    if (op > Op.write && !atomic && op !== Op.alloc) continue;
    const known = found.get(target) ?? { steps: new Set(), threads: new Set(), written: false, atomic: false, lives: 0 };
    found.set(target, known);
    if (atomic) known.atomic = true;
    else if (op === Op.alloc) known.lives++;
    else known.threads.add(thread);
    if (!atomic)
      known.steps.add(op === Op.alloc ? `alloc ${known.lives}` : `${known.lives}.${thread}.${segments.get(thread) ?? 0}.${op}`);
    if (op === Op.write) known.written = true;
  }
  const shared = [...found].filter(([, { threads, written, atomic }]) => atomic || (threads.size > 1 && written));
  return new Map(shared.map(([x, { steps, atomic }]) => [x, atomic ? `atomic ${x}` : [...steps].join(' ')]));
}

test('variables are in one block if they are accessed in the same segments, in the same ways', () => {
  fc.assert(
    fc.property(arrays(all), (trace) => {
      const { blocks, blockCount } = compressed(trace).outline!;
      const expected = histories(trace);
      const names = new Map<string, number>();
      for (const x of [...expected.keys()].sort((a, b) => a - b)) if (!names.has(expected.get(x)!)) names.set(expected.get(x)!, names.size + 1); // biome-ignore format: one line
      expect([...blocks]).toEqual(Array.from(blocks, (_, x) => names.get(expected.get(x) ?? '') ?? 0));
      expect(blockCount).toBe(names.size);
    }),
    runs(200),
  );
});

test.each([
  ['basic operations', basicFeatures, grammarHb],
  ['atomics, reader locks, waits, regions', rich, grammarHb],
  ['all operations', all, hbOnGrammar],
])('the racy variables of the trace, and an unordered pair for each: %s', (_, features, analyse) => {
  fc.assert(
    fc.property(arrays(features), (trace) => {
      const whole = compressed(trace);
      expectRaces(trace, (report) => analyse(whole, bounds(trace.symbols), report));
      const first: number[] = [];
      analyse(whole, bounds(trace.symbols), (_, __, x) => first.push(x), { first: true });
      expect(first.length).toBe(Math.min(1, happensBeforeRaces(trace).length));
    }),
    runs(200),
  );
});

const allocating = arrays(['fork', 'alloc', 'hand-over', 'volatile'], { weights: { alloc: 5, access: 5 }, items: 12 });

/** The same trace and outline with other rules. */
function regrouped({ terminals, events: slp, locations, outline }: CompressedTrace, seed: number): CompressedTrace {
  const again = (slp: Slp) => {
    const string = new Uint32Array(lengthsOf(slp).at(-1)!);
    new Expansion(slp).fill(string);
    return randomGrammar([...string], slp.terminals, seed);
  };
  return { terminals, events: again(slp), locations, outline: { ...outline!, events: again(outline!.events) } };
}

test.each([
  ['all operations', arrays(all)],
  ['allocations', allocating],
])('whatever the rules of the trace and of its outline are: %s', (_, traces) => {
  fc.assert(
    fc.property(traces, fc.nat(), (trace, seed) => {
      const whole = regrouped(compressed(trace), seed);
      expectRaces(trace, (report) => hbOnGrammar(whole, bounds(trace.symbols), report));
    }),
    runs(300),
  );
});

test('locksets of the outline are those of the events, and each pair is in conflict', () => {
  fc.assert(
    fc.property(arrays(basicFeatures), (trace) => {
      const { terminals, events: slp, outline } = compressed(trace);
      const plain: number[] = [];
      grammarLockset({ terminals, events: slp }, bounds(trace.symbols), (_, __, x) => plain.push(x));
      const found: number[] = [];
      grammarLockset({ terminals, events: slp, outline }, bounds(trace.symbols), (a, b, x) => {
        const [first, second] = [eventAt(trace, a), eventAt(trace, b)];
        expect([first.target, second.target]).toEqual([x, x]);
        expect(first.thread).not.toBe(second.thread);
        expect(Math.max(first.op, second.op)).toBe(Op.write);
        found.push(x);
      });
      expect(found.sort((a, b) => a - b)).toEqual(plain.sort((a, b) => a - b));
    }),
    runs(200),
  );
});

test('locksets of the outline are those of the events, where operations must be lowered', () => {
  fc.assert(
    fc.property(arrays(all), (trace) => {
      const whole = compressed(trace);
      const suspects = (subject: CompressedTrace) => {
        const found: string[] = [];
        const report = (_: number, second: number) => found.push(livesOf(trace)[second]!);
        analyseGrammar(grammarLocksetDetector, subject, bounds(trace.symbols), report, {});
        return found.sort();
      };
      expect(suspects(whole)).toEqual(suspects({ ...whole, outline: undefined }));
    }),
    runs(100),
  );
});

/** Terminals as they are written, one for each event. */
function stringOf({ terminals: { ops, threads, targets }, events: slp }: Outline): string[] {
  const string = new Uint32Array(lengthsOf(slp).at(-1)!);
  new Expansion(slp).fill(string);
  return Array.from(string, (s) => `${ops[s]} ${threads[s]} ${targets[s]}`);
}

test('comes back from a file', () => {
  fc.assert(
    fc.property(arrays(all), (trace) => {
      const whole = compressed(trace);
      // One without events is not written.
      fc.pre(whole.outline!.terminals.size > 0);
      const decoder = new GrammarDecoder('x.slp');
      writeGrammar(whole, trace.symbols, (part) => decoder.push(part));
      const { outline } = decoder.complete().trace;
      expect(stringOf(outline!)).toEqual(stringOf(whole.outline!));
      expect(outline?.blocks).toEqual(whole.outline!.blocks);
      expect(outline?.blockCount).toBe(whole.outline!.blockCount);
    }),
    runs(60),
  );
});

test('an outline that is not that of the events is told', () => {
  const seed = fc.sample(arrays(basicFeatures), { numRuns: 50, seed: 7 });
  const racy = seed
    .map((trace) => ({ trace, whole: compressed(trace) }))
    .filter(({ trace }) => happensBeforeRaces(trace).length > 0);
  expect(racy.length).toBeGreaterThan(2);
  const [{ whole, trace }, other] = [racy[0]!, racy[1]!];
  const mixed = { ...other.whole, events: { ...other.whole.events, starts: Uint32Array.of(0, 0), symbols: new Uint32Array(0) } };
  expect(() => grammarHb({ ...mixed, outline: whole.outline }, bounds(trace.symbols), () => {})).toThrowError(
    expect.objectContaining({ code: 'TRACE_CORRUPT' }),
  );
});

test('who looks for problems finds the outline of other events, and no fault in its own', () => {
  fc.assert(
    fc.property(arrays(all), arrays(all), (trace, other) => {
      const whole = compressed(trace);
      const strange = compressed(other);
      const told = (file: CompressedTrace) => {
        const problems = new LenientProblems();
        const reader = grammar.reader({ file: 'x.slp', problems, emit: () => {} });
        writeGrammar(file, trace.symbols, (part) => reader.push(part));
        reader.end();
        return problems.total;
      };
      expect(told(whole)).toBe(0);
      const isSame = stringOf(strange.outline!).join() === stringOf(whole.outline!).join();
      const fits = strange.outline!.blocks.length === whole.outline!.blocks.length;
      fc.pre(strange.outline!.terminals.size > 0);
      fc.pre(fits && !isSame && other.symbols.threads.size <= trace.symbols.threads.size);
      fc.pre(other.symbols.locks.size <= trace.symbols.locks.size);
      expect(told({ ...whole, outline: strange.outline })).toBe(1);
    }),
    runs(60),
  );
});
