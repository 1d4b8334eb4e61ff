// The buffers that all logs share that are followed (thousands of threads need no memory each), and the kernel that goes through what is in them:
// kernels/follow has its source.

import { newKernel } from '../../base/kernel-module.ts';
import { lazy } from '../../base/lazy.ts';
import { TELLING } from '../assemble/log-facts.ts';
import { hasLength, hasValues, isKnown, isTimedInExtra, LONGEST_ACCESS } from '../assemble/raw-record.ts';
import { SMALL } from '../assemble/told-memory.ts';
import { Raw } from '../format.ts';
import { KERNEL } from './kernel-code.ts';
import { MOST_TAIL_BYTES } from './log-files.ts';

export interface Piece {
  readonly bytes: Uint8Array;
  /** The same, as words. */
  readonly words: Uint32Array;
}

/** How far it went, all in words of the piece. */
export interface Walked {
  /** Where it ended, and whether what stands there is no record. */
  readonly at: number;
  readonly isBroken: boolean;
  readonly time: number;
  /** Where the first record stands that may grow, and the last one; -1 if there is none. */
  readonly growing: number;
  readonly latest: number;
  /** Records that tell of the log as a whole. */
  readonly notes: number[];
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  prepare(longestRange: number, smallBlock: number): void;
  kindsAt(): number;
  pieceAt(): number;
  tailAt(): number;
  beforeAt(): number;
  notesAt(): number;
  walk(from: number, to: number, before: number, time: number, growing: number): number;
  readonly time: WebAssembly.Global<'f64'>;
  readonly growing: WebAssembly.Global<'i32'>;
  readonly latest: WebAssembly.Global<'i32'>;
  readonly isBroken: WebAssembly.Global<'i32'>;
  readonly notes: WebAssembly.Global<'i32'>;
}

const PIECE_BYTES = 1 << 17;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

/** Kinds behind which a walk before them may still grow. */
const LETS_GROW: readonly number[] = [
  ...[Raw.stamp, Raw.read, Raw.write, Raw.readRange, Raw.writeRange, Raw.repeat, Raw.call, Raw.place, Raw.visit],
];

/** Nobody keeps anything in it from one call to the next. NO_WEBASSEMBLY where there is none to be had. */
export const sharedScratch: () => Scratch = lazy(() => new Scratch());

export class Scratch {
  /** For headers, single records, and pieces of what is written. */
  readonly piece: Piece;
  /** A tail, and what it was a moment before. */
  readonly tail: Piece;
  readonly tailBefore: Piece;
  private readonly kernel: Exports;

  constructor() {
    const kernel = newKernel<Exports>(KERNEL, {});
    kernel.prepare(LONGEST_ACCESS, SMALL);
    this.kernel = kernel;
    this.piece = this.at(kernel.pieceAt(), PIECE_BYTES);
    this.tail = this.at(kernel.tailAt(), MOST_TAIL_BYTES);
    this.tailBefore = this.at(kernel.beforeAt(), MOST_TAIL_BYTES);
    const kinds = new Uint8Array(kernel.memory.buffer, kernel.kindsAt(), 256);
    for (const kind of Object.values(Raw)) kinds[kind] = flagsOf(kind);
  }

  /** Goes through the records in words[start..end) of a piece, up to the first that is not there or not whole. `before`: what stood at the
   * same places a moment before. `time` is that of the record before them; `grows`: one before them may. */
  walk(piece: Piece, start: number, end: number, before: Piece, time: number, grows: boolean): Walked {
    const { kernel } = this;
    const base = piece.bytes.byteOffset;
    const from = base + start * WORD;
    const at = kernel.walk(from, base + end * WORD, before.bytes.byteOffset + start * WORD, time, grows ? from : 0);
    const place = (address: number) => (address === 0 ? -1 : (address - base) / WORD);
    const notes = new Uint32Array(kernel.memory.buffer, kernel.notesAt(), kernel.notes.value);
    return {
      at: place(at),
      isBroken: kernel.isBroken.value !== 0,
      time: kernel.time.value,
      growing: place(kernel.growing.value),
      latest: place(kernel.latest.value),
      notes: Array.from(notes, place),
    };
  }

  private at(address: number, bytes: number): Piece {
    const { buffer } = this.kernel.memory;
    return { bytes: new Uint8Array(buffer, address, bytes), words: new Uint32Array(buffer, address, bytes / WORD) };
  }
}

/** As kernels/follow has them. */
function flagsOf(kind: number): number {
  const flags = [
    isKnown(kind),
    hasLength(kind),
    hasValues(kind),
    isTimedInExtra(kind),
    LETS_GROW.includes(kind),
    TELLING.includes(kind),
  ];
  return flags.reduce((sum, flag, i) => sum | (Number(flag) << i), 0);
}
