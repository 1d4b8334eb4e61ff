// The latest part of a run, whatever the length of the run: its records, and what was so in the program when it begins. It can be written
// as a recording of its own. Two accesses in it race there as they do in the whole run: what orders them happened between them, and what a
// reordering needs from before is as it was.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf, WORDS } from '../raw/assemble/raw-record.ts';
import { Raw } from '../raw/format.ts';
import { RecordWriter, rawHeader } from '../raw/record-writer.ts';
import { LogBuffer } from './log-buffer.ts';
import { ProgramState } from './program-state.ts';
import { TouchedMemory } from './touched-memory.ts';

/** Per log, an offset in bytes: a moment of the run. */
export type Moment = readonly number[];

export class Window {
  readonly buffers: LogBuffer[] = [];
  /** Per log: its thread. */
  readonly numbers: number[] = [];
  private readonly state = new ProgramState();
  /** When the window begins, and the moments since then up to which it may be forgotten. */
  private readonly cuts: Moment[] = [[]];

  /** A log has come; its index. */
  add(number: number): number {
    this.state.add(number);
    this.buffers.push(new LogBuffer());
    return this.numbers.push(number) - 1;
  }

  get bytes(): number {
    return this.buffers.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  /** Up to `now` is a part. What is older than the last `kept` parts is forgotten. */
  cut(now: Moment, kept: number): void {
    this.cuts.push([...now]);
    while (this.cuts.length > kept + 1) {
      this.cuts.shift();
      this.pass(this.cuts[0]!);
    }
  }

  /** What was recorded before the moment is forgotten. */
  private pass(moment: Moment): void {
    for (const [log, offset] of moment.entries()) {
      const buffer = this.buffers[log]!;
      const words = buffer.between(buffer.start, offset);
      this.state.pass(log, words, 0, words.length);
    }
    this.state.settle();
    for (const [log, offset] of moment.entries()) this.buffers[log]!.forgetBefore(offset);
  }

  /** Per log, the records that the window begins with instead of all that came before. */
  preamble(now: Moment): (Uint8Array | undefined)[] {
    const touched = new TouchedMemory();
    for (const log of now.keys()) touched.add(this.wordsOf(log, now));
    return this.state.preamble((address, bytes) => touched.has(address, bytes));
  }

  /** Writes the window up to now as a recording of its own, whose process is that of another recording. */
  save(folder: string, now: Moment, of: { readonly folder: string; readonly pid: number }): void {
    mkdirSync(folder, { recursive: true });
    // Where the process had memory.
    symlinkSync(join(of.folder, 'maps'), join(folder, 'maps'));
    const preambles = this.preamble(now);
    for (const log of now.keys()) {
      const words = this.wordsOf(log, now);
      const preamble = preambles[log];
      if (preamble === undefined && words.length === 0) continue;
      // Who goes on has not lost anything; a log without an end would say so.
      const isOver = words.length > 0 && kindOf(words.at(1 - WORDS)!) === Raw.end;
      const end = new RecordWriter().record(Raw.end).written;
      const parts = [rawHeader(this.numbers[log]!, of.pid), preamble ?? NOTHING, bytesOf(words), isOver ? NOTHING : end];
      writeFileSync(join(folder, `thread-${this.numbers[log]}.raw`), Buffer.concat(parts));
    }
  }

  private wordsOf(log: number, now: Moment): Uint32Array {
    const buffer = this.buffers[log]!;
    return buffer.between(buffer.start, now[log]!);
  }
}

const NOTHING = new Uint8Array(0);

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
