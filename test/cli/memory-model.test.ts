// `--memory-model` and the word in files, from one command to the next.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, foretrace } from './run.ts';

/** A new folder, and a trace in it whose race is one in C11 only. */
function twice(): [folder: string, std: string] {
  const path = folder();
  const std = join(path, 'twice.std');
  writeFileSync(std, 'T1|w(x)|1\nT1|vw(v)|2\nT2|vw(v)|3\nT3|vr(v)|4\nT3|w(x)|5\n');
  return [path, std];
}

/** The exit status of a detector on a file. */
const races = (file: string, detector: string, ...more: string[]) =>
  foretrace(['analyze', file, '-q', '--detector', detector, ...more]).status;

test('says what is observed, whatever the command and the format in between', () => {
  const [path, std] = twice();
  expect(races(std, 'fasttrack')).toBe(0);
  expect(races(std, 'fasttrack', '--memory-model', 'c11')).toBe(1);
  for (const [command, file, detector] of [
    ['convert', 'twice.ftrace', 'fasttrack'],
    ['convert', 'twice.table', 'shb'],
    ['compress', 'twice.slp', 'grammar-hb'],
    ['reduce', 'reduced.ftrace', 'fasttrack'],
  ] as const) {
    const out = join(path, file);
    expect(foretrace([command, std, out, '-q', '--memory-model', 'c11']).status).toBe(0);
    expect(races(out, detector)).toBe(1);
    expect(races(out, detector, '--memory-model', 'java')).toBe(0);
  }
  const back = join(path, 'back.std');
  expect(foretrace(['decompress', join(path, 'twice.slp'), back, '-q']).status).toBe(0);
  expect(races(back, 'fasttrack')).toBe(1);
});

test('is in what show prints, which is a trace', () => {
  const [, std] = twice();
  const shown = foretrace(['show', std, '--memory-model', 'c11']).stdout;
  expect(foretrace(['analyze', '-', '-q', '--detector', 'fasttrack'], { input: shown }).status).toBe(1);
  expect(foretrace(['show', std]).stdout).not.toContain('memory-model');
});

test('is said by the text of a recording of a C program', () => {
  const [path] = twice();
  const [recorded, back] = [join(path, 'recorded.ftrace'), join(path, 'recorded.std')];
  writeFileSync(back, '# foretrace: untimed-accesses=true\nT1|w(x)|\n');
  expect(foretrace(['convert', back, recorded, '-q', '--memory-model', 'c11']).status).toBe(0);
  expect(foretrace(['convert', recorded, back, '-q']).status).toBe(0);
  expect(readFileSync(back, 'utf8')).toContain('# foretrace: memory-model=c11\n');
});

test('is in the tables of clocks, and in JSON', () => {
  const [, std] = twice();
  const last = (model: string) =>
    JSON.parse(foretrace(['show', std, '--clocks', '--format', 'json', '--memory-model', model]).stdout).at(-1);
  expect(last('java')).not.toEqual(last('c11'));
  for (const command of ['analyze', 'compare', 'stats', 'track'])
    expect(foretrace([command, std, '--format', 'json', '--memory-model', 'ecmascript']).stdout).toMatch(
      /"memoryModel": ?"ecmascript"/,
    );
});
