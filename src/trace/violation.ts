// Puts into words why an event breaks the rules of a well-formed trace. Called for broken events only.

import type { ErrorCode } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import { Op, operation } from './operation.ts';
import { Life, type Ownership, READERS } from './ownership.ts';
import { type Symbols, table } from './symbols.ts';

/** What is wrong, in one phrase, given what `Ownership.refusal` said about the event. */
export function violation(
  code: ErrorCode,
  ownership: Ownership,
  symbols: Symbols,
  op: number,
  thread: number,
  target: number,
): string {
  const who = quote(symbols.threads.name(thread));
  const { name, target: kind } = operation(op);
  const what = quote(table(symbols, kind).name(target));
  switch (code) {
    case 'TRACE_AFTER_JOIN':
      return `${who} goes on (${name} ${what}) after it was joined at event ${ownership.lifeSince[thread]}`;
    case 'TRACE_LOCK_HELD':
      return `${who} acquires ${what}, ${holders(ownership, symbols, thread, target)}`;
    case 'TRACE_UNMATCHED_RELEASE':
      return `${who} releases ${what}, ${unmatched(ownership, symbols, op, thread, target)}`;
    case 'TRACE_BAD_FORK':
      return target === thread
        ? `${who} forks itself`
        : `${who} forks ${what}, which ${ownership.life[target] === Life.joined ? 'was joined' : 'was forked or did something'} before`;
    case 'TRACE_BAD_JOIN':
      return `${who} joins itself`;
    case 'TRACE_BAD_WAIT':
      return ownership.life[thread] === Life.waiting
        ? `${who} goes on (${name} ${what}) while it waits on ${awaited(ownership, symbols, thread)}; expected the acquire that ends the wait`
        : `${who} waits on ${what}, which it does not hold`;
    case 'TRACE_BAD_BARRIER':
      return ownership.life[thread] === Life.atBarrier
        ? `${who} goes on (${name} ${what}) while it is at the barrier ${awaited(ownership, symbols, thread)}; expected its barrier-exit`
        : `${who} leaves the barrier ${what}, at which it did not arrive`;
    default:
      return `${who} does ${name} ${what} against the rules`;
  }
}

export function hint(code: ErrorCode): string {
  switch (code) {
    case 'TRACE_BAD_FORK':
    case 'TRACE_BAD_JOIN':
    case 'TRACE_AFTER_JOIN':
      return 'are thread names used again? give every thread its own, or try --lenient';
    default:
      return 'was the trace cut? try --lenient';
  }
}

function holders(ownership: Ownership, symbols: Symbols, thread: number, lock: number): string {
  const since = `since event ${ownership.heldSince[lock]}`;
  const holder = ownership.holder[lock]!;
  if (holder !== READERS) return `which ${quote(symbols.threads.name(holder - 1))} holds ${since}`;
  const others = ownership.readers.threads(lock).filter((reader) => reader !== thread);
  const first = quote(symbols.threads.name(others[0]!));
  return others.length === 1
    ? `which ${first} holds as a reader`
    : `which ${first} and ${others.length - 1} more hold as readers ${since}`;
}

function unmatched(ownership: Ownership, symbols: Symbols, op: number, thread: number, lock: number): string {
  const holder = ownership.holder[lock]!;
  if (op === Op.releaseShared) return 'which it does not hold as a reader';
  if (holder === READERS)
    return ownership.readers.depth(lock, thread) > 0 ? 'which it holds only as a reader' : 'which only readers hold';
  return holder === 0
    ? 'which nobody holds'
    : `which ${quote(symbols.threads.name(holder - 1))} holds since event ${ownership.heldSince[lock]}`;
}

function awaited(ownership: Ownership, symbols: Symbols, thread: number): string {
  return `${quote(symbols.locks.name(ownership.awaited[thread]!))} since event ${ownership.lifeSince[thread]}`;
}
