// Where the written part of a log is, and how the disk gets it back. A recorder opens the log by its name for every write and writes where
// the bytes belong. So the follower may take the name away: a write that had opened the file before goes on into the file that was set
// aside, the next one makes a new file, with a hole in front. Each write goes to one of them, and a thread's writes come one after the other:
// as soon as the new file is there, nothing more comes to the old one, and when that was read, it can go.

import type { FileKind, LogFiles } from './log-files.ts';

export class LogStore {
  private readonly files: LogFiles;
  private readonly thread: number;
  /** How much may be forgotten and stay. */
  private readonly kept: number;
  /** There is a file that was set aside; all before `turn` is in it, all else in the new one. */
  isAside = false;
  private turn = Number.POSITIVE_INFINITY;
  /** Whether there is a new one, too, and how long the old one was after that was asked. */
  private hasBoth = false;
  private sizeAside = 0;
  /** Before this there is nothing any more. */
  private start = 0;

  constructor(files: LogFiles, thread: number, kept: number) {
    this.kept = kept;
    this.files = files;
    this.thread = thread;
  }

  /** How long the log is, -1 if there is none. */
  size(): number {
    const size = this.files.size(this.thread, 'raw');
    if (!this.isAside) return size;
    // One that was opened and not written has nothing to go on with.
    this.hasBoth = size > 0;
    this.sizeAside = this.files.size(this.thread, 'aside');
    return Math.max(size, this.sizeAside);
  }

  /** How long the file is that has what stands at this offset. */
  sizeAt(offset: number): number {
    return this.files.size(this.thread, this.kindAt(offset));
  }

  /** Reads from one file what is there; the number of bytes, -1 if there is no file. */
  read(target: Uint8Array, offset: number): number {
    const room = offset < this.turn ? this.turn - offset : target.length;
    return this.files.read(this.thread, this.kindAt(offset), room < target.length ? target.subarray(0, room) : target, offset);
  }

  /** Another file goes on where the one at hand ends, and has what comes in place of its last record. */
  get mayTurn(): boolean {
    return this.isAside && this.hasBoth && this.turn === Number.POSITIVE_INFINITY;
  }

  /** The file that was read up to this offset has no more; whether another goes on there. The new one was there when the size was asked
   * for, before that reading: so the old one was complete. */
  turnsAt(offset: number): boolean {
    if (!this.mayTurn) return false;
    // What was read from a tail may be in neither yet.
    this.turn = Math.min(offset, this.sizeAside);
    return true;
  }

  /** All before the offset may go; `isOver`: nothing comes any more, and all of it may go. */
  forget(offset: number, isOver: boolean): void {
    const { files, thread } = this;
    if (this.isAside && (isOver || offset >= this.turn)) {
      files.remove(thread, 'aside');
      this.isAside = false;
      this.start = this.turn;
      this.turn = Number.POSITIVE_INFINITY;
    }
    if (isOver) files.remove(thread, 'raw');
    else if (!this.isAside && offset - this.start > this.kept && files.setAside(thread)) {
      this.isAside = true;
      this.hasBoth = false;
    }
  }

  private kindAt(offset: number): FileKind {
    return this.isAside && offset < this.turn ? 'aside' : 'raw';
  }
}
