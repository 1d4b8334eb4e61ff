// The kernel of the STD reader, as its host sees it: kernels/std has its source. It reads plain lines and keeps ids of names that it has met,
// at most 128 MiB of them: a cache of the reader's symbol tables, which give the ids. When it is full it begins anew.

import { isKernelFailure, newKernel } from '../base/kernel-module.ts';
import type { EventBlock } from '../trace/block.ts';
import { operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import { hashBytes, type SymbolTable } from '../trace/symbols.ts';
import { NEWLINE } from './ascii.ts';
import { KERNEL } from './std-kernel-code.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  pieceBytes(): number;
  textAt(): number;
  opsAt(): number;
  threadsAt(): number;
  targetsAt(): number;
  locationsAt(): number;
  setWord(word: bigint, op: number, kind: number): void;
  forget(): void;
  mark(length: number): void;
  read(from: number, most: number): number;
}

/** Views of the kernel's memory, which moves when it grows. */
interface Views {
  readonly bytes: Uint8Array;
  readonly words: DataView;
  readonly ops: Uint8Array;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
  readonly locations: Uint32Array;
}

/** Given back by a reader, for the next one. */
let spare: StdKernel | undefined;

export class StdKernel {
  /** Where the line after those that were read starts in the piece. */
  next = 0;
  private readonly kernel: Exports;
  private readonly textAt: number;
  private readonly pieceBytes: number;
  private views: Views;
  private tables: readonly SymbolTable[] = [];

  /** A kernel for a reader with these tables, by the kind of target; undefined where there is none to be had. */
  static take(tables: readonly SymbolTable[]): StdKernel | undefined {
    const kernel = spare ?? made();
    spare = undefined;
    if (kernel !== undefined) kernel.tables = tables;
    return kernel;
  }

  constructor() {
    const host = { intern: (kind: number, start: number, length: number) => this.intern(kind, start, length) };
    this.kernel = newKernel<Exports>(KERNEL, host);
    this.textAt = this.kernel.textAt();
    this.pieceBytes = this.kernel.pieceBytes();
    // The first table of names makes room for all that lies below it.
    this.kernel.forget();
    for (const { short, op } of operations) this.kernel.setWord(wordOf(short), op, TARGET_KIND_CODES[op]!);
    this.views = viewsOf(this.kernel);
  }

  /** The reader is done. */
  giveBack(): void {
    this.kernel.forget();
    this.tables = [];
    spare = this;
  }

  /** Takes as many whole lines from the start of bytes[start..end) as fit into a piece, and returns where they end. */
  load(bytes: Uint8Array, start: number, end: number): number {
    const { pieceBytes } = this;
    const pieceEnd = end - start <= pieceBytes ? end : bytes.lastIndexOf(NEWLINE, start + pieceBytes - 1) + 1;
    if (pieceEnd <= start) return start;
    this.current().bytes.set(bytes.subarray(start, pieceEnd), this.textAt);
    this.kernel.mark(pieceEnd - start);
    return pieceEnd;
  }

  /** Reads plain lines of the piece from the one at `start` on into the block, and returns how many. */
  read(start: number, block: EventBlock): number {
    const at = block.length;
    const read = this.kernel.read(start, block.ops.length - at);
    this.next = read & 0xffff;
    const count = read >>> 16;
    if (count === 0) return 0;
    const { ops, threads, targets, locations } = this.current();
    block.ops.set(ops.subarray(0, count), at);
    block.threads.set(threads.subarray(0, count), at);
    block.targets.set(targets.subarray(0, count), at);
    block.locations.set(locations.subarray(0, count), at);
    block.length = at + count;
    return count;
  }

  private intern(kind: number, start: number, length: number): number {
    const { bytes, words } = this.current();
    return this.tables[kind]!.internWords(words, start, length, hashBytes(bytes, start, start + length));
  }

  private current(): Views {
    if (this.views.words.buffer !== this.kernel.memory.buffer) this.views = viewsOf(this.kernel);
    return this.views;
  }
}

function made(): StdKernel | undefined {
  try {
    return new StdKernel();
  } catch (error) {
    if (isKernelFailure(error)) return undefined;
    throw error;
  }
}

function viewsOf(kernel: Exports): Views {
  const { buffer } = kernel.memory;
  return {
    bytes: new Uint8Array(buffer),
    words: new DataView(buffer),
    ops: new Uint8Array(buffer, kernel.opsAt()),
    threads: new Uint32Array(buffer, kernel.threadsAt()),
    targets: new Uint32Array(buffer, kernel.targetsAt()),
    locations: new Uint32Array(buffer, kernel.locationsAt()),
  };
}

/** The letters of a word as the bytes of a number, the first one lowest. */
function wordOf(letters: string): bigint {
  return [...letters].reduceRight((word, letter) => (word << 8n) | BigInt(letter.charCodeAt(0)), 0n);
}
