// How far a log was gone through, and how much of that is final. Records are appended, with two exceptions of the recorder of C: a walk
// through memory grows in place, and so does the count of a repetition. A walk grows as long as its thread records nothing but plain
// accesses and who called; whatever else it records ends its walks first (ft_forget, ft_end_runs), and so does what empties the buffer. A repetition
// grows as long as it is the last record.
//
// One access may still come to a walk that is final: one that a signal interrupted just when it was about to be added. It is in the log
// that the thread leaves, and whoever followed has not seen it.

import type { LogFacts } from '../assemble/log-facts.ts';
import { kindOf, WORDS } from '../assemble/raw-record.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../format.ts';
import type { Piece, Scratch } from './scratch.ts';

const NONE = Number.POSITIVE_INFINITY;
const BYTES_PER_WORD = RAW_RECORD_BYTES / WORDS;

export class Progress {
  /** Where the first record is that was not gone through, and the time of the one before it. */
  seen = RAW_HEADER_BYTES;
  time = 0;
  /** What stands at `seen` is no record and will not become one: the log ends there. */
  isBroken = false;
  /** The kind of the last record. */
  last: number = Raw.none;
  /** What the records told of the log as a whole, if anybody wants to know. */
  readonly facts: LogFacts | undefined;
  /** Where the first record is that may grow; and the last one, if it counts repetitions. */
  private growing = NONE;
  private repetition = NONE;

  constructor(facts?: LogFacts) {
    this.facts = facts;
  }

  /** Up to here nothing changes. */
  get final(): number {
    return Math.min(this.seen, this.growing, this.repetition);
  }

  /** Nothing that was gone through changes any more. */
  settle(): void {
    this.growing = NONE;
    this.repetition = NONE;
  }

  /**
   * Goes through the records in words[start..end) of a piece, the first of which stands at `seen`, up to the first that is not there or not whole.
   * `before`: what stood at the same places a moment before. A record counts only if it was there already: its first word is stored last.
   */
  take(scratch: Scratch, piece: Piece, start: number, end: number, before: Piece = piece): void {
    const { words } = piece;
    const { seen } = this;
    const place = (at: number) => seen + (at - start) * BYTES_PER_WORD;
    const hadGrowing = this.growing !== NONE;
    const { at, isBroken, time, growing, latest, notes } = scratch.walk(piece, start, end, before, this.time, hadGrowing);
    if (growing < 0) this.growing = NONE;
    else if (!hadGrowing || growing > start) this.growing = place(growing);
    if (latest >= 0) {
      this.last = kindOf(words[latest + 1]!);
      this.repetition = this.last === Raw.repeat ? place(latest) : NONE;
    }
    if (this.facts !== undefined)
      for (const note of notes) if (!this.facts.take(kindOf(words[note + 1]!), words, note)) this.isBroken = true;
    this.isBroken ||= isBroken;
    this.seen = place(at);
    this.time = time;
  }
}
