// Detectors and reports of one's own: `--plugin`, and that code which a configuration names does not run unasked.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { foretrace, type Outcome, root } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-plugins-'));
afterAll(() => rmSync(folder, { recursive: true }));
// As where foretrace is installed.
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(inject('main'), '../../..'), join(folder, 'node_modules/foretrace'));

const trace = join(root, 'traces/race/hb-misses-hand-over.std');
const silent = join(root, 'traces/no-race/lock-protected.std');

let made = 0;
/** A module of its own each time: Node keeps what it has imported. */
function module(text: string): string {
  const path = join(folder, `plugin-${made++}.mjs`);
  writeFileSync(path, text);
  return path;
}

function analyze(text: string, ...words: string[]): Outcome {
  return foretrace(['analyze', '--plugin', module(text), trace, ...words], { cwd: folder });
}

/** A detector that finds `body` says in an analysis, which has `report`. */
function detector(body: string, more = ''): string {
  return `import { Op } from 'foretrace';
export const own = { id: 'own', finds: 'race', title: 'Own', paper: 'none', claim: 'observed', reports: 'what it likes', cost: 'none',
  operations: [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join], reentrant: false,
  analysis(report, options) { return { block() {}, end() {}, counters: () => ({}), ${body} }; }, ${more} };
export const detectors = [own];
`;
}

/** One line and its hint, exit status 2. */
function expectsLine({ status, stderr, stdout }: Outcome, words: string | RegExp, code = 'PLUGIN_BAD'): void {
  if (typeof words === 'string') expect(stderr).toContain(words);
  else expect(stderr).toMatch(words);
  expect(stderr).toContain(`error ${code}: `);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
}

describe('a detector of one’s own', () => {
  test('runs beside the usual ones, or alone if it is named', () => {
    const text = detector('end() { report(0, 7); }');
    const { status, stdout } = analyze(text, '--format', 'json');
    expect(status).toBe(1);
    const { detectors, findings } = JSON.parse(stdout);
    expect(detectors.map(({ id }: { id: string }) => id)).toEqual(['shb', 'hb-atomics', 'predict', 'deadlock', 'hang', 'own']);
    expect(findings).toMatchObject([{ variable: 'x', claim: 'observed', detectors: ['predict', 'own'] }]);
    expect(JSON.parse(analyze(text, '--format', 'json', '-d', 'own').stdout).detectors).toHaveLength(1);
  });

  test('has options on the command line, and in its help', () => {
    const body =
      'end() { for (let i = 0; i < (options.patience ?? 1); i++) report(0, 7); }, counters: () => ({ asked: options.patience ?? 1 })';
    const options = `options: [{ name: 'patience', default: 1, help: 'how often' }]`;
    const text = detector(body, options);
    const asked = (...words: string[]) =>
      JSON.parse(analyze(text, '--format', 'json', ...words).stdout).detectors.at(-1).counters.asked;
    expect([asked(), asked('--patience', '3')]).toEqual([1, 3]);
    expect(analyze(text, '--help').stdout).toMatch(/--patience <n> +how often/);
    expectsUsage(analyze(text, '--patience', 'x'));
  });

  function expectsUsage({ status, stderr }: Outcome): void {
    expect(status).toBe(2);
    expect(stderr).toContain('error USAGE');
  }

  test('is listed, compared and explained', () => {
    const path = module(detector('end() { report(0, 7); }'));
    expect(foretrace(['detectors', '--plugin', path]).stdout).toContain('own  Own (observed)');
    expect(foretrace(['compare', '--plugin', path, '-d', 'own', trace]).stdout).toMatch(/^own .*observed/m);
    expect(foretrace(['explain', '--plugin', path, '-d', 'own', trace, 'R1']).status).toBe(0);
  });

  test('is gone with the command line that named it', () => {
    analyze(detector(''));
    expect(foretrace(['analyze', '-d', 'own', trace]).stderr).toContain('--detector cannot be "own"');
  });

  test('may say that it is not done: then the result is partial', () => {
    const path = module(detector('', `unfinished: () => 'own had no time'`));
    const { status, stderr } = foretrace(['analyze', '--plugin', path, silent]);
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('partial: own had no time') });
  });

  test.each([
    ['is thrown', 'block() { throw new Error("ouch\\nsecond line") }', /the detector own failed: ouch$/m],
    ['is thrown at the end', 'end() { null.x }', /the detector own failed: Cannot read/],
    ['is no access', 'end() { report(0, 1) }', /no two accesses/],
    ['is not in the trace', 'end() { report(0, 99) }', /no two accesses/],
    ['is the wrong way round', 'end() { report(7, 0) }', /no two accesses/],
    ['is no position', 'end() { report("0", {}) }', /no two accesses/],
    ['is no counter', 'counters: () => ({ a: "1" })', /counters that are no numbers/],
    ['is missing', 'end: undefined', /an analysis without end\(\)/],
  ])('what %s is its own mistake', (_, body, words) => {
    expectsLine(analyze(detector(body)), words);
  });
});

