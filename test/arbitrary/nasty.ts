// Traces whose names are as nasty as a format allows: for writers and readers, which must bring every name back.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';

const PIECES = ['T1', 'x', '(', ')', '[', ']', ' ', '  ', '$', '<', '>', ';', ':', '@', '  @ ', '.', '_', '"', "'", '\\', '#'];
const MORE = ['ü', '変数', '🧵', '\u202e', '\t', '\u0001', '\u007f', 'r(x)', '|', ',', '1', '3.', 'e7:', '{y}', '[1,0]_', '-'];

/** Names of a few pieces, without those that contain what `banned` matches. */
export function nastyName(banned: RegExp): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...PIECES, ...MORE), minLength: 1, maxLength: 6 })
    .filter((name) => !banned.test(name));
}

export interface NastyOptions {
  readonly ops: readonly Op[];
  readonly thread: fc.Arbitrary<string>;
  readonly target: fc.Arbitrary<string>;
  /** Absent if the format has none. */
  readonly location?: fc.Arbitrary<string>;
  /** False if `begin` and `end` need a target, too. */
  readonly bare?: boolean;
}

/** As words, so that a counterexample can be read. */
export interface NastyEvent {
  readonly thread: string;
  readonly op: Op;
  readonly target: string;
  readonly location: string;
}

/** At least one event. */
export function nastyEvents({ ops, thread, target, location, bare: allowed = true }: NastyOptions): fc.Arbitrary<NastyEvent[]> {
  const pool = fc.record({
    threads: fc.uniqueArray(thread, { minLength: 1, maxLength: 4 }),
    targets: fc.uniqueArray(target, { minLength: 1, maxLength: 4 }),
    locations: fc.uniqueArray(location ?? fc.constant(''), { minLength: 1, maxLength: 4 }),
  });
  const pick = fc.nat(3);
  const event = fc.record({ op: fc.constantFrom(...ops), thread: pick, target: pick, location: fc.nat(4), bare: fc.boolean() });
  return fc.tuple(pool, fc.array(event, { minLength: 1, maxLength: 30 })).map(([{ threads, targets, locations }, events]) => {
    const from = (names: readonly string[], i: number): string => names[i % names.length]!;
    return events.map(({ op, bare, ...at }) => {
      const ofThread = op === Op.fork || op === Op.join;
      const region = op === Op.begin || op === Op.end;
      return {
        thread: from(threads, at.thread),
        op,
        target: region && bare && allowed ? '' : from(ofThread ? threads : targets, at.target),
        location: at.location === 4 ? '' : from(locations, at.location),
      };
    });
  });
}

export function traceOf(events: readonly NastyEvent[]): Trace {
  const builder = new TraceBuilder();
  for (const { thread, op, target, location } of events) builder.add(thread, op, target, location);
  return builder.trace();
}
