// Who called, per thread: what the sites of a log stand for. It outlives the log: an access may be told of long after its thread has ended.

import { codeAddress, LogCalls } from '../raw/assemble/log-calls.ts';
import { kindOf, wide, wordsOf } from '../raw/assemble/raw-record.ts';
import { RAW_HEADER_BYTES, Raw } from '../raw/format.ts';
import type { LogBuffer } from './log-buffer.ts';

/** Threads that are kept, the latest ones: of others it is not known what their sites stand for. */
const MOST_THREADS = 1024;

export class ThreadCalls {
  private readonly calls = new Map<number, LogCalls>();
  /** Per thread: up to where its log was looked at. */
  private readonly noted = new Map<number, number>();

  has(thread: number): boolean {
    return this.calls.has(thread);
  }

  /** Looks at the records of the thread that were not looked at. */
  note(thread: number, buffer: LogBuffer): void {
    const from = this.noted.get(thread) ?? RAW_HEADER_BYTES;
    const words = buffer.between(from, buffer.end);
    let at = 0;
    while (at < words.length) {
      const kind = kindOf(words[at + 1]!);
      const next = at + wordsOf(kind, words[at + 3]!);
      if (next > words.length) break;
      if (kind === Raw.call) this.of(thread).call(words[at]!, wide(words[at + 2]!, words[at + 3]!), words[at + 3]! >>> 16);
      else if (kind === Raw.place) this.of(thread).place(wide(words[at]!, words[at + 1]!), words[at + 2]!);
      at = next;
    }
    this.noted.set(thread, from + at * Uint32Array.BYTES_PER_ELEMENT);
  }

  /** The code address of a site of the thread. */
  address(thread: number, site: number): number {
    return codeAddress(this.calls.get(thread), site);
  }

  private of(thread: number): LogCalls {
    let calls = this.calls.get(thread);
    if (calls === undefined) {
      calls = new LogCalls();
      this.calls.set(thread, calls);
      if (this.calls.size > MOST_THREADS) this.calls.delete(this.calls.keys().next().value!);
    }
    return calls;
  }
}
