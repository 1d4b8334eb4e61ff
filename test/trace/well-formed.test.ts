import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, type Place } from '../../src/base/error.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operation } from '../../src/trace/operation.ts';
import { LenientProblems, type Problems, strict } from '../../src/trace/problems.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';
import { soupArbitrary } from '../arbitrary/soup.ts';
import { firstViolation } from '../referee/well-formed.ts';
import { runs } from '../runs.ts';

const shorts = new Map(['r', 'w', 'acq', 'rel', 'fork', 'join', 'vr', 'vw'].map((short, op) => [short, op as Op]));
for (const op of Object.values(Op)) shorts.set(operation(op).short, op);

/** `T1 acq m, T1 w x`: a trace in one line. */
function trace(text: string): Trace {
  const builder = new TraceBuilder();
  for (const event of text
    .split(',')
    .map((e) => e.trim())
    .filter((e) => e !== '')) {
    const [thread, short, target] = event.split(' ');
    builder.add(thread!, shorts.get(short!)!, target!);
  }
  return builder.trace();
}

function text({ symbols, ...rest }: Trace): string {
  const one = ({ op, thread, target }: { op: number; thread: number; target: number }) =>
    `${symbols.threads.name(thread)} ${operation(op).short} ${table(symbols, operation(op).target).name(target)}`;
  return [...events({ symbols, ...rest })].map(one).join(', ');
}

function check(input: Trace, problems: Problems): { output: Trace; checker: WellFormed } {
  const output = new TraceCollector(input.symbols);
  const checker = new WellFormed(input.symbols, problems, (i) => ({ line: i + 1 }));
  for (const block of input.blocks) checker.check(block, (b) => output.block(b));
  checker.end();
  return { output: output.trace(), checker };
}

/** Where and why the strict checker refuses the trace. */
function refusal(input: Trace): { event: number | undefined; code: string } | undefined {
  try {
    check(input, strict);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { event: error.place.event, code: error.code };
  }
}

const accepted = [
  'T1 acq m, T1 acq m, T1 rel m, T1 rel m, T2 acq m, T2 rel m',
  'T1 acq m, T1 acq n, T1 rel m, T1 rel n',
  'T1 fork T2, T2 w x, T1 join T2, T1 join T2, T3 join T2',
  'T1 join T2',
  'T1 racq m, T2 racq m, T1 rrel m, T2 rrel m, T3 acq m, T3 racq m, T3 rel m, T1 racq m',
  'T1 racq m, T1 acq m, T1 rrel m, T1 rel m, T2 acq m',
  'T1 acq m, T1 acq m, T1 wait m, T2 acq m, T2 notify m, T2 rel m, T1 acq m, T1 rel m, T1 rel m',
  'T1 acq m, T1 wait m',
  'T1 benter b, T2 benter b, T1 bexit b, T1 benter b, T2 bexit b, T1 bexit b',
  'T2 acq m, T1 join T2',
];

const refused: [code: string, event: number, trace: string][] = [
  ['TRACE_UNMATCHED_RELEASE', 0, 'T1 rel m'],
  ['TRACE_UNMATCHED_RELEASE', 1, 'T1 acq m, T2 rel m'],
  ['TRACE_UNMATCHED_RELEASE', 4, 'T1 acq m, T1 acq m, T1 rel m, T1 rel m, T1 rel m'],
  ['TRACE_UNMATCHED_RELEASE', 1, 'T1 racq m, T1 rel m'],
  ['TRACE_UNMATCHED_RELEASE', 1, 'T1 acq m, T1 rrel m'],
  ['TRACE_LOCK_HELD', 1, 'T1 acq m, T2 acq m'],
  ['TRACE_LOCK_HELD', 3, 'T1 acq m, T1 acq m, T1 rel m, T2 acq m'],
  ['TRACE_LOCK_HELD', 1, 'T1 acq m, T2 racq m'],
  ['TRACE_LOCK_HELD', 2, 'T1 racq m, T2 racq m, T1 acq m'],
  ['TRACE_LOCK_HELD', 3, 'T1 acq m, T1 racq m, T1 rel m, T2 acq m'],
  ['TRACE_LOCK_HELD', 3, 'T1 acq m, T1 wait m, T2 acq m, T1 acq m'],
  ['TRACE_LOCK_HELD', 5, 'T1 acq m, T1 acq m, T1 wait m, T1 acq m, T1 rel m, T2 acq m'],
  ['TRACE_LOCK_HELD', 2, 'T1 acq m, T2 join T1, T2 acq m'],
  ['TRACE_BAD_WAIT', 0, 'T1 wait m'],
  ['TRACE_BAD_WAIT', 2, 'T1 acq m, T1 wait m, T1 w x'],
  ['TRACE_BAD_WAIT', 2, 'T1 acq m, T1 wait m, T1 acq n'],
  ['TRACE_BAD_BARRIER', 0, 'T1 bexit b'],
  ['TRACE_BAD_BARRIER', 1, 'T1 benter b, T1 w x'],
  ['TRACE_BAD_BARRIER', 1, 'T1 benter b, T1 bexit c'],
  ['TRACE_BAD_FORK', 0, 'T1 fork T1'],
  ['TRACE_BAD_FORK', 1, 'T1 fork T2, T1 fork T2'],
  ['TRACE_BAD_FORK', 1, 'T2 w x, T1 fork T2'],
  ['TRACE_BAD_FORK', 1, 'T1 join T2, T1 fork T2'],
  ['TRACE_BAD_JOIN', 0, 'T1 join T1'],
  ['TRACE_AFTER_JOIN', 2, 'T2 w x, T1 join T2, T2 w x'],
];

