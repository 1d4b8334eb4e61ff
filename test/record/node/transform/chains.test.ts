// Optional chains of four links, all of them, that stop at every place: alone, called, deleted. Taking one apart is a puzzle of parentheses.

import { beforeAll, expect, it } from 'vitest';
import { all, long } from '../../../runs.ts';
import { installHooks, instrumented } from './hooks.ts';

beforeAll(() => installHooks());

const LINKS = ['.a', '?.a', '[0]', '.m?.()', '?.[0]', ...(long ? ['?.[0]?.()', '.m()', '[0]()'] : [])];
const USES: ((chain: string) => string)[] = [
  (chain) => chain,
  (chain) => `delete ${chain}`,
  (chain) => `(${chain})()`,
  (chain) => `typeof (${chain})`,
];

/** What all links lead on from, so many times. */
function linked(depth: number): unknown {
  if (depth === 0) return undefined;
  const next = () => linked(depth - 1);
  return Object.assign(next, { a: next(), m: next, 0: next() });
}

function outcome(run: () => unknown): string {
  try {
    const value = run();
    return typeof value === 'function' ? 'a function' : String(value);
  } catch (error) {
    return (error as Error).name;
  }
}

function* chains(links: number): Generator<string> {
  if (links === 0) yield '';
  else for (const before of chains(links - 1)) for (const link of LINKS) yield before + link;
}

it('optional chains stop where they stopped', () => {
  for (const chain of chains(all ? 4 : 3)) {
    if (!chain.includes('?.')) continue;
    for (const use of USES) {
      const source = `return ${use(`o${chain}`)}`;
      const plain = new Function('o', source);
      const hooked = new Function('o', instrumented(source, 'commonjs').code);
      for (let depth = 0; depth <= 5; depth++)
        expect(
          outcome(() => hooked(linked(depth))),
          `${source}, ${depth} links there`,
        ).toBe(outcome(() => plain(linked(depth))));
    }
  }
});
