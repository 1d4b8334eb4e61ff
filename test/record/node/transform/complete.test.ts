// Every access is recorded, and nothing that is none: random programs meet an object whose accessors tell what really happens to its
// elements, and which the hooks take for a view.

import { Script } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { elementsOf, installHooks, instrumented, patternSymbol, watch } from './hooks.ts';
import { program } from './program.ts';
import { names, outcome, type Subject } from './world.ts';

beforeAll(() => installHooks());

/** What a typed array looks like to the program, as far as elements go. */
function oracle(accesses: string[]): Subject {
  let quiet = 0;
  const values: unknown[] = [5, 6, 7, 8];
  const tell = (access: string): void => {
    if (quiet === 0) accesses.push(access);
  };
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), patternSymbol)!;
  const view = Object.create(Object.create(Object.prototype, { [patternSymbol]: inherited })) as object;
  for (const k of values.keys())
    Object.defineProperty(view, k, {
      enumerable: true,
      get() {
        tell(`r ${k}`);
        return values[k];
      },
      set: (value: unknown) => {
        tell(`w ${k}`);
        values[k] = typeof value === 'number' ? value | 0 : 0;
      },
    });
  Object.defineProperty(view, 'length', { value: values.length });
  Object.defineProperty(view, Symbol.iterator, { value: () => elementsOf(view as ArrayLike<unknown>, 0) });
  const quietly: Subject['quietly'] = (act) => {
    quiet++;
    try {
      return act();
    } finally {
      quiet--;
    }
  };
  return { view, quietly, hasObjectKeys: false };
}

function counted(accesses: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const access of accesses) counts[access] = (counts[access] ?? 0) + 1;
  return counts;
}

/** The rest of an object pattern. */
const UNHOOKED = /\.\.\.(?:\w+rest|v2)\}/;

const choices = fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 120, size: 'max' });

it.each(['commonjs', 'script'] as const)('programs as %s', async (kind) => {
  await fc.assert(
    fc.asyncProperty(choices, async (list) => {
      const source = program(list, kind === 'script' ? undefined : `var { ${names.join()} } = world;`);
      if (UNHOOKED.test(source) || (kind === 'script' && source.includes('eval('))) return;
      try {
        if (kind === 'script') new Script(source);
        else new Function(source);
      } catch {
        return; // the writer does not know every early error
      }
      const [happened, noted]: [string[], string[]] = [[], []];
      const subject = oracle(happened);
      watch(subject.view, noted);
      const log = await outcome(instrumented(source, kind).code, kind, subject);
      watch(undefined, []);
      const [real, recorded] = [counted(happened), counted(noted)];
      for (const access of Object.keys(real))
        expect(recorded[access] ?? 0, `${access} in ${source}`).toBeGreaterThanOrEqual(real[access]!);
      // An exception may come between a record and its access.
      if (log.some((line) => line.startsWith('failed'))) return;
      expect(recorded, source).toEqual(real);
    }),
    runs(400),
  );
});
