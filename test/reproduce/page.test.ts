// `npm run reproduce` as a user runs it: the page of a quick run, the cache, one table alone, and what is wrong on the command line.
// The quick run measures for half a minute: FORETRACE_SUITES=all.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { all, sample } from '../runs.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'foretrace-'));
const out = join(folder, 'results.md');
const cache = join(folder, 'cache', 'results');

function reproduce(...args: string[]): { status: number | null; stderr: string; stdout: string } {
  return spawnSync(process.execPath, ['scripts/run-ts.mjs', 'bench/reproduce/reproduce.ts', ...args, '--cache', cache], {
    cwd: root,
    encoding: 'utf8',
  });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(all)('a quick run', () => {
  let page = '';

  beforeAll(() => {
    const { status, stderr } = reproduce('--quick', '--out', out);
    expect(stderr).toMatch(/: [1-9]\d+ measured, \d+ known from before\n$/);
    expect(status).toBe(0);
    page = readFileSync(out, 'utf8');
  });

  test('has every document and the last table', () => {
    for (const title of [
      'ZipTrack',
      'LOFT',
      'Raptor',
      'Goldilocks',
      'Sulzmann',
      'Deadlocks and atomicity',
      'All detectors on all traces',
    ])
      expect(page).toMatch(new RegExp(`^## ${title}`, 'm'));
    expect(page).toMatch(/^\| splash2-barnes-p2-256 \|/m);
    expect(page).toMatch(/^- \*\*Beside that\.\*\* /m);
  });

  test('has no verdicts: a quick run decides nothing', () => {
    expect(page).toMatch(/^- \*\*Not judged\.\*\* /m);
    expect(page).not.toMatch(/\*\*(Agrees|Differs)/);
  });

  test('measured everything, and says on what', () => {
    expect(page).not.toMatch(/Not measured|NaN|undefined|Infinity/);
    expect(page).toContain('small traces of this repository');
    expect(page).toContain(process.version);
  });

  test('names no folder of this machine', () => {
    for (const path of [root, folder, tmpdir()]) expect(page).not.toContain(path);
  });

  test('shows drawings that are there and well-formed', () => {
    const images = [...page.matchAll(/!\[[^\]]*\]\((images\/[^)]+)\)/g)].map(([, path]) => path!);
    expect(images.length).toBe(readdirSync(join(folder, 'images')).length);
    for (const image of images) {
      const svg = readFileSync(join(folder, image), 'utf8');
      expect(svg).toMatch(/^<svg [^>]*>[\s\S]*<\/svg>\n$/);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('is the same from the cache, one table alone too', () => {
    const again = join(folder, 'again.md');
    const { status, stderr } = reproduce('--quick', '--only', 'loft', '--only', 'sulzmann', '--out', again);
    expect(stderr).toMatch(/: 0 measured, \d+ known from before\n$/);
    expect(status).toBe(0);
    const text = readFileSync(again, 'utf8');
    expect(text.match(/^## .*$/gm)).toEqual(['## How', expect.stringMatching('LOFT'), expect.stringMatching('Sulzmann')]);
    const part = (all: string) => all.slice(all.indexOf('## LOFT'), all.indexOf('### Figure 7'));
    expect(part(text)).toBe(part(page));
  });
});

describe('a wrong command line', () => {
  const lines: [args: string[], message: RegExp][] = [
    [['--traces', join(folder, 'nowhere')], /--traces: .*nowhere is not a folder/],
    [['--only', 'table-9'], /--only: there is no table-9; there are ziptrack, /],
    [['--peer', 'rapid'], /--peer: rapid is not NAME='command \{\}'/],
    [['--into', join(folder, 'nowhere')], /--into: there is no page .*nowhere/],
    [['--into', 'README.md', '--out', out], /--into and --out are two pages/],
    [['--frobnicate'], /frobnicate/],
  ];
  test.each(sample(lines, 3))('%j', (args, message) => {
    const { status, stderr } = reproduce(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test('a folder without traces is one, too', () => {
    const { status, stderr } = reproduce('--traces', join(root, 'schema'));
    expect(status).toBe(2);
    expect(stderr).toMatch(/there are no traces in /);
  });
});
