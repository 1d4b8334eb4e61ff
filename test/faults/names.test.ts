// Names that make no sense cost the names, not the report.

import { appendFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, foretrace } from '../cli/run.ts';
import { RACE, temporary } from './faults.ts';

it('a source map that names no source', () => {
  const program = join(import.meta.dirname, '../record/node/hostile/odd-source-map.mjs');
  const { status, stdout, stderr } = foretrace(['run', program]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/write {2}in worker-\d .* \S*odd-source-map\.mjs:8:3 /);
  expect(stderr).toContain('1 source map makes no sense');
});

describe('lines that say nothing', () => {
  const spoilt: [string, string][] = [
    ['sites.jsonl', 'null\n{}\n{"base":"x"}\n{"base":1,"file":7,"at":[1,1]}\n[]\nnot json\n'],
    ['threads.jsonl', 'null\n{"thread":1,"name":7}\n{}\n'],
    ['locks.jsonl', 'null\n7\n{"low":"x"}\n'],
  ];
  it.each(spoilt)('in %s', (name, lines) => {
    const raw = join(temporary(), 'raw');
    expect(foretrace(['run', '--raw', raw, RACE]).status).toBe(1);
    const [process] = readdirSync(raw).filter((entry) => entry.startsWith('process-'));
    appendFileSync(join(raw, process!, name), lines);
    symlinkSync('nowhere', join(raw, process!, 'dangling'));
    const { status, stderr } = foretrace(['assemble', raw, join(folder(), 't.ftrace')]);
    expect(stderr).toMatch(/\d+ lines with names of places, threads or locks could not be read/);
    expect(status).toBe(0);
  });
});

it('places without a file of places have numbers', () => {
  const raw = join(temporary(), 'raw');
  const trace = join(folder(), 't.ftrace');
  expect(foretrace(['run', '--raw', raw, RACE]).status).toBe(1);
  const [process] = readdirSync(raw).filter((entry) => entry.startsWith('process-'));
  writeFileSync(join(raw, process!, 'sites.jsonl'), 'null\n');
  expect(foretrace(['assemble', raw, trace]).status).toBe(0);
  expect(foretrace(['analyze', trace]).status).toBe(1);
});
