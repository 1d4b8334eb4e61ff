// The kernel of the screen, as its host sees it. kernels/screen has its source; kernel-code.ts, thorough-kernel-code.ts and
// watching-kernel-code.ts have what came of it.

import { newKernel as newKernelOf } from '../../base/kernel-module.ts';
import { KERNEL } from './kernel-code.ts';
import { KERNEL as THOROUGH_KERNEL } from './thorough-kernel-code.ts';
import { KERNEL as WATCHING_KERNEL } from './watching-kernel-code.ts';

export interface ScreenHost {
  lockset(what: number, a: number, b: number): number;
  lockLike(number: number, kind: number, thread: number, record: number): number;
  sync(kind: number, thread: number, what: number, extra: number): number;
}

/** What a kernel that watches tells, besides. */
export interface Watcher {
  told(
    log: number,
    how: number,
    address: number,
    bytes: number,
    site: number,
    time: number,
    other: number,
    otherHow: number,
    otherSite: number,
    observed: number,
  ): void;
  confused(reason: number): void;
  benign(address: number, bytes: number): void;
  renewed(address: number, bytes: number): void;
}

export interface ScreenKernel {
  readonly memory: WebAssembly.Memory;
  prepare(threads: number): void;
  addLog(thread: number, number: number): void;
  rankTable(): number;
  buffer(bytes: number): number;
  fill(thread: number, from: number, to: number, last: boolean): void;
  left(thread: number): number;
  isOver(thread: number): boolean;
  setJoined(thread: number): void;
  start(thread: number): void;
  park(): void;
  run(budget: number, frontier: number): number;
  row(): number;
  clearRow(row: number): void;
  freeRow(row: number): void;
  giveRow(row: number, thread: number): void;
  takeRow(row: number, thread: number): void;
  takeAll(thread: number, other: number): void;
  recordCount(): number;
  lockCount(): number;
  cellCount(): number;
  isMistaken(): boolean;
  mayBeOver(): boolean;
  wasLate(): boolean;
  distrust(): void;
  memoryBytes(): number;
  /** As a number of 32 bits with a sign. */
  stepsLeft(): number;
  objectTable(): number;
  blockTable(): number;
  objectCount(): number;
  clearedAt(): number;
  heldAt(thread: number): number;
  heldCount(thread: number): number;
  timeOf(thread: number): number;
  isFenced(thread: number): boolean;
  inheritObjects(count: number, cleared: number): void;
  inheritObject(key: bigint, number: number): void;
  inheritBlock(key: bigint, value: bigint): void;
  inheritThread(thread: number, time: number, fenced: boolean): void;
  inheritLock(thread: number, lock: number, manner: number): void;
}

export function newKernel(host: ScreenHost, watcher: Watcher | undefined, isThorough: boolean): ScreenKernel {
  const code = watcher !== undefined ? WATCHING_KERNEL : isThorough ? THOROUGH_KERNEL : KERNEL;
  return newKernelOf(code, { ...host, ...watcher });
}
