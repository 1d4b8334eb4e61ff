import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBlock } from '../../src/trace/block.ts';
import { Op } from '../../src/trace/operation.ts';
import { strict } from '../../src/trace/problems.ts';
import { Generator, generatedTrace } from '../../src/trace/random/generator.ts';
import { type GeneratorOptions, generatorOptions } from '../../src/trace/random/generator-options.ts';
import { events, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { firstViolation } from '../referee/well-formed.ts';
import { runs } from '../runs.ts';

// Not `fc.double`: most of what it makes is next to nothing.
const share = (max: number) =>
  fc.oneof(
    fc.constant(0),
    fc.nat(20).map((part) => (part / 20) * max),
  );

const optionsArbitrary: fc.Arbitrary<Partial<GeneratorOptions>> = fc.record({
  seed: fc.nat(),
  events: fc.integer({ min: 12, max: 400 }),
  threads: fc.integer({ min: 1, max: 6 }),
  locks: fc.nat(4),
  variables: fc.integer({ min: 2, max: 20 }),
  locations: fc.integer({ min: 1, max: 5 }),
  regularity: share(1),
  nesting: fc.integer({ min: 1, max: 4 }),
  reentrancy: share(1),
  sync: share(0.6),
  writes: share(1),
  shared: share(1),
  volatile: share(0.3),
  readers: share(1),
  waits: share(0.9),
  barriers: share(0.5),
});

/** FNV-1a over all columns. */
function hash(trace: Trace): string {
  let h = 0x811c9dc5;
  for (const { op, thread, target, location } of events(trace))
    for (const part of [op, thread, target, location]) h = Math.imul(h ^ part, 0x01000193);
  return (h >>> 0).toString(16);
}

function count(trace: Trace, ...ops: number[]): number {
  let found = 0;
  for (const { op } of events(trace)) if (ops.includes(op)) found++;
  return found;
}

describe('the bulk generator', () => {
  it('makes well-formed traces of exactly the length asked for, with no race unless asked for', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const trace = generatedTrace(options);
        expect(trace.length).toBe(options.events);
        expect(firstViolation(trace)).toBeUndefined();
        expect(happensBeforeRaces(trace)).toEqual([]);
        expect(openSections(trace)).toBe(0);
      }),
      runs(100),
    );
  });

  it('takes locks in one order where asked to', () => {
    fc.assert(
      fc.property(optionsArbitrary, (options) => {
        const trace = generatedTrace({ ...options, inversions: 0, readers: 0, waits: 0 });
        const held = new Map<number, number[]>();
        for (const { op, thread, target } of events(trace)) {
          const own = held.get(thread) ?? [];
          held.set(thread, own);
          if (op === Op.acquire) {
            expect(target).toBeGreaterThanOrEqual(Math.max(-1, ...own));
            own.push(target);
          } else if (op === Op.release) own.pop();
        }
      }),
      runs(100),
    );
  });

  it('makes races where asked to', () => {
    const trace = generatedTrace({ events: 1000, races: 0.1, threads: 4, variables: 20, writes: 0.5 });
    expect(happensBeforeRaces(trace).length).toBeGreaterThan(10);
  });

  it.each<[hash: string, options: Partial<GeneratorOptions>]>([
    ['25cb707c', {}],
    ['ac8fad69', { seed: 2 ** 40 + 1 }],
    ['ea3b7da9', { regularity: 0.5, seed: 2 }],
    ['5f93ac11', { threads: 64, locks: 100, variables: 5000, nesting: 4, races: 0.01, seed: 3 }],
    ['48b4f062', { volatile: 0.1, readers: 0.3, waits: 0.1, barriers: 0.02, reentrancy: 0.5, seed: 4 }],
  ])('makes %s of %o for ever', (expected, options) => {
    expect(hash(generatedTrace({ events: 20_000, ...options }))).toBe(expected);
  });

  it('does not depend on the size of the blocks', () => {
    const options = { events: 20_000, seed: 9, barriers: 0.05, nesting: 32, locks: 500, sync: 0.9, regularity: 0.5 };
    const generator = new Generator(options);
    const collector = new TraceCollector(generator.symbols);
    const block = newBlock(144);
    while (generator.fill(block)) collector.block(block);
    expect(hash(collector.trace())).toBe(hash(generatedTrace(options)));
  });

  it('keeps to the shares', () => {
    const events = 200_000;
    const trace = generatedTrace({ events, sync: 0.3, volatile: 0.1, readers: 0.25, writes: 0.4, barriers: 0.05, locks: 100 });
    const near = (found: number, wanted: number) => expect(Math.abs(found / wanted - 1)).toBeLessThan(0.15);
    const acquires = count(trace, Op.acquire, Op.acquireShared);
    const accesses = count(trace, Op.read, Op.write);
    near(2 * acquires, 0.3 * 0.95 * events);
    near(count(trace, Op.volatileRead, Op.volatileWrite), 0.1 * 0.95 * events);
    near(count(trace, Op.acquireShared), 0.25 * acquires);
    near(count(trace, Op.barrierEnter, Op.barrierExit), 0.05 * events);
    expect(count(trace, Op.write) / accesses).toBeGreaterThan(0.3);
  });

  it('repeats one body per thread if all is regular', () => {
    const trace = generatedTrace({ events: 20_000, threads: 4, regularity: 1 });
    const list = Array.from(events(trace), ({ op, thread, target, location }) => [op, thread, target, location].join());
    const body = list.slice(3, -200);
    const period = body.findIndex((_, i) => i > 0 && body.slice(0, 100).every((event, j) => event === body[i + j]));
    expect(period).toBeGreaterThan(0);
    expect(period).toBeLessThan(4 * 70);
    expect(body.every((event, i) => i < period || event === body[i - period])).toBe(true);
  });

  it('takes 70 000 threads', () => {
    const generator = new Generator({ events: 300_000, threads: 70_000, locks: 100_000, barriers: 0.1 });
    const checker = new WellFormed(generator.symbols, strict, () => ({}));
    const block = newBlock();
    let events = 0;
    while (generator.fill(block))
      checker.check(block, ({ length }) => {
        events += length;
      });
    checker.end();
    expect([events, checker.heldAtEnd]).toEqual([300_000, 0]);
  });

  it('refuses what it cannot make', () => {
    for (const [name, { min, max }] of Object.entries(generatorOptions)) {
      expect(() => new Generator({ [name]: min - 1 })).toThrow(RangeError);
      expect(() => new Generator({ [name]: max + 1 })).toThrow(RangeError);
      expect(() => new Generator({ [name]: Number.NaN })).toThrow(RangeError);
    }
    expect(() => new Generator({ threads: 100, events: 150 })).toThrow(RangeError);
    expect(() => new Generator({ locks: 1.5 })).toThrow(RangeError);
  });
});

/** Acquires that are never released. */
function openSections(trace: Trace): number {
  return count(trace, Op.acquire, Op.acquireShared) - count(trace, Op.release, Op.releaseShared, Op.wait);
}
