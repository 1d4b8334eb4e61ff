// A straight-line program: a grammar that generates exactly one string. Bodies are flat columns, repetition is part of
// a body item (B^k), and rules stand in an order in which every rule uses earlier ones only, so that no cycle can be written down.

import { type ErrorCode, InputError } from '../base/error.ts';

export interface Slp {
  /** Symbols below this are terminals; symbol `terminals + r` is rule r. */
  readonly terminals: number;
  /** The body of rule r is the items starts[r] … starts[r + 1] - 1. The last rule is the start rule. */
  readonly starts: Uint32Array;
  readonly symbols: Uint32Array;
  /** How often the item is repeated in a row, at least 1. */
  readonly counts: Float64Array;
}

/** Positions in an expansion are exact numbers up to here. */
const MAX_EXACT = Number.MAX_SAFE_INTEGER;
/** No grammar may generate more events than this: nobody could even count them in 64 bits. */
const MAX_LENGTH = 2n ** 63n;

export function ruleCount(slp: Slp): number {
  return slp.starts.length - 1;
}

export function startRule(slp: Slp): number {
  return slp.starts.length - 2;
}

/** Items of all bodies: the size of the grammar, without its alphabet. */
export function itemCount(slp: Slp): number {
  return slp.symbols.length;
}

/** Of each rule, how many events it generates; exact as long as the result is at most MAX_EXACT. */
export function approximateLengths({ terminals, starts, symbols, counts }: Slp): Float64Array {
  const lengths = new Float64Array(starts.length - 1);
  for (let r = 0; r < lengths.length; r++) {
    let length = 0;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const s = symbols[i]!;
      length += counts[i]! * (s < terminals ? 1 : lengths[s - terminals]!);
    }
    lengths[r] = length;
  }
  return lengths;
}

/** How many events the grammar generates, exactly. */
export function exactLength(slp: Slp): bigint {
  const approximate = approximateLengths(slp)[startRule(slp)]!;
  if (approximate <= MAX_EXACT) return BigInt(approximate);
  const { terminals, starts, symbols, counts } = slp;
  const lengths: bigint[] = [];
  for (let r = 0; r < starts.length - 1; r++) {
    let length = 0n;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const s = symbols[i]!;
      length += BigInt(counts[i]!) * (s < terminals ? 1n : lengths[s - terminals]!);
    }
    if (length > MAX_LENGTH) throw tooLong('more than 2^63 events');
    lengths.push(length);
  }
  return lengths.at(-1)!;
}

/** The lengths of all rules, if they are exact. */
export function lengthsOf(slp: Slp): Float64Array {
  const lengths = approximateLengths(slp);
  if (lengths[startRule(slp)]! > MAX_EXACT) throw tooLong(`${exactLength(slp)} events`);
  return lengths;
}

function tooLong(what: string): InputError {
  return new InputError('TRACE_TOO_LONG', {}, `the grammar generates ${what}`, `positions are exact up to ${MAX_EXACT} only`);
}

/** Of each rule, how many items of other rules name it. */
export function useCounts({ terminals, starts, symbols }: Slp): Uint32Array {
  const uses = new Uint32Array(starts.length - 1);
  for (const s of symbols) if (s >= terminals) uses[s - terminals]!++;
  return uses;
}

/** Tells what is wrong with columns that come from a file; `place` is where they come from. */
export function checkSlp(slp: Slp, file: string | undefined): void {
  const { terminals, starts, symbols, counts } = slp;
  const rules = ruleCount(slp);
  const fail = (code: Extract<ErrorCode, `GRAMMAR_${string}` | 'TRACE_CORRUPT'>, what: string) => {
    throw new InputError(code, { file }, what, 'the program that wrote the grammar has a fault; compress the trace again');
  };
  if (rules < 1) fail('TRACE_CORRUPT', 'the grammar has no rule');
  for (let r = 0; r < rules; r++) {
    // Only the start rule of an empty trace generates nothing: an empty rule could be repeated for ever without an event.
    if (r < rules - 1 && starts[r] === starts[r + 1]) fail('GRAMMAR_EMPTY_RULE', `rule ${r} has an empty body`);
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const s = symbols[i]!;
      if (s >= terminals + rules) fail('GRAMMAR_UNKNOWN_SYMBOL', `rule ${r} uses symbol ${s}, which does not exist`);
      if (s >= terminals + r) fail('GRAMMAR_CYCLE', `rule ${r} uses rule ${s - terminals}: rules may only use earlier ones`);
      if (!(counts[i]! >= 1 && Number.isSafeInteger(counts[i]!)))
        fail('TRACE_CORRUPT', `rule ${r} repeats a symbol ${counts[i]} times`);
    }
  }
  const uses = useCounts(slp);
  for (let r = 0; r < rules - 1; r++) if (uses[r] === 0) fail('GRAMMAR_UNUSED_RULE', `nothing uses rule ${r}`);
}
