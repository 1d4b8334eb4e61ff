// Takes the cells of a range of memory out of the shadow when its use ends: at an allocation, a free, or the end of the recording.
// Neighbouring granules whose border no access ever had are one cell.

import {
  ATOMIC,
  GRANULE_BYTES,
  JOINS_AFTER,
  JOINS_BEFORE,
  LATE_WRITE,
  MANY,
  maskOf,
  NOBODY,
  OWNER,
  PLAIN,
  SPLIT,
  WRITTEN,
} from './granule.ts';
import { DETAIL, PAGE_BYTES, type Page, type Shadow } from './shadow.ts';

export type Found = (start: number, bytes: number, state: number, birth: number) => void;

/** What of a byte's word a cell has: the owner and what was done. */
const STATE = OWNER | WRITTEN | ATOMIC | PLAIN | LATE_WRITE;

/** A tenth of a second, if all of it is shared. */
const TURN_PAGES = 512;

export class Harvest {
  private readonly shadow: Shadow;
  private readonly onlyShared: boolean;
  private found: Found = () => {};
  /** The cell that may go on: nothing if the length is 0. */
  private start = 0;
  private bytes = 0;
  private state = 0;
  private birth = 0;
  private joins = false;

  /** `onlyShared` passes over memory that one thread alone touched, except where several ranges meet. */
  constructor(shadow: Shadow, onlyShared: boolean) {
    this.shadow = shadow;
    this.onlyShared = onlyShared;
  }

  /** Empties the granules that the bytes lie in, and tells of their cells in ascending order. */
  range(address: number, bytes: number, now: number, found: Found): void {
    const from = Math.floor(address / GRANULE_BYTES) * GRANULE_BYTES;
    const to = Math.ceil((address + bytes) / GRANULE_BYTES) * GRANULE_BYTES;
    this.found = found;
    for (const page of this.shadow.pagesIn(from, to - from)) {
      const start = page.number * PAGE_BYTES;
      this.page(page, Math.max(from - start, 0), Math.min(to - start, PAGE_BYTES), now);
    }
    this.close();
    // What is there from now on is of another time than its neighbours.
    this.shadow.cut(from);
    this.shadow.cut(to);
  }

  /** All that is left, some pages between two turns: a program that touched gigabytes has it for seconds. */
  *all(now: number, found: Found): Generator<void> {
    this.found = found;
    for (const [i, page] of this.shadow.allPages().entries()) {
      if (i % TURN_PAGES === TURN_PAGES - 1) yield;
      this.page(page, 0, PAGE_BYTES, now);
    }
    this.close();
  }

  private page(page: Page, from: number, to: number, now: number): void {
    const { onlyShared } = this;
    const start = page.number * PAGE_BYTES;
    if (page.words === undefined && to - from === PAGE_BYTES) {
      const { whole } = page;
      if (whole !== NOBODY) this.run(start, PAGE_BYTES, (whole & STATE) | PLAIN, page.birth, whole);
      page.whole = NOBODY;
      page.birth = now;
      return;
    }
    if (page.words === undefined && page.whole === NOBODY) return;
    const words = page.words ?? this.shadow.open(page);
    for (let at = from; at < to; at += GRANULE_BYTES) {
      const word = at >> 3;
      const state = words[word]!;
      if (state === NOBODY) continue;
      // A cell of several granules has one owner: none of its parts is passed over alone.
      if (!onlyShared || (state & OWNER) >= MANY) this.granule(start + at, state, words[word + DETAIL]!);
      words[word] = NOBODY;
      words[word + DETAIL] = now;
    }
  }

  private granule(start: number, state: number, detail: number): void {
    if ((state & OWNER) !== SPLIT) {
      const mask = maskOf(state);
      const first = 31 - Math.clz32(mask & -mask);
      const bytes = 32 - Math.clz32(mask) - first;
      this.run(start + first, bytes, (state & (OWNER | WRITTEN)) | PLAIN, detail, state);
      return;
    }
    const { splits } = this.shadow;
    const birth = splits.birth(detail);
    for (let byte = 0; byte < GRANULE_BYTES; ) {
      const end = splits.runEnd(detail, byte);
      const word = splits.byte(detail, byte);
      if (word !== NOBODY) this.run(start + byte, end - byte, word & STATE, birth, state);
      byte = end;
    }
    splits.drop(detail);
  }

  /** A run of bytes that is a cell, or a part of one; `joins` is the word of its granule or page. */
  private run(start: number, bytes: number, state: number, birth: number, joins: number): void {
    const touchesBefore = start % GRANULE_BYTES === 0 && (joins & JOINS_BEFORE) !== 0;
    const touchesAfter = (start + bytes) % GRANULE_BYTES === 0 && (joins & JOINS_AFTER) !== 0;
    if (this.bytes > 0 && this.joins && touchesBefore && this.start + this.bytes === start && this.state === state)
      this.bytes += bytes;
    else {
      this.close();
      this.start = start;
      this.bytes = bytes;
      this.state = state;
      this.birth = birth;
    }
    this.joins = touchesAfter;
  }

  private close(): void {
    if (this.bytes > 0) this.found(this.start, this.bytes, this.state, this.birth);
    this.bytes = 0;
  }
}
