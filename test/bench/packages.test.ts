// The table of packages: how a pair of places finds its judgement, and docs/races-found.md beside the list that it follows from.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { code, instruction } from '../../bench/packages/idioms.ts';
import { distinct, judgementOf } from '../../bench/packages/judgement.ts';
import { notRun, packages } from '../../bench/packages/list.ts';
import { type Measured, problemsOf } from '../../bench/packages/measure.ts';
import { idOf, type Judgement, type PackageProgram } from '../../bench/packages/package.ts';
import type { Pair } from '../../bench/packages/record.ts';
import { packageTables } from '../../bench/packages/tables.ts';

const root = join(import.meta.dirname, '../..');

const race = (...places: string[]): Pair => ({ type: 'race', claim: 'observed', variable: 'x', places });
const judged: Judgement[] = [
  { kind: 'race', places: ['a.js:1', 'b.js:20'], why: 'first' },
  { kind: 'benign', places: [code('m.wasm', [0x10, 0x20]), ['c.js', instruction('m.wasm', 0x40)]], why: 'second' },
];

describe('a judgement', () => {
  test.each([
    ['of places in either order', race('lib/b.js:20:3', 'a.js:1:7'), 'first'],
    ['not of a line that only begins so', race('a.js:12', 'b.js:20'), undefined],
    ['not of one place twice', race('a.js:1', 'a.js:1'), undefined],
    ['of code within its functions, whatever its name', race('m.wasm:push+0x1f', 'x/c.js:4'), 'second'],
    ['not of code at the end of the range', race('m.wasm+0x20', 'c.js:4'), undefined],
    ['not of another module', race('n.wasm+0x10', 'c.js:4'), undefined],
    ['of another of several parts', race('m.wasm:function 7+0x40', 'm.wasm:function 6+0x10'), 'second'],
    ['not of the next instruction', race('m.wasm+0x41', 'm.wasm+0x10'), undefined],
    ['not of a deadlock', { ...race('a.js:1', 'b.js:20'), type: 'deadlock' }, undefined],
  ])('%s', (_, pair, why) => expect(judgementOf(pair, judged)?.why).toBe(why));
});

it('takes a pair of places once, in whichever order', () => {
  expect(distinct([race('a', 'b'), race('b', 'a'), race('a', 'c')])).toEqual([race('a', 'b'), race('a', 'c')]);
});

const one: PackageProgram = { name: '@a/b', version: '1.2.3', program: ['b.mjs'], covers: 'a queue', judged };
const measured: Measured = {
  ...{ id: '@a/b@1.2.3', plain: 0.5, first: 3, second: 2, logBytes: 4e6, plainMegabytes: 50, megabytes: 80 },
  ...{ findings: 2, folded: 1, partial: true, load: 3, problems: ['it printed "x"'] },
  pairs: [
    race('/x/node_modules/@a/b/a.js:1:5', 'b.js:20'),
    race('m.wasm+0x11', 'c.js:1'),
    race('m.wasm+0x12', 'c.js:2'),
    race('d', 'e'),
  ],
};

it('says what nobody has judged', () => {
  expect(problemsOf(one, measured)).toEqual(['it printed "x"', 'not judged: observed race of x at d and e']);
});

it('tells the cost of a package, and each judgement once', () => {
  const [costs, findings] = packageTables([{ one, measured }], [{ ...one, version: '2.0.0' }]);
  expect(costs!.rows).toEqual([
    ['@a/b@1.2.3', 'a queue', 0.5, 3, 2, 4, 4, 50, 80, '2, partial', 1, '1 race, 2 benign, 1 not judged'],
    ['@a/b@2.0.0', 'a queue', ...Array(9).fill(null), 'not measured'],
  ]);
  expect(findings!.rows).toEqual([
    ['@a/b@1.2.3', '`@a/b/a.js:1:5`', '`b.js:20`', 1, 'observed', 'race', 'first'],
    ['@a/b@1.2.3', '`m.wasm+0x11`', '`c.js:1`', 2, 'observed', 'benign', 'second'],
    ['@a/b@1.2.3', '`d`', '`e`', 1, 'observed', 'not judged', ''],
  ]);
});

describe('docs/races-found.md', () => {
  const page = readFileSync(join(root, 'docs/races-found.md'), 'utf8');
  const part = (title: string) => page.split(`<!-- ${title}: `)[1]!.split(`<!-- end of ${title} -->`)[0]!;
  const firstCells = (title: string) => [...part(title).matchAll(/^\| (\S+@\S+) \|/gm)].map(([, id]) => id);

  it('has a row for each package of the list', () => {
    expect(firstCells('Packages').toSorted()).toEqual(packages.map(idOf).toSorted());
    expect(firstCells('Packages without a program')).toEqual(notRun.map(idOf));
    expect(packages.length).toBeGreaterThanOrEqual(20);
  });

  it('has no finding that nobody has judged', () => {
    expect(['Packages', 'Findings in packages'].filter((title) => part(title).includes('not judged'))).toEqual([]);
    const reasons = new Set(packages.flatMap((known) => known.judged.map(({ why }) => why.replaceAll('|', '\\|'))));
    const rows = part('Findings in packages')
      .split('\n')
      .filter((line) => line.includes('@'));
    expect(rows.filter((row) => ![...reasons].some((why) => row.endsWith(`| ${why} |`)))).toEqual([]);
  });

  it('is of programs that there are', () => {
    const missing = packages
      .map(({ program }) => program[0]!)
      .filter((file) => !existsSync(join(root, 'test/record-node/packages', file)));
    expect(missing).toEqual([]);
  });
});
