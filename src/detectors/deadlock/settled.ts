// Which deadlocks were found: one for the locks and the places in the code of its acquires, whatever the threads and however often, and no
// more than a few at the same places: a program may have a lock for each of a million objects. Where a trace has no places, threads stand
// for them.

import type { LockNodes } from './lock-nodes.ts';

/** Deadlocks of different locks at the same places that are told. */
const AT_PLACES = 16;

export class Settled {
  private readonly nodes: LockNodes;
  private readonly keys = new Set<string>();
  /** Places → how many were found there. */
  private readonly places = new Map<string, number>();

  constructor(nodes: LockNodes) {
    this.nodes = nodes;
  }

  has(pattern: readonly number[]): boolean {
    return (
      this.keys.size > 0 && (this.keys.has(this.key(pattern)) || (this.places.get(this.placesOf(pattern)) ?? 0) >= AT_PLACES)
    );
  }

  add(pattern: readonly number[]): void {
    const places = this.placesOf(pattern);
    this.keys.add(this.key(pattern));
    this.places.set(places, (this.places.get(places) ?? 0) + 1);
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
    return [...pattern.slice(first), ...pattern.slice(0, first)].map((n) => `${nodes.lock(n)} ${this.place(n)}`).join(', ');
  }

  private placesOf(pattern: readonly number[]): string {
    return pattern
      .map((n) => this.place(n))
      .sort()
      .join(', ');
  }

  private place(n: number): string {
    const location = this.nodes.location(n);
    return location === 0 ? `thread ${this.nodes.thread(n)}` : String(location);
  }
}
