// The sets of locks that accesses hold, each once: most accesses hold one of a few. What is told of a set is made when it is first asked for.

import type { Symbols } from '../trace/symbols.ts';
import type { Access, TakenLock } from './access.ts';
import type { Hold } from './holds.ts';
import type { Stacks } from './stack.ts';
import { toldName } from './told.ts';

export type HeldNames = Required<Pick<Access, 'locks' | 'shared'>>;

/** The set without locks. */
export const NO_LOCKS = 0;

export class LockSets {
  private readonly sets: (readonly Hold[])[] = [[]];
  private readonly ids = new Map<string, number>();
  private readonly toldNames: (HeldNames | undefined)[] = [];
  private readonly toldTaken: (readonly TakenLock[] | undefined)[] = [];

  get all(): readonly (readonly Hold[])[] {
    return this.sets;
  }

  intern(locks: readonly Hold[]): number {
    if (locks.length === 0) return NO_LOCKS;
    let key = '';
    for (const { lock, location } of locks) key += `${lock}@${location} `;
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.sets.length;
      this.sets.push(locks);
      this.ids.set(key, id);
    }
    return id;
  }

  names(set: number, { locks }: Symbols): HeldNames {
    let told = this.toldNames[set];
    if (told === undefined) {
      const holds = this.sets[set]!;
      const shared = holds.filter(({ lock }) => lock < 0).map(({ lock }) => locks.name(~lock));
      told = { locks: holds.map(({ lock }) => locks.name(lockOf(lock))), shared };
      this.toldNames[set] = told;
    }
    return told;
  }

  /** Where each was taken. */
  taken(set: number, symbols: Symbols, stacks: Stacks): readonly TakenLock[] {
    let taken = this.toldTaken[set];
    if (taken === undefined) {
      taken = this.sets[set]!.map(({ lock, location }) => ({
        lock: symbols.locks.name(lockOf(lock)),
        location: toldName(symbols, location),
        stack: stacks.of(location),
      }));
      this.toldTaken[set] = taken;
    }
    return taken;
  }
}

/** Of one that is held as a reader only, too. */
export function lockOf(held: number): number {
  return held < 0 ? ~held : held;
}
