// What a kernel reads of logs that are followed: from where it begins, each first with the records that say what was so before. What is read
// stays in the window.

import type { FollowedLog, Follower } from '../raw/follow/follower.ts';
import { RAW_HEADER_BYTES } from '../raw/format.ts';
import type { LogSource } from '../raw/screen/source.ts';
import type { Window } from './window.ts';

const NOTHING = new Uint8Array(0);

export class Tape implements LogSource {
  private readonly follower: Follower;
  private readonly window: Window;
  private readonly logs = new Map<number, { readonly log: FollowedLog; readonly preamble: Uint8Array; readonly base: number }>();

  constructor(follower: Follower, window: Window) {
    this.follower = follower;
    this.window = window;
  }

  /** Takes a log in, from where the window has it. */
  add(log: FollowedLog, preamble: Uint8Array = NOTHING): void {
    this.logs.set(log.number, { log, preamble, base: this.window.buffer(log.number).start });
  }

  drop(number: number): void {
    this.logs.delete(number);
  }

  /** The offset in the log itself. */
  real(number: number, offset: number): number {
    const { preamble, base } = this.logs.get(number)!;
    return base + Math.max(0, offset - RAW_HEADER_BYTES - preamble.length);
  }

  available(number: number): number {
    const { log, preamble, base } = this.logs.get(number)!;
    return RAW_HEADER_BYTES + preamble.length + log.bytes - base;
  }

  isOver(number: number): boolean {
    return this.logs.get(number)!.log.isOver;
  }

  read(number: number, words: Uint32Array, at: number, bytes: number, offset: number): void {
    const { log, preamble, base } = this.logs.get(number)!;
    const target = new Uint8Array(words.buffer, words.byteOffset + at * Uint32Array.BYTES_PER_ELEMENT, bytes);
    const before = Math.max(0, Math.min(bytes, RAW_HEADER_BYTES + preamble.length - offset));
    if (before > 0) target.set(preamble.subarray(offset - RAW_HEADER_BYTES, offset - RAW_HEADER_BYTES + before));
    const from = base + offset + before - RAW_HEADER_BYTES - preamble.length;
    this.fetch(log, from + bytes - before);
    target.set(this.window.buffer(number).bytesBetween(from, from + bytes - before), before);
  }

  /** The window has what the log has up to the offset. */
  fetch(log: FollowedLog, offset: number): void {
    const buffer = this.window.buffer(log.number);
    const missing = offset - buffer.end;
    if (missing <= 0) return;
    const words = buffer.room(missing);
    buffer.commit(this.follower.read(log, words, 0, missing, buffer.end));
    this.window.grown(log.number);
  }
}
