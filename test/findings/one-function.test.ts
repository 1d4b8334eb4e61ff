// Check-then-act is held to one call of one function, where the calling contexts of a recording tell.

import { describe, expect, test } from 'vitest';
import { checkThenAct } from '../../src/detectors/check-then-act/index.ts';
import { blockName } from '../../src/findings/kinds/atomicity.ts';
import { heldToFunctions } from '../../src/findings/one-function.ts';
import { CallTree } from '../../src/trace/call-tree.ts';
import { NO_PLACE } from '../../src/trace/code-place.ts';
import { Link, SEEN } from '../../src/trace/contexts.ts';
import { newSymbols, type Symbols } from '../../src/trace/symbols.ts';

/** `get:11 < withdraw:25 < main:3` is line 11 of get, called by line 25 of withdraw, and so on. `?` before a caller: one that was once seen. */
function located(symbols: Symbols, tree: CallTree, words: string): number {
  let at = 0;
  for (const word of words.split(' < ').reverse()) {
    const name = word.replace('?', '');
    const place = symbols.locations.internName(name);
    symbols.places.set(place, { ...NO_PLACE, function: name.split(':')[0]! });
    at = tree.under(at, place, Link.called + (words.includes('?') ? SEEN : 0));
  }
  return at;
}

/** Whether a violation stays whose two sections begin and access there. */
function stays(begin: string, own: string, again: string, index: string, around?: number): boolean {
  const symbols = newSymbols();
  const tree = new CallTree(symbols);
  const locations = [begin, own, again, index].map((words) => located(symbols, tree, words));
  const outcome = { detector: checkThenAct, races: undefined!, deadlocks: [], counters: {} };
  const violations = [{ begin: 0, own: 1, again: 2, around, index: 3, cut: [9] }];
  return heldToFunctions([{ ...outcome, violations }], (position) => locations[position]!, symbols)[0]!.violations.length === 1;
}

describe('two sections', () => {
  test('of one call belong together', () => {
    expect(stays('claim:1 < main:5', 'claim:2 < main:5', 'claim:4 < main:5', 'claim:5 < main:5')).toBe(true);
    expect(stays('work:1', 'see:9 < work:2', 'work:4', 'act:8 < work:5')).toBe(true);
  });

  test('also if the lock is taken by functions of its own', () => {
    const [first, second] = [' < claim:1 < main:5', ' < claim:4 < main:5'];
    expect(stays(`lock:7${first}`, 'claim:2 < main:5', `lock:7${second}`, 'claim:5 < main:5')).toBe(true);
    expect(stays(`try:3 < lock:7${first}`, 'see:9 < claim:2 < main:5', `lock:7${second}`, 'claim:5 < main:5')).toBe(true);
  });

  test('of two functions do not', () => {
    expect(stays('get:1 < main:5', 'get:2 < main:5', 'set:1 < main:6', 'set:2 < main:6')).toBe(false);
    expect(stays('get:1 < main:5', 'get:2 < main:5', 'set:1 < main:5', 'set:2 < main:5')).toBe(false);
    expect(stays('get:1 < main:5', 'get:2 < main:5', 'main:6', 'main:7')).toBe(false);
  });

  test('of two calls of one function, from two lines, do not', () => {
    expect(stays('step:1 < main:5', 'step:2 < main:5', 'step:4 < main:6', 'step:5 < main:6')).toBe(false);
  });

  test('of one block belong together, whatever it calls', () => {
    expect(stays('get:1 < main:5', 'get:2 < main:5', 'set:1 < main:6', 'set:2 < main:6', 0)).toBe(true);
  });

  test('stay if it is not known for sure', () => {
    expect(stays('get:1', 'get:2', 'set:1', 'set:2')).toBe(true);
    expect(stays('get:1 < ?main:5', 'get:2 < ?main:5', 'set:1 < ?main:6', 'set:2 < ?main:6')).toBe(true);
    expect(stays('step:1 < main:5', 'step:2 < main:5', 'step:4', 'step:5')).toBe(true);
  });
});

describe('the name of a block', () => {
  const access = (op: 'begin' | 'acquire', ...functions: string[]) => ({
    op,
    target: 'm',
    location: `a.c:1 (${functions[0]})`,
    stack: functions.map((name) => {
      const library = name.startsWith('std::') ? { library: 'libstdc++' } : {};
      return { location: `a.c:1 (${name})`, ...(name === '' ? {} : { function: name }), ...library };
    }),
  });

  test('is that of the annotation', () => {
    expect(blockName(access('begin', 'get', 'withdraw'), access('acquire', 'get', 'withdraw'))).toBe('m');
  });

  test('is that of the function that does both, not of one that takes the lock for it', () => {
    const read = access('acquire', 'visit', '', 'main');
    expect(blockName(access('acquire', 'std::lock', 'visit', '', 'main'), read)).toBe('visit');
    expect(blockName(access('acquire', 'std::lock', '', 'main'), access('acquire', 'std::lock', '', 'main'))).toBe('main');
    expect(blockName(access('acquire', 'lock'), access('acquire', 'visit'))).toBe('lock');
    expect(blockName(access('acquire', 'lock'), null)).toBe('lock');
  });
});
