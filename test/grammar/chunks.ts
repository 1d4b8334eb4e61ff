// Strings of events with much repetition, and the terminals that they are made of.

import fc from 'fast-check';
import { expect } from 'vitest';
import { Alphabet } from '../../src/grammar/alphabet.ts';
import type { CompressedTrace } from '../../src/grammar/compress.ts';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Symbols } from '../../src/trace/symbols.ts';
import { type Event, eventAt, events, modelOf, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { likewise } from '../arbitrary/model.ts';
import { listing, type Shape, traceArbitrary } from '../arbitrary/trace.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';

/**
 * The trace, with its part from the last fork to the next join repeated if all locks are free at both ends. A join must not be repeated:
 * a thread that was joined does nothing any more.
 */
function repeated(trace: Trace, times: number): Trace {
  const all = [...events(trace)];
  const from = all.findLastIndex((e) => e.op === Op.fork) + 1;
  const join = all.findIndex((e, i) => i >= from && e.op === Op.join);
  const to = join < 0 ? all.length : join;
  const body = all.slice(from, to);
  const closed = isClosed(body);
  const collector = new TraceCollector(trace.symbols);
  const builder = new BlockBuilder(trace.symbols, (block) => collector.block(block), 1024);
  const copies = closed ? Array.from({ length: times }, () => body).flat() : body;
  for (const e of [...all.slice(0, from), ...copies, ...all.slice(to)]) builder.add(e.op as Op, e.thread, e.target, e.location);
  builder.flush();
  const result = likewise(trace, collector.trace());
  return Object.assign(result, { [fc.toStringMethod]: () => listing(result) });
}

/** Whether no thread holds a lock or is in a barrier at either end, as far as the events show. A wait is a release whose acquire is in the trace. */
function isClosed(body: readonly Event[]): boolean {
  const held = new Map<string, number>();
  for (const { op, thread, target } of body) {
    const key = `${thread} ${target}`;
    const before = held.get(key) ?? 0;
    if (op === Op.acquire || op === Op.acquireShared || op === Op.barrierEnter) held.set(key, before + 1);
    if (op !== Op.release && op !== Op.releaseShared && op !== Op.wait && op !== Op.barrierExit) continue;
    if (before === 0) return false;
    held.set(key, before - 1);
  }
  return [...held.values()].every((count) => count === 0);
}

export function loopyTrace(shape: Partial<Shape> = {}): fc.Arbitrary<Trace> {
  const times = fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 12 }));
  return fc.tuple(traceArbitrary({ items: 6, ...shape }), times).map(([trace, n]) => repeated(trace, n));
}

/** The events of a trace as terminals. */
export function encoded(trace: Trace): { alphabet: Alphabet; string: number[] } {
  const alphabet = new Alphabet();
  alphabet.memoryModel = modelOf(trace);
  const string = Array.from(events(trace), ({ op, thread, target }) => alphabet.terminal(op, thread, target));
  return { alphabet, string };
}

/** Part of a trace as a trace. */
export function chunk(symbols: Symbols, trace: Trace, from: number, to: number): Trace {
  const collector = new TraceCollector(symbols);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block), 1024);
  for (const e of [...events(trace)].slice(from, to)) builder.add(e.op as Op, e.thread, e.target, e.location);
  builder.flush();
  return likewise(trace, collector.trace());
}

export type Grammar = Pick<CompressedTrace, 'terminals' | 'events'>;

/** The racy variables by the definition, as name and life (memory that is allocated anew is another variable), and the pairs that are allowed. */
function expectedRaces(trace: Trace): { pairs: Set<string>; variables: string[] } {
  const races = happensBeforeRaces(trace);
  const lifeAt = livesOf(trace);
  return {
    pairs: new Set(races.map(([a, b]) => `${a} ${b}`)),
    variables: [...new Set(races.map(([, b]) => lifeAt[b]!))].sort(),
  };
}

/** Holds what an analysis finds to the definition. */
export function expectRaces(trace: Trace, analyse: (report: (first: number, second: number, x: number) => void) => void): void {
  const { pairs, variables } = expectedRaces(trace);
  const lifeAt = livesOf(trace);
  const found: string[] = [];
  analyse((first, second, x) => {
    expect(pairs, `${first} ${second} is no race`).toContain(`${first} ${second}`);
    expect(eventAt(trace, second).target).toBe(x);
    found.push(lifeAt[second]!);
  });
  expect(found.sort()).toEqual(variables);
}

/** Per event: its target, and how often that was allocated before. */
export function livesOf(trace: Trace): string[] {
  const allocations = new Map<number, number>();
  return Array.from(events(trace), ({ op, target }) => {
    const life = allocations.get(target) ?? 0;
    if (op === Op.alloc) allocations.set(target, life + 1);
    return `${target} ${life}`;
  });
}
