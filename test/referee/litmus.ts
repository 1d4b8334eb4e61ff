// The litmus traces of the prediction papers, with what brute force from the definitions says about them (expected.json).

import { readFileSync } from 'node:fs';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { type Op, operations } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';

export interface Litmus {
  readonly name: string;
  readonly trace: Trace;
  readonly expected: Expected;
}

/** Racing pairs as positions, the earlier first. */
export interface Expected {
  readonly events: number;
  readonly hb: readonly (readonly [number, number])[];
  readonly shb: readonly (readonly [number, number])[];
  readonly cp: readonly (readonly [number, number])[];
  readonly wcp: readonly (readonly [number, number])[];
  readonly 'sync-preserving': readonly (readonly [number, number])[];
  /** Variables with a conflicting pair without a common lock. */
  readonly 'lockset-variables': readonly string[];
  /** Null where the exhaustive search was too big. */
  readonly predictable: readonly (readonly [number, number])[] | null;
}

const folder = new URL('../../traces/litmus/', import.meta.url);
const shorts = new Map<string, Op>(operations.map((o) => [o.short, o.op]));

/** A trace from lines `thread|operation(target)|location`; enough for tests that must not depend on the readers. */
export function parse(text: string): Trace {
  const builder = new TraceBuilder();
  for (const line of text.split('\n')) {
    const match = /^([^|]+)\|(\w+)\((.*)\)(?:\|(.*))?$/.exec(line.trim());
    if (match === null) continue;
    const [, thread, op, target, location] = match;
    builder.add(thread!, shorts.get(op!)!, target!, location ?? '');
  }
  return builder.trace();
}

export function litmusTraces(): Litmus[] {
  const all = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<string, Expected>;
  return Object.entries(all).map(([name, expected]) => ({
    name,
    expected,
    trace: parse(readFileSync(new URL(name, folder), 'utf8')),
  }));
}
