// Races of installed packages with themselves are folded, those that the program has a part in are not; and what is only a tool is not recorded.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { folder, foretrace, type Outcome } from './run.ts';

/** A package whose workers race with each other; it also fills what it is given. */
const POOL = `const { Worker } = require('node:worker_threads');
exports.count = () => {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const end = () => new Promise((resolve) => new Worker(require.resolve('./worker.js'), { workerData: cells }).on('exit', resolve));
  return Promise.all([end(), end()]);
};
exports.fill = (view, value) => { for (let i = 0; i < view.length; i++) view[i] = value; };`;
const WORKER = `require('node:worker_threads').workerData[0]++;`;

/** The program: what the package does alone, a race of its own, and one through the package. */
const THEIRS = `await pool.count();`;
const OWN = `await both('workerData[0]++');`;
const FILLED = `await both('pool.fill(workerData, 1)');`;
const APP = (
  ...what: readonly string[]
) => `const { Worker, isMainThread, workerData, environment } = require('node:worker_threads');
const pool = require('pool');
const both = (code) => {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const end = () => new Promise((resolve) => new Worker(__filename, { workerData: shared, argv: [code] }).on('exit', resolve));
  return Promise.all([end(), end()]);
};
const work = (code) => { if (code.startsWith('pool')) pool.fill(workerData, 1); else workerData[0]++; };
if (isMainThread) (async () => { ${what.join(' ')} })();
else work(process.argv[2]);`;

let cwd = '';
beforeEach(() => {
  cwd = folder();
});

function write(files: Readonly<Record<string, string>>, to = cwd): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), text);
  }
}

function pool(at = 'node_modules/pool'): Record<string, string> {
  return { [`${at}/package.json`]: '{"name":"pool","main":"index.js"}', [`${at}/index.js`]: POOL, [`${at}/worker.js`]: WORKER };
}

function run(options: readonly string[] = [], program: readonly string[] = ['app.cjs'], from = cwd): Outcome {
  return foretrace(['run', ...options, ...program], { cwd: from });
}

function reported({ stdout }: Outcome) {
  const { findings, leftOut } = JSON.parse(stdout);
  return { places: findings.map(({ first, second }: never) => placesOf(first, second)), leftOut, findings };
}

const placesOf = (first: { location: string }, second: { location: string }): string => `${first.location} ${second.location}`;

const LINE = '1 finding is wholly in installed packages (pool): --dependencies shows it';

describe('a race wholly in a package', () => {
  test('is folded, which the report says, and does not decide', () => {
    write({ ...pool(), 'app.cjs': APP(THEIRS) });
    const { status, stdout, stderr } = run(['--trace', 't.ftrace']);
    expect(stdout).toMatch(
      new RegExp(`${LINE.replace(/[()]/g, '\\$&')}\nno race or deadlock in your code, 1 in installed packages · .*\n$`),
    );
    expect(status, stderr).toBe(0);
    // Of the trace alone, too.
    const again = foretrace(['analyze', 't.ftrace'], { cwd });
    expect([again.status, again.stdout.includes(LINE)]).toEqual([0, true]);
    const shown = foretrace(['analyze', 't.ftrace', '--dependencies', '--format', 'json'], { cwd });
    expect(shown.status).toBe(1);
    const { findings, leftOut } = reported(shown);
    expect(findings).toHaveLength(1);
    expect(findings[0].second.stack[0]).toMatchObject({ library: 'pool', dependency: true });
    expect(leftOut).toMatchObject({ dependencies: 0, packages: [] });
  });

  test('comes after those of the program, whose numbers stay', () => {
    write({ ...pool(), 'app.cjs': APP(THEIRS, OWN) });
    const { status, stdout } = run(['--trace', 't.ftrace']);
    expect(status).toBe(1);
    expect(stdout).toContain(LINE);
    expect(stdout).toMatch(/^1 race, 1 in installed packages · /m);
    const all = reported(foretrace(['analyze', 't.ftrace', '--dependencies', '--format', 'json'], { cwd }));
    const own = reported(foretrace(['analyze', 't.ftrace', '--format', 'json'], { cwd }));
    expect(all.findings.map(({ id }: { id: string }) => id)).toEqual(['R1', 'R2']);
    expect(all.places).toEqual([expect.stringMatching(/^app\.cjs/), expect.stringMatching(/^node_modules\/pool\/worker\.js/)]);
    expect(own.places).toEqual([all.places[0]]);
    // What is folded can be explained all the same.
    const { stdout: told } = foretrace(['explain', 't.ftrace', 'R2'], { cwd });
    expect(told).toContain('node_modules/pool/worker.js');
  });

  test('is kept for explain, also where nothing else was found', () => {
    write({ ...pool(), 'app.cjs': APP(THEIRS), 'package.json': '{}' });
    const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
    expect(foretrace(['run', 'app.cjs'], { cwd, env }).status).toBe(0);
    const { status, stdout, stderr } = foretrace(['explain', 'R1'], { cwd, env });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('node_modules/pool/worker.js');
  });

  test('does not end a search for races', () => {
    write({ ...pool(), 'app.cjs': APP(THEIRS) });
    const { status, stdout } = run(['--until-race', '--runs', '3']);
    expect(stdout).toMatch(/^no race or deadlock in your code, 1 in installed packages · 3 runs, /m);
    expect(status).toBe(0);
    expect(run(['--until-race', '--runs', '3', '--dependencies']).stdout).toMatch(/^1 race · 1 run, /m);
  });

  test('is no part of a baseline, nor of a difference, unless asked for', () => {
    write({ ...pool(), 'app.cjs': APP(THEIRS) });
    run(['--trace', 't.ftrace']);
    const { stdout, stderr } = foretrace(['diff', 't.ftrace', 't.ftrace'], { cwd });
    expect(stdout).toBe('0 new, 0 gone, 0 still there\n');
    expect(stderr).toContain(LINE);
    expect(foretrace(['diff', 't.ftrace', 't.ftrace', '--dependencies'], { cwd }).stdout).toMatch(/1 still there$/m);
    expect(JSON.parse(foretrace(['baseline', 't.ftrace'], { cwd }).stdout).findings).toEqual([]);
    expect(JSON.parse(foretrace(['baseline', 't.ftrace', '--dependencies'], { cwd }).stdout).findings).toHaveLength(1);
  });

  test.each([
    ['of pnpm', '.pnpm/pool@1.0.0/node_modules/pool'],
    ['that others brought along', 'other/node_modules/pool'],
  ])('%s is folded', (_, at) => {
    write({
      ...pool(`node_modules/${at}`),
      'app.cjs': APP(THEIRS).replace("require('pool')", `require('./node_modules/${at}')`),
    });
    expect(run().stdout).toContain(LINE);
  });

  test('is folded if a source map says that it was made of something else', () => {
    const sources = { version: 3, sources: ['../../src/worker.ts'], names: [], mappings: 'AAAA', sourcesContent: [WORKER] };
    const map = `data:application/json;base64,${Buffer.from(JSON.stringify(sources)).toString('base64')}`;
    const mapped = { 'node_modules/pool/worker.js': `${WORKER}\n//# sourceMappingURL=${map}` };
    write({ ...pool(), ...mapped, 'app.cjs': APP(THEIRS) });
    const { stdout } = run(['--trace', 't.ftrace']);
    expect(stdout).toContain(LINE);
    const { places } = reported(foretrace(['analyze', 't.ftrace', '--dependencies', '--format', 'json'], { cwd }));
    expect(places[0]).toMatch(/^src\/worker\.ts:1/);
  });
});

