// The kernel of the screen, as its host sees it. kernels/screen has its source, kernel-code.ts what came of it.

import { KERNEL } from './kernel-code.ts';

export interface ScreenHost {
  lockset(what: number, a: number, b: number): number;
  lockLike(number: number, kind: number, thread: number, record: number): number;
  sync(kind: number, thread: number, what: number, extra: number): number;
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
  recordCount(): number;
  lockCount(): number;
  cellCount(): number;
  isMistaken(): boolean;
}

let compiled: WebAssembly.Module | undefined;

export function newKernel(host: ScreenHost): ScreenKernel {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
  return new WebAssembly.Instance(compiled, { host: { ...host } }).exports as unknown as ScreenKernel;
}
