// `npm run check`: within half a minute, what is wrong with the files that changed since main, committed or not: types, style, arrows,
// paths, dead exports, and those tests of the library that import a changed file, short ones first. The last line says what was not
// run; `npm run check:all` runs everything.

import { execFile, execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { BaseSequencer, createVitest } from 'vitest/node';

const SECONDS = 30;
/** For tests that are under way when the time is over, and for the words at the end. */
const SPARE_SECONDS = 4;

/** Files that differ from where this branch left main, those that git does not know yet too. */
function changedFiles() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const base = ['main', 'origin/main'].map((branch) => {
    try {
      return git('merge-base', 'HEAD', branch).trim();
    } catch {
      return undefined;
    }
  });
  const tracked = git('diff', '--name-only', '--relative', '--diff-filter=d', '-z', base.find(Boolean) ?? 'HEAD');
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(`${tracked}${unknown}`.split('\0').filter(Boolean))].sort();
}

/** Runs a program of the project to its end; its output is printed if it fails. */
async function step(name, command, ...args) {
  try {
    await promisify(execFile)(command, args, { maxBuffer: 2 ** 26 });
    return true;
  } catch ({ stdout, stderr, message }) {
    console.log(`== ${name}\n${`${stdout ?? ''}${stderr ?? ''}`.trim() || message}`);
    return false;
  }
}

/** By the time that they took when they last ran here; what never ran may be what changed. */
class ShortFirst extends BaseSequencer {
  async sort(specifications) {
    const milliseconds = ({ project, moduleId }) =>
      this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`)?.duration ?? 0;
    return [...specifications].sort((a, b) => milliseconds(a) - milliseconds(b));
  }
}

/** Runs what imports the files until the deadline; gives whether all that ran passed, how many that were, and the other test files. */
async function relatedTests(files, deadline) {
  if (files.length === 0) return { passed: true, ran: 0, unfinished: [] };
  const options = { watch: false, related: files, project: ['library', 'hooks'], reporters: ['minimal'] };
  const vitest = await createVitest('test', { ...options, sequence: { sequencer: ShortFirst } });
  await vitest.standalone();
  const wanted = await vitest.getRelevantTestSpecifications();
  const left = Math.max(0, deadline - Date.now());
  const timer = setTimeout(() => vitest.cancelCurrentRun('keyboard-input'), left);
  // A test that computes does not hear that the run is over: it is not waited for.
  const over = new Promise((resolve) => setTimeout(resolve, left + 2000).unref());
  await Promise.race([vitest.runTestSpecifications(wanted), over]);
  clearTimeout(timer);
  const states = wanted.map(({ testModule }) => testModule?.state());
  return {
    passed: !states.includes('failed') && vitest.state.getUnhandledErrors().length === 0,
    ran: states.filter((state) => state === 'passed' || state === 'failed').length,
    unfinished: wanted
      .filter((_, i) => states[i] !== 'passed' && states[i] !== 'failed')
      .map(({ moduleId }) => relative('', moduleId)),
  };
}

const begin = Date.now();
const changed = changedFiles();
const sources = changed.filter((file) => /^(?:src|test|bench|scripts)\/.*\.(?:ts|mjs)$/.test(file));
const bin = (name) => `node_modules/.bin/${name}`;
const style = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed];
const [tests, ...steps] = await Promise.all([
  relatedTests(sources, begin + (SECONDS - SPARE_SECONDS) * 1000),
  step('types', bin('tsc'), '--noEmit'),
  step('style', bin('biome'), ...style),
  step('arrows', process.execPath, 'scripts/check-arrows.mjs'),
  step('paths', process.execPath, 'scripts/check-paths.mjs'),
  step('dead exports', bin('knip')),
]);
const { passed, ran, unfinished } = tests;
const ok = passed && steps.every(Boolean);
const seconds = Math.round((Date.now() - begin) / 1000);
const left = unfinished.length === 0 ? '' : `${unfinished.length} related test files, `;
if (left !== '') console.log(`no time for ${unfinished.join(' ')}`);
console.log(
  `${ok ? 'passed' : 'failed'} in ${seconds} s; changed files: ${changed.length}; test files run: ${ran}; ` +
    `not run: ${left}tests of the program, browser, build, package (npm run check:all)`,
);
process.exit(ok ? 0 : 1);
