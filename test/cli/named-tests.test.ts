// A race that a test showed names the test, where its runner tells which it is.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { all, sample } from '../runs.ts';
import { folder, foretrace } from './run.ts';

/** Two workers that race, started by whoever requires this. */
const RACY = `const { Worker } = require('node:worker_threads');
const add = 'require("node:worker_threads").workerData[0]++';
module.exports = async () => {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const end = () => new Promise((resolve) => new Worker(add, { eval: true, workerData: cells }).on('exit', resolve));
  await Promise.all([end(), end()]);
};`;

/** What expect of vitest and of jest leaves in the realm of a test. */
const TELL = `const tell = (testPath, currentTestName) => {
  globalThis[Symbol.for('$$jest-matchers-object')] = { state: { testPath, currentTestName } };
};`;

const PROGRAMS = {
  'in the realm of the program, as vitest does': `${TELL}
const racy = require('./racy.cjs');
(async () => {
  tell(require('node:path').resolve('a.test.js'), 'adds > twice');
  await racy();
  tell(require('node:path').resolve('b.test.js'));
  await racy();
  tell('/elsewhere/c.test.js', 'quiet');
})();`,
  'in a realm of its own for each file, as jest does': `
const vm = require('node:vm');
const racy = require('./racy.cjs');
const tests = [['a.test.js', 'adds > twice'], ['b.test.js', '']];
(async () => {
  for (const [file, name] of tests) {
    const context = vm.createContext({ racy, file: require('node:path').resolve(file), name });
    await vm.runInContext(\`${TELL} tell(file, name); racy()\`, context);
  }
})();`,
};

function findingsOf(files: Readonly<Record<string, string>>, command: readonly string[]): { tests: string[] }[] {
  const cwd = folder();
  for (const [name, text] of Object.entries({ ...files, 'racy.cjs': RACY })) writeFileSync(join(cwd, name), text);
  const { status } = foretrace(['run', '--format', 'json=races.json', '--trace', 't.ftrace', ...command], { cwd });
  expect(status).toBe(1);
  // The trace tells it, too.
  const { findings } = JSON.parse(foretrace(['analyze', '--format', 'json', cwd], { cwd }).stdout);
  return findings;
}

describe('the test is named', () => {
  test.each(sample(Object.entries(PROGRAMS), 2))('that a runner tells %s', (_, text) => {
    expect(findingsOf({ 'app.cjs': text }, ['app.cjs'])).toMatchObject([{ tests: ['a.test.js > adds > twice', 'b.test.js'] }]);
  });

  test('by its file, which node:test gives each process', () => {
    const text = "require('node:test')('races', require('./racy.cjs'));";
    const found = findingsOf({ 'a.test.cjs': text, 'b.test.cjs': text }, ['node', '--test', 'a.test.cjs', 'b.test.cjs']);
    expect(found).toMatchObject([{ tests: ['a.test.cjs', 'b.test.cjs'] }]);
  });

  test.runIf(all)('also for threads of threads, in words', () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'racy.cjs'), RACY);
    const nested = `${TELL} tell(require('node:path').resolve('deep.test.js'), 'is deep');
new (require('node:worker_threads').Worker)("require('./racy.cjs')()", { eval: true });`;
    writeFileSync(join(cwd, 'app.cjs'), nested);
    const { stdout } = foretrace(['run', 'app.cjs'], { cwd });
    expect(stdout).toContain('\n     in test deep.test.js > is deep\n');
  });
});
