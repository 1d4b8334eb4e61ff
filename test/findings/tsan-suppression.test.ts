// Rules by frames, ours and those of ThreadSanitizer.

import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { select } from '../../src/findings/selection.ts';
import { parseSuppressions } from '../../src/findings/suppression.ts';
import { tsanWords } from '../../src/findings/tsan-suppression.ts';
import { finding, frame } from './finding.ts';

/** memcpy in the C library, called from a container, called from our work. */
const deep = finding({
  at: ['libc.so.6+0x9 (memcpy)', 'src/b.c:2 (reader)'],
  callers: [
    [
      frame('include/vec.h:7 (vec<int>::push)'),
      frame('src/work.c:40 (work)'),
      frame('libfoo.so+0x1 (run)', { library: 'libfoo' }),
    ],
    [],
  ],
  forks: [{ thread: 'T1', by: 'main', index: 0, location: 'src/main.c:3 (main)', stack: [frame('src/main.c:3 (main)')] }],
});
const { first } = deep;
const race = { ...deep, first: { ...first!, stack: [{ ...first!.stack[0]!, library: 'libc' }, ...first!.stack.slice(1)] } };

const hit = (line: string) => parseSuppressions(line, 'rules')[0]!.matches(race);

describe('a rule of ours', () => {
  test.each([
    ['function work', true],
    ['function vec<*>::push', true],
    ['function memcpy', true],
    ['function nobody', false],
    ['function main', false],
    ['top memcpy', true],
    ['top reader', true],
    ['top work', false],
    ['within src/work.c', true],
    ['within src/work.c:40', true],
    ['within src/b.c', true],
    ['within src/c.c', false],
    ['location src/b.c', true],
    ['location include/vec.h:7', true],
    ['location src/work.c', false],
  ])('%s', (rule, expected) => {
    expect(hit(`race ${rule}  # why`)).toBe(expected);
  });
});

describe('a rule of ThreadSanitizer', () => {
  test.each([
    ['race:work', true],
    ['race:wor', true],
    ['race:^work$', true],
    ['race:^wor$', false],
    ['race:vec<*push', true],
    ['race:vec?int', false],
    ['race:src/work.c', true],
    ['race:libfoo.so', true],
    ['race:stats.hits', true],
    ['race:^main$', true],
    ['race:nobody', false],
    ['race_top:memcpy', true],
    ['race_top:work', false],
    ['called_from_lib:libc.so', true],
    ['called_from_lib:libfoo', false],
    ['deadlock:work', false],
    ['mutex:work', false],
    ['thread:work', false],
    ['signal:work', false],
  ])('%s', (rule, expected) => {
    expect(hit(rule)).toBe(expected);
  });

  test('may say why, stand beside ours, and is told how it was taken', () => {
    const text = '# known\n race:push  # until the pool is rewritten\nrace variable x # ours\ndeadlock:a\ndeadlock:b\nthread:c\n';
    const rules = parseSuppressions(text, 'rules');
    expect(rules.map(({ line, kind, pattern, reason }) => [line, kind, pattern, reason])).toEqual([
      [2, 'race:', 'push', 'until the pool is rewritten'],
      [3, 'variable', 'x', 'ours'],
      [4, 'deadlock:', 'a', 'a rule for ThreadSanitizer'],
      [5, 'deadlock:', 'b', 'a rule for ThreadSanitizer'],
      [6, 'thread:', 'c', 'a rule for ThreadSanitizer'],
    ]);
    expect(tsanWords(rules)).toBe(
      'rules of ThreadSanitizer: 1 race: (a function, file or library anywhere in a stack of the finding, or the variable), ' +
        '2 deadlock: (a function, file or library in a stack of a deadlock, or one of its locks), 1 thread: (nothing: threads that leak are not reported)',
    );
    expect(tsanWords(rules.slice(1, 2))).toBeUndefined();
    const { suppressed, unusedRules } = select([race], { rules });
    expect(suppressed).toHaveLength(1);
    expect(unusedRules).toHaveLength(4);
  });

  test.each(['race:', 'race: # all', 'race:*', 'race_top:^*$'])('%s is an error: it would fit everything', (line) => {
    expect(() => parseSuppressions(line, 'rules')).toThrow(InputError);
  });

  test('is looked at once, however it is written', () => {
    expect(hit(`race:${'a*'.repeat(2000)}b`)).toBe(false);
    expect(() => parseSuppressions(`race:${'x'.repeat(5000)}`, 'rules')).toThrow(InputError);
    expect(() => parseSuppressions(`race:${' '.repeat(4000)}#`, 'rules')).toThrow(InputError);
  });
});

test('findings whose frames are not known go by their location', () => {
  const bare = finding({ at: ['src/a.c:1 (f)', 'src/b.c:2 (g)'] });
  const without = { ...bare, first: { ...bare.first!, stack: [] }, second: { ...bare.second, stack: [] } };
  for (const rule of ['function f', 'top g', 'within src/a.c', 'location src/b.c'])
    expect(parseSuppressions(`race ${rule} # r`, 'rules')[0]!.matches(without)).toBe(true);
});
