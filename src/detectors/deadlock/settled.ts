// Which deadlocks were found: one for the locks and the places in the code of its acquires, whatever the threads and however often. Where a
// trace has no places, one for the locks and the threads.

import type { LockNodes } from './lock-nodes.ts';

export class Settled {
  private readonly nodes: LockNodes;
  private readonly keys = new Set<string>();

  constructor(nodes: LockNodes) {
    this.nodes = nodes;
  }

  has(pattern: readonly number[]): boolean {
    return this.keys.has(this.key(pattern));
  }

  add(pattern: readonly number[]): void {
    this.keys.add(this.key(pattern));
  }

  /** True if other threads would make another pattern. */
  isOfThreads(pattern: readonly number[]): boolean {
    return pattern.some((n) => this.nodes.location(n) === 0);
  }

  /** The same wherever the cycle begins: it has each of its locks once. */
  private key(pattern: readonly number[]): string {
    const { nodes } = this;
    const locks = pattern.map((n) => nodes.lock(n));
    const first = locks.indexOf(Math.min(...locks));
    return [...pattern.slice(first), ...pattern.slice(0, first)]
      .map((n) => `${nodes.lock(n)} ${nodes.location(n) === 0 ? `thread ${nodes.thread(n)}` : nodes.location(n)}`)
      .join(', ');
  }
}