describe('a report of one’s own', () => {
  const report = (body: string) => `export const reports = [{ id: 'own', help: 'ours', report: ${body} }];`;

  test('is printed, and goes to a file', () => {
    const text = report('({ findings }) => findings.map(({ variable }) => variable + "!\\n")');
    expect(analyze(text, '--format', 'own')).toMatchObject({ status: 1, stdout: 'x!\n' });
    expect(analyze(text, '--help').stdout).toMatch(/html,\s+own/);
  });

  test.each([
    ['throws', '() => { throw new Error("ouch") }', /the report own failed: ouch/],
    ['gives no text', '() => [1]', /something that is no text/],
    ['gives nothing', '() => {}', /the report own failed/],
  ])('that %s is told', (_, body, words) => {
    const { status, stderr } = analyze(report(body), '--format', 'own');
    expect(stderr).toMatch(words);
    expect(status).toBe(2);
  });
});

describe('a module that is no plug-in is one clear line', () => {
  test.each([
    ['export {};', 'neither detectors nor reports'],
    ['export const detectors = 3;', 'detectors is a number, and a list was expected'],
    ['export const detectors = [null];', 'detectors[0] is null'],
    ['export const detectors = [{}];', 'detectors[0].id must be'],
    [`${detector('')}own.id = 'shb';`, '"shb", and there is a detector of that name'],
    [`${detector('')}detectors.push(own);`, 'detectors[1].id is "own"'],
    [`${detector('')}own.id = 'Own\u001b[1m';`, 'detectors[0].id must be'],
    [`${detector('')}own.claim = 'sure';`, 'claim must be one of observed, predicted, suspected'],
    [`${detector('')}own.operations = ['read'];`, 'operations must be a list of operations'],
    [`${detector('')}own.analysis = 1;`, 'analysis must be a function'],
    [`${detector('')}own.title = '';`, 'title must be a text'],
    [`${detector('')}own.options = [{ name: 'format', default: 1, help: 'x' }];`, '"format", and there is such an option'],
    [`${detector('')}own.options = [{ name: 'a-b', default: 1, help: 'x' }];`, 'a word in camelCase'],
    [`${detector('')}own.options = [{ name: 'ab', default: '1', help: 'x' }];`, 'default must be a number'],
    [`export const reports = [{ id: 'json', help: 'x', report() {} }];`, 'there is a report of that name'],
    [`export const reports = [{ id: 'a=b', help: 'x', report() {} }];`, 'reports[0].id must be'],
    ['export const = 1;', 'cannot be loaded'],
    ['import "nobody-has-this-package";', 'cannot be loaded'],
    ['throw new Error("a\\nb");', 'cannot be loaded: a'],
  ])('%j', (text, words) => {
    expectsLine(analyze(text), words);
  });

  test('nor is what is no file', () => {
    const named = (path: string) => foretrace(['analyze', '--plugin', path, trace], { cwd: folder });
    expectsLine(named('nobody.mjs'), 'there is no such file', 'FILE_UNREADABLE');
    expectsLine(named('node_modules'), 'this is a directory', 'FILE_UNREADABLE');
  });
});

describe('a configuration that names a plug-in', () => {
  /** Runs analyze in a project whose configuration names a module that leaves a file behind when it is loaded. */
  function project(...words: string[]): Outcome & { readonly ran: boolean } {
    const home = mkdtempSync(join(folder, 'project-'));
    mkdirSync(join(home, 'deep'));
    const mark = `import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./ran', import.meta.url), '');\n`;
    writeFileSync(
      join(home, 'own.mjs'),
      mark + detector('end() { report(0, 7); }', `options: [{ name: 'patience', default: 1, help: 'x' }]`),
    );
    writeFileSync(join(home, 'foretrace.config.json'), '{"plugin":["own.mjs"],"patience":2}');
    const outcome = foretrace([...words], { cwd: join(home, 'deep') });
    let ran = true;
    try {
      rmSync(join(home, 'ran'));
    } catch {
      ran = false;
    }
    return { ...outcome, ran };
  }

  test('does nothing until somebody has decided', () => {
    const asked = project('analyze', trace);
    expectsLine(asked, 'plug-ins, which are code: "own.mjs"', 'PLUGIN_NOT_ASKED_FOR');
    expect(asked.ran).toBe(false);
    expect(project('analyze', trace, '--config-plugins', 'ignore')).toMatchObject({ status: 1, ran: false });
    const run = project('analyze', trace, '--config-plugins', 'run', '--format', 'json');
    expect(run).toMatchObject({ status: 1, ran: true, stdout: expect.stringContaining('"id": "own"') });
  });

  test('cannot decide itself', () => {
    const home = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(home, 'foretrace.config.json'), '{"plugin":["own.mjs"],"configPlugins":"run"}');
    const { status, stderr } = foretrace(['analyze', trace], { cwd: home });
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringMatching(/NOT_ASKED_FOR|on the command line/) });
    expect(foretrace(['stats', trace], { cwd: home }).stderr).toContain('can only be said on the command line');
  });

  test('does not matter to commands that take none', () => {
    expect(project('stats', trace)).toMatchObject({ status: 0, ran: false });
  });
});
