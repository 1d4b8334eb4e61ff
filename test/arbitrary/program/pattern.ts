// Pieces of programs that several threads take part in: what makes one analysis differ from another seldom arises by chance.

import type { Block, Code } from './program.ts';

export const read = (variable: number): Code => ({ kind: 'access', write: false, variable });
export const write = (variable: number): Code => ({ kind: 'access', write: true, variable });

export function section(lock: number, body: readonly Code[], shared = false): Code {
  return { kind: 'section', lock, shared, body };
}

/**
 * One of the two threads forks or joins the other, with conflicting accesses that this orders. It is always the one of the lower
 * number that forks and joins: the forks make a tree, and no two threads wait for each other's end.
 */
export function forkOrJoin(kind: 'fork' | 'join', one: number, other: number, x: number): Block[] {
  if (one === other) return [];
  const parent = Math.min(one, other);
  const child = Math.max(one, other);
  const between: Block = { thread: parent, code: { kind, thread: child } };
  const [first, second] = kind === 'fork' ? [parent, child] : [child, parent];
  return [{ thread: first, code: write(x) }, between, { thread: second, code: read(x) }];
}

/**
 * The first thread writes x, each hands over to the next by a section on a lock whose conflicting accesses are to a variable of
 * its own, and the last one accesses x: ordered by happens-before and by CP and WCP, unless a link is broken.
 */
export function handOver(
  threads: readonly number[],
  locks: readonly number[],
  x: number,
  variables: readonly number[],
  last: Code,
): Block[] {
  const blocks: Block[] = [{ thread: threads[0]!, code: write(x) }];
  for (let i = 0; i + 1 < threads.length; i++) {
    const lock = locks[i % locks.length]!;
    const y = variables[i % variables.length]!;
    blocks.push({ thread: threads[i]!, code: section(lock, [write(y)]) });
    blocks.push({ thread: threads[i + 1]!, code: section(lock, i % 2 === 0 ? [read(y)] : []) });
  }
  blocks.push({ thread: threads.at(-1)!, code: last });
  return blocks;
}

/** One thread waits for the other, which changes x and notifies. */
export function waitAndNotify(waiter: number, notifier: number, lock: number, x: number): Block[] {
  return [
    { thread: waiter, code: section(lock, [read(x), { kind: 'wait', lock }, read(x)]) },
    { thread: notifier, code: section(lock, [write(x), { kind: 'notify', lock }]) },
  ];
}

/** The first thread changes x and says so by an atomic; the second sees that, or not, and looks at x. */
export function publish(first: number, second: number, atomic: number, x: number): Block[] {
  return [
    { thread: first, code: write(x) },
    { thread: first, code: { kind: 'volatile', write: true, variable: atomic } },
    { thread: second, code: { kind: 'volatile', write: false, variable: atomic } },
    { thread: second, code: read(x) },
  ];
}

/** All of them meet at a barrier; before it one changes x, after it another looks at it. */
export function meet(threads: readonly number[], barrier: number, x: number): Block[] {
  return [
    { thread: threads[0]!, code: write(x) },
    ...[...new Set(threads)].map((thread): Block => ({ thread, code: { kind: 'barrier', barrier } })),
    { thread: threads.at(-1)!, code: read(x) },
  ];
}
