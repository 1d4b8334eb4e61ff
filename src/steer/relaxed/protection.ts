// What protects an access: the locks that its thread holds, and those of them that it holds alone. Two accesses exclude each other if one thread holds alone what
// the other one holds.

import { type Lockset, Locksets, NO_LOCKS } from '../../clocks/locksets.ts';

export interface Protection {
  readonly held: Lockset;
  readonly alone: Lockset;
}

const NOTHING: Protection = { held: NO_LOCKS, alone: NO_LOCKS };

export class Protections {
  private readonly locksets = new Locksets();
  private readonly threads: Protection[] = [];
  /** By thread and lock: how often it is held shared. */
  private readonly depths = new Map<string, number>();

  of(t: number): Protection {
    return this.threads[t] ?? NOTHING;
  }

  acquire(t: number, lock: number): void {
    const { held, alone } = this.of(t);
    this.threads[t] = { held: this.with(held, lock), alone: this.with(alone, lock) };
  }

  release(t: number, lock: number): void {
    const { held, alone } = this.of(t);
    const stays = this.depths.has(`${t} ${lock}`);
    this.threads[t] = { held: stays ? held : this.without(held, lock), alone: this.without(alone, lock) };
  }

  share(t: number, lock: number): void {
    const key = `${t} ${lock}`;
    this.depths.set(key, (this.depths.get(key) ?? 0) + 1);
    const { held, alone } = this.of(t);
    this.threads[t] = { held: this.with(held, lock), alone };
  }

  unshare(t: number, lock: number): void {
    const key = `${t} ${lock}`;
    const depth = (this.depths.get(key) ?? 1) - 1;
    if (depth > 0) this.depths.set(key, depth);
    else this.depths.delete(key);
    const { held, alone } = this.of(t);
    if (depth === 0 && !this.locksets.has(alone, lock)) this.threads[t] = { held: this.without(held, lock), alone };
  }

  exclude(a: Protection, b: Protection): boolean {
    return !this.locksets.disjoint(a.alone, b.held) || !this.locksets.disjoint(a.held, b.alone);
  }

  private with(set: Lockset, lock: number): Lockset {
    return this.locksets.has(set, lock) ? set : this.locksets.add(set, lock);
  }

  private without(set: Lockset, lock: number): Lockset {
    return this.locksets.has(set, lock) ? this.locksets.remove(set, lock) : set;
  }
}
