// docs/mending.md: what is wrong with the program before, and right with the one after, in C and for Node.js.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { sample } from '../runs.ts';
import { folder, foretrace, root } from './run.ts';

const home = join(root, 'examples/mending');
const mistakes = ['counter', 'flag', 'lazy', 'ring', 'check-then-act'];

/** No race, and so no detector of races finds it. */
const looks = (mistake: string) => (mistake === 'check-then-act' ? ['--detector', mistake, '--fail-on', 'suspected'] : []);

test('each mistake has a pair in both languages, and the page shows all of them', () => {
  for (const [language, ending] of [
    ['c', 'c'],
    ['node', 'mjs'],
  ] as const) {
    const files = mistakes.flatMap((mistake) => [`${mistake}-after.${ending}`, `${mistake}-before.${ending}`]);
    expect(readdirSync(join(home, language)).sort()).toEqual(files.sort());
    const page = readFileSync(join(root, 'docs/mending.md'), 'utf8');
    for (const file of files) expect(page).toContain(`(../examples/mending/${language}/${file})`);
  }
});

test('what the page shows is in the programs', () => {
  const page = readFileSync(join(root, 'docs/mending.md'), 'utf8');
  const programs = ['c', 'node'].flatMap((language) =>
    readdirSync(join(home, language)).map((file) => join(home, language, file)),
  );
  const known = new Set(programs.flatMap((path) => readFileSync(path, 'utf8').split('\n')).map((line) => line.trim()));
  for (const [, code] of page.matchAll(/```(?:c|js)\n(.*?)```/gs))
    for (const line of code!.split('\n').map((one) => one.trim()))
      if (line !== '// the other thread') expect(known, line).toContain(line);
});

describe.each(sample(mistakes, 5))('%s', (mistake) => {
  test('for Node.js', () => {
    const run = (when: string) =>
      foretrace(['run', '-q', ...looks(mistake), join(home, `node/${mistake}-${when}.mjs`)], { cwd: folder() });
    expect(run('before')).toMatchObject({ status: 1, stdout: expect.stringMatching(/^(race|atomicity) {2}/m) });
    expect(run('after')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^no (race|broken block)/m) });
  });

  test('in C', (context) => {
    needs(['c'], context);
    const cwd = folder();
    const run = (when: string) => {
      const source = join(home, `c/${mistake}-${when}.c`);
      expect(foretrace(['cc', '-g', '-pthread', source, '-o', when], { cwd })).toMatchObject({ status: 0 });
      return foretrace(['run', '-q', ...looks(mistake), `./${when}`], { cwd });
    };
    expect(run('before')).toMatchObject({ status: 1, stdout: expect.stringMatching(/^(race|atomicity) {2}/m) });
    expect(run('after')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^no (race|broken block)/m) });
  });
});
