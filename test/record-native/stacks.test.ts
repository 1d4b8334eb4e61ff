// Who called: every program in stacks/ is built and recorded at each level of optimisation, by both compilers, and must tell the call stacks that its
// comments have, whether functions were called or expanded in place.

import { describe, expect, test } from 'vitest';
import { missing, needs } from '../needs.ts';
import { all } from '../runs.ts';
import { type Build, built, compile, expected, labels, languageOf, ours, places, programs } from './labelled-stacks.ts';
import { byGdb, byThreadSanitizer, sanitized } from './other-stacks.ts';

const LEVELS = ['-O0', '-O1', '-O2', '-O3', '-O2 -flto'];
const COMPILERS = { c: ['gcc', 'clang'], 'c++': ['g++', 'clang++'] } as const;

const cases = programs.flatMap((program, i) => {
  const builds = COMPILERS[languageOf(program)].flatMap((compiler) => LEVELS.map((level): Build => `${compiler} ${level}`));
  // Few of them, and yet both compilers and every level.
  const some = [builds[(3 * i) % builds.length]!];
  return (all ? builds : some).map((build) => ({ program, build }));
});

describe('who called', () => {
  test.concurrent.for(cases)('$program, $build', async ({ program, build }, context) => {
    needs(build.startsWith('clang') ? 'clang' : languageOf(program), context);
    expect(labels(await ours(await built(program, build, compile, context)))).toEqual(expected(program));
  });
});

/** With lines. Lambdas are told by where they are in ours. */
function comparable(stacks: Parameters<typeof places>[0], except: readonly string[]): Record<string, string> {
  const all = Object.entries(places(stacks)).filter(([variable]) => !except.includes(variable));
  return Object.fromEntries(
    all.map(([variable, both]) => [
      variable,
      both
        .replace(/\w+::lambda::/g, '')
        .split(' | ')
        .sort()
        .join(' | '),
    ]),
  );
}

/** Where ThreadSanitizer says something else: docs/record-native-runtime.md tells why. */
const NOT_AS_SANITIZER: Readonly<Record<string, readonly string[]>> = {
  'calls.c': ['last'],
  'fibers.c': ['within', 'between', 'returned'],
  'leaving.c': ['interrupted', 'cleaned', 'ended'],
};
/** And gdb, which sees the stack of a fiber, and nothing beyond. */
const NOT_AS_GDB: Readonly<Record<string, readonly string[]>> = { 'fibers.c': ['within', 'returned'] };

const compared = programs.flatMap((program) =>
  ['-O0', '-O2'].map((level) => {
    // As deep as others go.
    return { program, build: `${COMPILERS[languageOf(program)][0]} ${level} -DDEEP=7` };
  }),
);

// They compare where the others are: what is recorded does not need them.
describe.runIf(all)('who called, beside others', () => {
  test.concurrent.for(compared)('is what ThreadSanitizer says: $program, $build', async ({ program, build }, context) => {
    needs(['gcc', languageOf(program)], context);
    const except = NOT_AS_SANITIZER[program] ?? [];
    const variables = Object.keys(expected(program)).filter((variable) => !except.includes(variable));
    const theirs = await byThreadSanitizer(await built(program, build, sanitized, context), variables);
    if (theirs === undefined) return context.skip('ThreadSanitizer does not run here');
    const own = await ours(await built(program, build, compile, context));
    expect(comparable(own, except)).toEqual(comparable(theirs, except));
  });

  // It stops in functions, of which inlining.c and the library of stripped.c leave none to stop in.
  const touching = compared.filter(({ program }) => !/^(?:inlining|stripped)/.test(program));
  test.concurrent.for(touching)('is what gdb unwinds: $program, $build', async ({ program, build }, context) => {
    needs(['gcc', languageOf(program)], context);
    const without = missing(['gdb']);
    if (without !== undefined) return context.skip(without);
    const executable = await built(program, build, compile, context);
    const except = NOT_AS_GDB[program] ?? [];
    expect(comparable(await ours(executable), except)).toEqual(comparable(await byGdb(executable), except));
  });
});
