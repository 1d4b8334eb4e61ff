// What decides the schedule of a run, as far as the recorders can: a policy, a seed, and what that policy takes. Written as one word, which is what the
// runtimes get, what is printed, and what `--seed` takes again.

/**
 * `plain`: as a run without any of this. `delays`: small random ones at synchronisation. `pct`: threads have random priorities, the highest that can
 * runs alone, and at some steps the one that runs becomes the lowest (Burckhardt et al., ASPLOS 2010). `led`: towards a pair of places that is suspected.
 */
export const policies = ['plain', 'delays', 'pct', 'led'] as const;
export type Policy = (typeof policies)[number];

export interface Schedule {
  readonly policy: Policy;
  /** 32 bits. */
  readonly seed: number;
  /** `pct`: how many steps the run is taken to have, and at how many of them less one the priorities change. */
  readonly steps?: number;
  readonly depth?: number;
}

export function scheduleText({ policy, seed, steps, depth }: Schedule): string {
  const own = policy === 'pct' ? `:${steps ?? USUAL_STEPS}:${depth ?? USUAL_DEPTH}` : '';
  return `${policy}:${seed.toString(16).padStart(8, '0')}${own}`;
}

/** The runtimes read the same. */
const MOST_STEPS = 1_000_000_000;
const MOST_DEPTH = 16;
const USUAL_STEPS = 100;
/** Most bugs that anybody has looked into take an order of two or three events. */
const USUAL_DEPTH = 3;

const TEXT = /^(plain|delays|pct|led):([0-9a-f]{8})(?::([1-9]\d{0,9}):([1-9]\d?))?$/;

/** Undefined if the word is none. */
export function parseSchedule(text: string): Schedule | undefined {
  const [, policy, seed, steps, depth] = TEXT.exec(text) ?? [];
  if (policy === undefined || (policy === 'pct') !== (steps !== undefined)) return undefined;
  const own = { policy: policy as Policy, seed: Number.parseInt(seed!, 16) };
  if (steps === undefined) return own;
  return Number(steps) <= MOST_STEPS && Number(depth) <= MOST_DEPTH
    ? { ...own, steps: Number(steps), depth: Number(depth) }
    : undefined;
}

/** 32 random bits: the n-th of this seed (the mixing of murmur3). */
export function mixed(seed: number, n: number): number {
  let bits = (seed + Math.imul(n + 1, 0x9e3779b9)) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A seed from what somebody typed: a number is itself, anything else is mixed. */
export function seedOf(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  let seed = 0;
  for (let i = 0; i < text.length; i++) seed = mixed(seed ^ text.charCodeAt(i), i);
  return seed;
}
