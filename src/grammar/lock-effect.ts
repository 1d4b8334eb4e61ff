// What a string of events does to the locks that threads hold, whatever they held before: of each lock, for readers and others
// apart, how often it is given back and then how often taken. Effects of neighbours compose, so that a rule needs one, and a repetition a logarithmic number of steps.

import { Op } from '../trace/operation.ts';
import type { CompressedTrace } from './compress.ts';

interface LockChange {
  readonly thread: number;
  readonly lock: number;
  readonly released: number;
  readonly acquired: number;
  /** As a reader. */
  readonly shared: boolean;
}

/** In the order in which the locks that are still held were taken. */
export type LockEffect = readonly LockChange[];

export const NO_EFFECT: LockEffect = [];

function eventEffect(op: number, thread: number, lock: number): LockEffect {
  const shared = op === Op.acquireShared || op === Op.releaseShared;
  if (op === Op.acquire || op === Op.acquireShared) return [{ thread, lock, released: 0, acquired: 1, shared }];
  if (op === Op.release || op === Op.releaseShared || op === Op.wait) return [{ thread, lock, released: 1, acquired: 0, shared }];
  return NO_EFFECT;
}

/** First the one, then the other. */
export function composed(first: LockEffect, second: LockEffect): LockEffect {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const changes = new Map(first.map((change) => [key(change), change]));
  for (const change of second) {
    const before = changes.get(key(change));
    if (before === undefined) changes.set(key(change), change);
    else {
      const left = before.acquired - change.released;
      const released = before.released + Math.max(0, -left);
      const acquired = change.acquired + Math.max(0, left);
      // What is taken anew comes behind all that is held.
      if (left <= 0) changes.delete(key(change));
      if (released > 0 || acquired > 0) changes.set(key(change), { ...change, released, acquired });
    }
  }
  return [...changes.values()];
}

export function repeated(effect: LockEffect, count: number): LockEffect {
  let result = NO_EFFECT;
  if (effect.length === 0) return result;
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
