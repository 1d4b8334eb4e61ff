// A log that is only written now and then, as the recorder of Node.js does. A thread
//
//   1. writes its records when it has many, or before it waits, in one go, and then a record of zeros behind them;
//   2. before it waits, makes that an `end`, and takes the end away again before it takes the next time;
//   3. at its end has an `end` with zeros behind it, or others say for it in the header that nothing more comes.
//
// So a log that shows an end in its last place has all that its thread took a time for. One that does not may lack anything that is later
// than its last record. A record is whole when the file goes on behind it: the system tells the new size of a file after it has the bytes,
// and only the last record of the file changes.

import { WORDS } from '../assemble/raw-record.ts';
import { RAW_CLOSED_AT, RAW_RECORD_BYTES, Raw } from '../format.ts';
import { EVERYTHING, LogReader } from './log-reader.ts';
import { takeWritten } from './written-part.ts';

export class WrittenLog extends LogReader {
  look(_hasTail: boolean, isDead: boolean): void {
    const { progress, store } = this;
    // Asked first: then what is written is all there is.
    const isClosed = isDead || this.isClosed();
    store.size();
    do {
      const size = store.sizeAt(progress.seen);
      const isWhole = isClosed && !store.mayTurn;
      takeWritten(store, progress, isWhole ? size : size - RAW_RECORD_BYTES, this.scratch);
    } while (store.turnsAt(progress.seen));
    progress.settle();
    this.isOver = isClosed || progress.isBroken || progress.last === Raw.end || progress.last === Raw.stopped;
    this.isAtEnd = this.isOver || this.showsEnd();
    this.bound = this.isAtEnd ? EVERYTHING : progress.time - 1;
  }

  read(target: Uint8Array, offset: number): number {
    let done = 0;
    while (done < target.length) {
      const count = this.store.read(target.subarray(done), offset + done);
      if (count <= 0) break;
      done += count;
    }
    return done;
  }

  private isClosed(): boolean {
    const { bytes, words } = this.scratch.piece;
    const mark = bytes.subarray(0, Uint32Array.BYTES_PER_ELEMENT);
    words[0] = 0;
    for (const kind of ['raw', 'aside'] as const) {
      if (kind === 'aside' && !this.store.isAside) break;
      if (this.files.read(this.number, kind, mark, RAW_CLOSED_AT) > 0 && words[0] !== 0) return true;
    }
    return false;
  }

  private showsEnd(): boolean {
    const { bytes, words } = this.scratch.piece;
    words.fill(0, 0, WORDS);
    this.store.read(bytes.subarray(0, RAW_RECORD_BYTES), this.progress.seen);
    return words[0] === 0 && words[1] === Raw.end << 16 && words[2] === 0 && words[3] === 0;
  }
}
