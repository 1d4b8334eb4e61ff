// What a string of events does to the locks that threads hold, whatever they held before: of each lock, for readers and others
// apart, how often it is given back and then how often taken, and since when it is held. Effects of neighbours compose, so that a rule
// needs one, and a repetition a logarithmic number of steps.

import { Op } from '../trace/operation.ts';
import type { CompressedTrace } from './compress.ts';

interface LockChange {
  readonly thread: number;
  readonly lock: number;
  readonly released: number;
  readonly acquired: number;
  /** As a reader. */
  readonly shared: boolean;
  /** Which event of the string took it, of those that still hold it the first. */
  readonly since: number;
}

export interface LockEffect {
  /** Events of the string. */
  readonly length: number;
  /** In the order in which the locks that are still held were taken. */
  readonly changes: readonly LockChange[];
}

export const NO_EFFECT: LockEffect = { length: 0, changes: [] };

function eventEffect(op: number, thread: number, lock: number): LockEffect {
  const shared = op === Op.acquireShared || op === Op.releaseShared;
  const change = { thread, lock, shared, since: 0 };
  if (op === Op.acquire || op === Op.acquireShared) return { length: 1, changes: [{ ...change, released: 0, acquired: 1 }] };
  if (op === Op.release || op === Op.releaseShared || op === Op.wait)
    return { length: 1, changes: [{ ...change, released: 1, acquired: 0 }] };
  return { length: 1, changes: [] };
}

/** First the one, then the other. */
export function composed(first: LockEffect, second: LockEffect): LockEffect {
  const length = first.length + second.length;
  if (second.changes.length === 0) return { length, changes: first.changes };
  const changes = new Map(first.changes.map((change) => [key(change), change]));
  for (const change of second.changes) {
    const before = changes.get(key(change));
    const since = change.since + first.length;
    if (before === undefined) changes.set(key(change), { ...change, since });
    else {
      const left = before.acquired - change.released;
      const released = before.released + Math.max(0, -left);
      const acquired = change.acquired + Math.max(0, left);
      // What is taken anew comes behind all that is held.
      if (left <= 0) changes.delete(key(change));
      if (released > 0 || acquired > 0)
        changes.set(key(change), { ...change, released, acquired, since: left > 0 ? before.since : since });
    }
  }
  return { length, changes: [...changes.values()] };
}

export function repeated(effect: LockEffect, count: number): LockEffect {
  if (effect.changes.length === 0) return { length: effect.length * count, changes: [] };
  let result = NO_EFFECT;
  let power = effect;
  for (let rest = count; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = composed(result, power);
    power = composed(power, power);
  }
  return result;
}

/** By symbol: those of the terminals, then those of the rules. */
export function lockEffects({ terminals, events }: CompressedTrace): LockEffect[] {
  const { starts, symbols, counts } = events;
  const effects: LockEffect[] = [];
  for (let s = 0; s < terminals.size; s++)
    effects.push(eventEffect(terminals.ops[s]!, terminals.threads[s]!, terminals.targets[s]!));
  for (let r = 0; r + 1 < starts.length; r++) {
    let effect = NO_EFFECT;
    // Nothing needs the effect of the whole.
    const end = r + 2 < starts.length ? starts[r + 1]! : starts[r]!;
    for (let i = starts[r]!; i < end; i++) effect = composed(effect, repeated(effects[symbols[i]!]!, counts[i]!));
    effects.push(effect);
  }
  return effects;
}

function key({ thread, lock, shared }: LockChange): number {
  return thread * 2 ** 33 + lock * 2 + (shared ? 1 : 0);
}