describe('shown is a race', () => {
  test('to both places of which the program led', () => {
    write({ ...pool(), 'app.cjs': APP(FILLED) });
    const { status, stdout } = run(['--format', 'json']);
    const { places, leftOut } = reported({ stdout } as Outcome);
    expect(places).toEqual([expect.stringMatching(/^node_modules\/pool\/index\.js.* node_modules\/pool\/index\.js/)]);
    expect(leftOut.dependencies).toBe(0);
    expect(status).toBe(1);
  });

  test('of a program that lives in a folder of packages, and is run there', () => {
    write({ ...pool('node_modules/under-development'), 'node_modules/pool/index.js': 'throw 1' });
    const home = join(cwd, 'node_modules/under-development');
    write({ 'lib/deep/app.cjs': APP(THEIRS).replace("require('pool')", "require('../..')") }, home);
    for (const from of [home, join(home, 'lib/deep')]) {
      const { status, stdout } = run(['--trace', 't.ftrace'], ['node', join(home, 'lib/deep/app.cjs')], from);
      expect(stdout).toMatch(/^1 race · /m);
      expect(stdout).not.toContain('node_modules');
      expect(status).toBe(1);
      rmSync(join(from, 't.ftrace'));
    }
  });

  test('not so what is a neighbour there', () => {
    write({ ...pool(), 'node_modules/mine/app.cjs': APP(THEIRS) });
    expect(run([], ['app.cjs'], join(cwd, 'node_modules/mine')).stdout).toContain(LINE);
  });
});

/** Two threads of the program that a pool of a tool orders, by Atomics or by nothing. */
const TOOL = `exports.turns = (words, me) => { while (Atomics.load(words, 0) !== me); };
exports.next = (words) => { Atomics.add(words, 0, 1); };
exports.mark = (words) => { words[1]++; };`;
const ORDERED = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const tool = require('TOOL');
const { words, cells, me = 0 } = workerData ?? { words: new Int32Array(new SharedArrayBuffer(8)), cells: new Int32Array(new SharedArrayBuffer(8)) };
if (isMainThread) new Worker(__filename, { workerData: { words, cells, me: 1 } });
tool.turns(words, me);
cells[0]++;
tool.next(words);
tool.mark(words);`;

describe('a tool', () => {
  function programOf(name: string): void {
    write({ [`node_modules/${name}/index.js`]: TOOL, 'app.cjs': ORDERED.replace('TOOL', name) });
  }

  test('is not recorded, but its Atomics order the program, and that is said', () => {
    programOf('vitest');
    const { status, stdout, stderr } = run(['--format', 'json', '--dependencies']);
    expect(reported({ stdout } as Outcome).findings).toEqual([]);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("foretrace: not recorded, as tools: the code of vitest; --include '**' records it\n");
  });

  test('is recorded if asked for', () => {
    programOf('@vitest/runner');
    expect(run(['--dependencies']).stderr).toContain('the code of @vitest/*;');
    for (const pattern of ['**', '**/node_modules/@vitest/**']) {
      const { status, stdout, stderr } = run(['--format', 'json', '--dependencies', '--include', pattern]);
      const { places } = reported({ stdout } as Outcome);
      expect(places).toEqual([expect.stringMatching(/^node_modules\/@vitest\/runner\/index\.js:3.* node_modules\/@vitest/)]);
      expect(status).toBe(1);
      expect(stderr).not.toContain('as tools');
    }
  });

  test('is none by another name, nor where it is developed', () => {
    programOf('vitesse');
    expect(run(['--dependencies']).status).toBe(1);
    programOf('vitest');
    const home = join(cwd, 'node_modules/vitest');
    cpSync(join(cwd, 'app.cjs'), join(home, 'app.cjs'));
    const { status, stderr } = run([], ['app.cjs'], home);
    expect(stderr).not.toContain('as tools');
    expect(status).toBe(1);
  });
});
