// How far a log was gone through, and how much of that is final. Records are appended, with two exceptions of the recorder of C: a walk
// through memory grows in place, and so does the count of a repetition. A walk grows as long as its thread records nothing but plain
// accesses and who called; whatever else it records ends its walks first (ft_forget, ft_end_runs), and so does what empties the buffer. A repetition
// grows as long as it is the last record.
//
// One access may still come to a walk that is final: one that a signal interrupted just when it was about to be added. It is in the log
// that the thread leaves, and whoever followed has not seen it.

import { hasLength, isKnown, isLengthy, kindOf, timeIn, timeOf, WORDS, wordsOf } from '../assemble/raw-record.ts';
import { ELEMENT_BITS, RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../format.ts';

const NONE = Number.POSITIVE_INFINITY;
const BYTES_PER_WORD = RAW_RECORD_BYTES / WORDS;

/** Kinds behind which a walk before them may still grow. */
const LETS_GROW: Uint8Array = new Uint8Array(256);
for (const kind of [Raw.stamp, Raw.read, Raw.write, Raw.readRange, Raw.writeRange, Raw.repeat, Raw.call, Raw.place, Raw.visit])
  LETS_GROW[kind] = 1;

export class Progress {
  /** Where the first record is that was not gone through, and the time of the one before it. */
  seen = RAW_HEADER_BYTES;
  time = 0;
  /** What stands at `seen` is no record and will not become one: the log ends there. */
  isBroken = false;
  /** The kind of the last record. */
  last: number = Raw.none;
  /** Where the first record is that may grow; and the last one, if it counts repetitions. */
  private growing = NONE;
  private repetition = NONE;

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
   * Goes through the records in words[start..end), the first of which stands at `seen`, up to the first that is not there or not whole.
   * `before`: what stood at the same places a moment before. A record counts only if it was there already: its first word is stored last.
   */
  take(words: Uint32Array, start: number, end: number, before: Uint32Array = words): void {
    const place = (at: number) => this.seen + (at - start) * BYTES_PER_WORD;
    let { time } = this;
    // Where among the words the first record stands that may grow, if it is not before them, and the last one that was gone through; -1 if there is none.
    let growing = this.growing === NONE ? -1 : start;
    let latest = -1;
    let at = start;
    while (at + WORDS <= end && (before[at] !== 0 || before[at + 1] !== 0)) {
      const kind = kindOf(words[at + 1]!);
      const last = words[at + 3]!;
      let next = at + WORDS;
      if (kind === Raw.read || kind === Raw.write) {
        // Most are such, and go on as the rest does, without asking what they are.
        time += timeIn(last);
        if (growing < 0 && isWalk(last)) growing = at;
      } else {
        next = at + wordsOf(kind, last);
        if (next > end || kind === Raw.none) break;
        if (!isKnown(kind) || (hasLength(kind) && !isLengthy(kind, words, at))) {
          this.isBroken = true;
          break;
        }
        time = timeOf(kind, words, at, time);
        if (LETS_GROW[kind] === 0) growing = -1;
      }
      latest = at;
      at = next;
    }
    if (growing < 0) this.growing = NONE;
    else if (this.growing === NONE || growing > start) this.growing = place(growing);
    if (latest >= 0) {
      this.last = kindOf(words[latest + 1]!);
      this.repetition = this.last === Raw.repeat ? place(latest) : NONE;
    }
    this.seen = place(at);
    this.time = time;
  }
}

function isWalk(last: number): boolean {
  return ((last >>> 16) & ELEMENT_BITS) !== 0;
}
