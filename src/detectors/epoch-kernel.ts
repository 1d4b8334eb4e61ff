// The host of the kernels that follow FastTrack and SHB event by event: kernels/happens-before has their source. It copies the columns of a block into
// the kernel's memory and hears of races; what the kernel knows stays there. A kernel that can have no more memory ends like any detector that cannot.

import { newKernel } from '../base/kernel-module.ts';
import type { EventBlock } from '../trace/block.ts';
import { accumulates } from '../trace/memory-model.ts';
import type { Analysis, RaceSink } from './detector.ts';

export interface EpochKernel {
  readonly memory: WebAssembly.Memory;
  slice(): number;
  prepare(): number;
  widen(threads: number, locks: number, variables: number, addsUp: boolean): void;
  run(length: number, hasPositions: boolean, start: number): void;
  counts(): number;
  isExhausted(): number;
}

/** What a kernel tells. */
export interface KernelHost {
  readonly race: RaceSink;
  readonly access?: (op: number, thread: number, position: number) => void;
}

/** What the order counts in both kernels, as kernels/happens-before/counts.ts numbers it. */
const ORDER_COUNTS = ['acquiresOfOwn', 'acquiresOfKnown', 'joins'] as const;

/** The columns of a slice, so few events that the copy is still in a near cache when the kernel comes to it. */
interface Columns {
  readonly buffer: ArrayBufferLike;
  readonly threads: Uint32Array;
  readonly targets: Uint32Array;
  readonly positions: Uint32Array;
  readonly ops: Uint8Array;
}

export interface Made<Kernel> {
  readonly kernel: Kernel;
  readonly at: number;
  columns: Columns;
}

export abstract class KernelAnalysis<Kernel extends EpochKernel> implements Analysis {
  private readonly code: string;
  private readonly host: KernelHost;
  /** Made with the first events, since that may fail for want of memory. */
  private made: Made<Kernel> | undefined;

  constructor(code: string, host: KernelHost) {
    this.code = code;
    this.host = host;
  }

  block(block: EventBlock): void {
    const { kernel } = this;
    const { threads, locks, variables } = block.bounds;
    guarded(kernel, () => {
      kernel.widen(threads, locks, variables, accumulates(block.memoryModel));
      const size = kernel.slice();
      for (let from = 0; from < block.length; from += size) this.slice(block, from, Math.min(from + size, block.length));
    });
  }

  end(): void {}

  abstract counters(): Record<string, number>;

  protected get kernel(): Kernel {
    this.made ??= started<Kernel>(this.code, this.host);
    return this.made.kernel;
  }

  /** The counts by their names: those of the detector, as the kernel numbers them, and those of the order. */
  protected counted(names: readonly string[]): Record<string, number> {
    const { memory, counts } = this.kernel;
    const numbers = new Uint32Array(memory.buffer, counts(), ORDER_COUNTS.length + names.length);
    const order = ORDER_COUNTS.map((name, i) => [name, numbers[i]!] as const);
    return Object.fromEntries([...names.map((name, i) => [name, numbers[ORDER_COUNTS.length + i]!] as const), ...order]);
  }

  private slice({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const made = this.made!;
    const columns = currentColumns(made);
    columns.ops.set(ops.subarray(from, to));
    columns.threads.set(threads.subarray(from, to));
    columns.targets.set(targets.subarray(from, to));
    if (positions !== undefined) columns.positions.set(positions.subarray(from, to));
    made.kernel.run(to - from, positions !== undefined, start + from);
  }
}

export function started<Kernel extends EpochKernel>(code: string, host: KernelHost): Made<Kernel> {
  const kernel = newKernel<Kernel>(code, { ...host });
  const at = guarded(kernel, () => kernel.prepare());
  return { kernel, at, columns: columnsOf(kernel, at) };
}

export function guarded<R>(kernel: EpochKernel, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (kernel.isExhausted()) throw new RangeError('the kernel is out of memory', { cause: error });
    throw error;
  }
}

/** A memory that has grown has another buffer. */
export function currentColumns(made: Made<EpochKernel>): Columns {
  if (made.columns.buffer !== made.kernel.memory.buffer) made.columns = columnsOf(made.kernel, made.at);
  return made.columns;
}

function columnsOf(kernel: EpochKernel, at: number): Columns {
  const { buffer } = kernel.memory;
  const size = kernel.slice();
  const column = (index: number) => new Uint32Array(buffer, at + index * 4 * size, size);
  return {
    buffer,
    threads: column(0),
    targets: column(1),
    positions: column(2),
    ops: new Uint8Array(buffer, at + 12 * size, size),
  };
}
