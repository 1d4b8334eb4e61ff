// What is wholly in installed packages decides no gate and is not in reports, unless it is asked for; the lists of the store have it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fleet } from './run.ts';
import { newFolder, newStore } from './stores.ts';

/** A race of two places in a package and, if asked for, one of the program. */
const PACKAGE = 'A|w(x)|node_modules/pool/a.js:1\nB|w(x)|node_modules/pool/b.js:2\n';
const OWN = 'A|w(y)|src/a.js:1\nB|w(y)|node_modules/pool/b.js:3\n';
const QUIET = 'A|r(z)|src/a.js:1\nB|r(z)|src/a.js:1\n';
const LINE = '1 finding is wholly in installed packages (pool): --dependencies shows it';

test('a gate and a report leave packages out, say so, and take --dependencies', async (context) => {
  const store = await newStore('embedded', context);
  const folder = newFolder();
  const add = (text: string, commit: string, branch: string) => {
    const path = join(folder, `${commit}.std`);
    writeFileSync(path, text);
    expect(fleet(store, ['add', path, '--project', 'p', '--commit', commit, '--branch', branch])).toMatchObject({ status: 0 });
  };
  add(QUIET, 'c1', 'main');
  add(PACKAGE, 'c2', 'topic');
  add(PACKAGE + OWN, 'c3', 'topic');
  expect(fleet(store, ['work'])).toMatchObject({ status: 0 });
  const gate = (commit: string, ...more: readonly string[]) =>
    fleet(store, ['gate', '--project', 'p', '--commit', commit, ...more]);
  const plain = gate('c2');
  expect(plain.stdout.replaceAll('`', '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))).toContain(LINE);
  expect(plain.stdout).toContain('**0 new findings against main**');
  expect(plain.status, plain.stderr).toBe(0);
  expect(gate('c2', '--dependencies')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('**1 new finding against main**'),
  });
  expect(gate('c3')).toMatchObject({ status: 1, stdout: expect.stringContaining('**1 new finding against main**') });
  expect(gate('c3', '--dependencies').stdout).toContain('**2 new findings against main**');
  const report = (...more: readonly string[]) => fleet(store, ['report', '--commit', 'c2', '--format', 'json', ...more]);
  expect(report().status).toBe(0);
  expect(JSON.parse(report().stdout)).toMatchObject({ findings: [], leftOut: { dependencies: 1, packages: ['pool'] } });
  expect(report('--dependencies').status).toBe(1);
  expect(JSON.parse(report('--dependencies').stdout)).toMatchObject({
    findings: [{ variable: 'x' }],
    leftOut: { dependencies: 0 },
  });
  expect(JSON.parse(fleet(store, ['findings', '--format', 'json']).stdout)).toHaveLength(2);
});