const repaired: [broken: string, repaired: string][] = [
  ['T1 rel m, T1 w x', 'T1 w x'],
  ['T1 acq m, T2 rel m, T1 rel m', 'T1 acq m, T1 rel m'],
  ['T1 acq m, T1 acq m, T2 acq m', 'T1 acq m, T1 acq m, T1 rel m, T1 rel m, T2 acq m'],
  ['T1 acq m, T2 racq m, T1 rel m', 'T1 acq m, T1 rel m, T2 racq m'],
  ['T1 racq m, T1 racq m, T2 racq m, T2 acq m', 'T1 racq m, T1 racq m, T2 racq m, T1 rrel m, T1 rrel m, T2 acq m'],
  ['T1 acq m, T1 benter b, T2 acq m, T2 rel m, T1 bexit b', 'T1 acq m, T1 benter b, T1 bexit b'],
  ['T2 w x, T1 join T2, T2 w x, T1 w x', 'T2 w x, T1 join T2, T1 w x'],
  ['T1 fork T2, T1 fork T2, T2 w x, T2 fork T1', 'T1 fork T2, T2 w x'],
  ['T1 fork T1, T2 fork T1, T1 join T1', 'T2 fork T1'],
  ['T1 wait m, T1 acq m', 'T1 acq m'],
  ['T1 acq m, T1 wait m, T1 w x, T1 rel m', 'T1 acq m, T1 wait m, T1 acq m, T1 w x, T1 rel m'],
  ['T1 acq m, T1 wait m, T2 acq m, T1 w x', 'T1 acq m, T1 wait m, T2 acq m, T2 rel m, T1 acq m, T1 w x'],
  ['T1 benter b, T1 w x, T1 bexit b', 'T1 benter b, T1 bexit b, T1 w x'],
  ['T1 acq m, T1 acq n, T2 join T1, T2 acq m', 'T1 acq m, T1 acq n, T1 rel n, T1 rel m, T2 join T1, T2 acq m'],
  ['T1 racq m, T1 racq m, T2 join T1, T2 acq m', 'T1 racq m, T1 racq m, T1 rrel m, T1 rrel m, T2 join T1, T2 acq m'],
  ['T1 acq m, T1 benter b, T2 join T1', 'T1 acq m, T1 benter b, T1 bexit b, T1 rel m, T2 join T1'],
];

describe('the strict checker', () => {
  it.each(accepted)('accepts %s', (input) => {
    expect(refusal(trace(input))).toBeUndefined();
  });

  it.each(refused)('says %s at event %i of %s', (code, event, input) => {
    expect(refusal(trace(input))).toEqual({ event, code });
  });

  it('agrees with the referee on any events', () => {
    fc.assert(
      fc.property(soupArbitrary, (input) => {
        expect(refusal(input)).toEqual(firstViolation(input));
      }),
      runs(1000),
    );
  });

  it('hands a good block on as it is, and counts the locks that are held at the end', () => {
    const input = trace('T1 acq m, T1 w x, T2 racq n');
    const seen: EventBlock[] = [];
    const checker = new WellFormed(input.symbols, strict, () => ({}));
    for (const block of input.blocks) checker.check(block, (b) => seen.push(b));
    checker.end();
    expect(seen).toHaveLength(input.blocks.length);
    for (const [i, block] of seen.entries()) expect(block).toBe(input.blocks[i]);
    expect(checker.heldAtEnd).toBe(2);
  });

  it('escapes names in its messages', () => {
    const input = new TraceBuilder().add('T\u001b[2J', Op.release, 'm\n').trace();
    expect(() => check(input, strict)).toThrow('"T\\u001b[2J" releases "m\\n", which nobody holds');
  });

  it('takes 70 000 threads that hold a lock each', () => {
    const builder = new TraceBuilder();
    for (let i = 1; i < 70_000; i++) builder.add('T0', Op.fork, `T${i}`).add(`T${i}`, Op.acquire, `L${i}`);
    expect(refusal(builder.trace())).toBeUndefined();
  });
});

describe('the lenient checker', () => {
  it.each(repaired)('turns %s into %s', (broken, mended) => {
    expect(text(check(trace(broken), new LenientProblems()).output)).toBe(mended);
  });

  it('makes any events well-formed, and counts and places what it did', () => {
    fc.assert(
      fc.property(soupArbitrary, (input) => {
        const problems = new LenientProblems(1000);
        const { output, checker } = check(input, problems);
        expect(firstViolation(output)).toBeUndefined();
        expect(refusal(output)).toBeUndefined();
        expect(output.length).toBe(input.length - checker.dropped + checker.inserted);
        let start = 0;
        for (const block of output.blocks) {
          expect(block.start).toBe(start);
          start += block.length;
        }
        const first = firstViolation(input);
        if (first === undefined) expect(problems.total).toBe(0);
        else expect(problems.examples[0]).toMatchObject({ code: first.code, place: { event: first.event } });
        for (const { place } of problems.examples) expect(place.line).toBe(lineOf(input, place));
      }),
      runs(1000),
    );
  });

  it('leaves a well-formed trace alone, unless a joined thread still holds a lock', () => {
    fc.assert(
      fc.property(soupArbitrary, (input) => {
        const { output } = check(input, new LenientProblems());
        const again = check(output, new LenientProblems());
        expect(text(again.output)).toBe(text(output));
        expect(again.checker.inserted + again.checker.dropped).toBe(0);
      }),
      runs(250),
    );
  });
});

/** The checkers above call the i-th event of a block line i + 1. */
function lineOf(input: Trace, place: Place): number {
  const block = input.blocks.findLast(({ start }) => start <= place.event!)!;
  return place.event! - block.start + 1;
}
