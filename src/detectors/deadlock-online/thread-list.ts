// Threads in the order in which they were named, each once.

import { enlarged } from '../../base/grown.ts';

export class ThreadList {
  readonly threads: number[] = [];
  private marks = new Uint8Array(64);

  add(thread: number): void {
    if (thread >= this.marks.length) this.marks = enlarged(this.marks, thread + 1);
    if (this.marks[thread] === 1) return;
    this.marks[thread] = 1;
    this.threads.push(thread);
  }

  clear(): void {
    for (const thread of this.threads) this.marks[thread] = 0;
    this.threads.length = 0;
  }
}
