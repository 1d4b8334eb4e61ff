// What CONTRIBUTING.md promises to whoever adds a detector, a format, a report or a recorder: a file of their own, a line in a list, a
// place in the documents, and everything else follows. A copy of the repository gets a toy of each kind in that way and no other.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { djit } from '../../src/detectors/djit.ts';
import { contractOf } from '../detectors/contract.ts';
import { RawLogWriter } from '../raw/raw-log.ts';
import { type Toy, toys } from './toys.ts';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'foretrace-extension-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }), 120_000);

const parts = ['src', 'fleet', 'test', 'scripts', 'docs', 'traces', 'schema'];
/** The packages of the repository, which are links to it: those of the copy lead into the copy. */
const own: Record<string, string> = { foretrace: '..', 'foretrace-fleet': '../fleet' };
const files = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts', 'README.md', 'CONTRIBUTING.md'];

function copied(): void {
  for (const part of [...parts, ...files]) cpSync(join(root, part), join(copy, part), { recursive: true });
  // Whatever a tool keeps beside the modules is the copy's own.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(own[name] ?? join(root, 'node_modules', name), join(copy, 'node_modules', name));
}

function add({ files: added, entries }: Toy): void {
  for (const [path, text] of Object.entries(added)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  for (const [path, before, entry] of entries) {
    const text = readFileSync(join(copy, path), 'utf8');
    expect(text.split(before), `${path}: ${before}`).toHaveLength(2);
    writeFileSync(
      join(copy, path),
      text.replace(before, () => `${entry}${before}`),
    );
  }
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { status: number | null; stdout: string; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { status, stdout, output: `${stdout}${stderr}` };
}

/** Something of the copy that must succeed. */
function succeeds(...args: string[]): string {
  const { status, output } = run(args);
  expect(status, output).toBe(0);
  return output;
}

const foretrace = (...args: string[]) => run(['dist/cli/main.js', ...args]);
const race = 'traces/race/unprotected-counter.std';

beforeAll(() => {
  copied();
  for (const toy of Object.values(toys)) add(toy);
  // Types are checked on the way.
  succeeds('scripts/build.mjs');
}, 120_000);

test('the promises are those of CONTRIBUTING.md', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const promised = {
    detector: ['src/detectors/<id>.ts', 'src/detectors/index.ts', 'docs/detectors/<id>.md'],
    format: ['src/formats/<id>.ts', 'src/formats/index.ts', 'docs/formats.md'],
    report: ['src/report/<id>.ts', 'src/report/index.ts', 'docs/reports.md'],
    recorder: ['src/record/<id>/recorder.ts', 'src/record/recorders.ts'],
  };
  for (const [kind, paths] of Object.entries(promised)) {
    const section = new RegExp(`^## Add a ${kind}\\n([\\s\\S]*?)(?=^## )`, 'm').exec(text)?.[1];
    for (const path of paths) expect(section, kind).toContain(`\`${path}\``);
    const { files: added, entries } = toys[kind as keyof typeof toys];
    const touched = new Set([...Object.keys(added), ...entries.map(([path]) => path)]);
    expect(touched, kind).toEqual(new Set(paths.map((path) => path.replace('<id>', 'toy'))));
  }
});

test('the arrows hold', () => {
  succeeds('scripts/check-arrows.mjs', copy);
});

test('npm run docs lists them', () => {
  succeeds('scripts/run-ts.mjs', 'scripts/write-docs.ts');
  const page = (path: string) => readFileSync(join(copy, path), 'utf8');
  expect(page('docs/README.md')).toContain('| [`toy`](detectors/toy.md) | A toy | observed |');
  expect(page('docs/formats.md')).toContain('| `toy` | `.toy` | a toy |');
  expect(page('docs/commands/analyze.md')).toContain(
    '`--patience <n>` | toy: races until it loses its patience, instead of 1000',
  );
  expect(page('docs/commands/analyze.md')).toContain('github, toy, markdown');
});

test('the tests that hold for all hold for them', () => {
  const tests = ['detectors/contract', 'detectors/needs', 'formats/convert', 'formats/read', 'formats/docs'];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'library', '--reporter', 'json', '-t', 'toy'];
  const { status, stdout, output } = run([...vitest, ...tests.map((name) => `test/${name}.test.ts`)]);
  expect(status, output).toBe(0);
  interface Result {
    readonly ancestorTitles: readonly string[];
    readonly status: string;
  }
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    testResults: { name: string; assertionResults: Result[] }[];
  };
  const passed = (name: string) =>
    testResults.find((one) => one.name.includes(name))!.assertionResults.filter((one) => one.status === 'passed').length;
  expect(passed('detectors/contract')).toBe(contractOf(djit, { files: [] }).length);
  for (const name of tests) expect(passed(name), name).toBeGreaterThan(0);
}, 120_000);

describe('foretrace', () => {
  test('lists, offers and completes them', () => {
    expect(foretrace('detectors').stdout).toContain('toy  A toy (observed)');
    expect(foretrace('formats').stdout).toContain('toy  a toy');
    const help = foretrace('analyze', '--help').stdout;
    expect(help).toContain('--patience');
    expect(help).toMatch(/github,\s+toy,\s+markdown/);
    const completion = foretrace('completion', 'bash').stdout;
    for (const words of ['--patience', 'toy wcp', 'toy grammar native', 'github toy markdown'])
      expect(completion).toContain(words);
  });

  test('runs the detector, with its own option', () => {
    const { status, stdout } = foretrace('analyze', '-d', 'toy', '--format', 'json', race);
    expect(status, stdout).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ detectors: [{ id: 'toy', claim: 'observed', counters: { left: 0 } }] });
    const { status: partial, output } = foretrace('analyze', '-d', 'toy', '--patience', '0', race);
    expect(output).toContain('a larger --patience shows more');
    expect(partial).toBe(3);
    expect(foretrace('compare', race).stdout).toMatch(/^toy .*observed/m);
    expect(foretrace('explain', race, 'R1', '-d', 'toy', '--patience', '5').status).toBe(0);
  });

  test('reads and writes the format', () => {
    const there = foretrace('convert', race, 'race.toy');
    expect(there.status, there.output).toBe(0);
    expect(readFileSync(join(copy, 'race.toy'), 'utf8')).toMatch(/^toy 1\n/);
    const back = foretrace('convert', 'race.toy', '-', '--from', 'toy', '--to', 'std').stdout;
    expect(back).toBe(foretrace('convert', race, '-', '--to', 'std').stdout);
    expect(foretrace('analyze', 'race.toy').status).toBe(1);
  });

  test('prints the report', () => {
    expect(foretrace('analyze', race, '--format', 'toy').stdout).toBe('toy: 1\n');
  });

  test('records with the recorder', () => {
    const own = join(copy, 'raw/1');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'about'), 'runtime toy\npid 1\nparent 0\ncommand toys\n');
    for (const number of [0, 1]) {
      const log = new RawLogWriter(number).stamp(number + 1).write(64, 4, 3);
      writeFileSync(join(own, `thread-${number}.raw`), log.bytes());
    }
    const { status, output } = foretrace('assemble', 'raw', 'toys.ftrace');
    expect(status, output).toBe(0);
    expect(foretrace('convert', 'toys.ftrace', '-', '--to', 'std').stdout).toContain('toy-1|w(toy64)|toy:3');
    const script = 'process.exit(process.env.TOY_RECORD === undefined ? 5 : 0)';
    expect(foretrace('record', '-o', 'x.ftrace', '--', 'node', '-e', script).status).not.toBe(5);
  });
});
