// Which programs of a folder are judged, with which label and which flags.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../bench/reproduce/options.ts';
import { type Known, type Program, programsIn, sample } from '../../bench/verdicts/discovery.ts';
import { causeList, labelIn, labelList } from '../../bench/verdicts/labels.ts';

const nothing: Known = { labels: undefined, causes: undefined, flags: [], parts: [] };

test.each([
  ['queue.ok.c', 'ok'],
  ['queue.race.cpp', 'race'],
  ['queue.predicted.c', 'race'],
  ['queue.deadlock.c', undefined],
  ['DRB001-antidep1-orig-yes.c', 'race'],
  ['DRB041-3mm-parallel-no.c', 'ok'],
  ['lazy01_bad.c', 'race'],
  ['lazy01_ok.c', 'ok'],
  ['04-mutex/01-simple_rc.c', 'race'],
  ['04-mutex/02-simple_nr.c', 'ok'],
  ['simple_no_race.c', 'ok'],
  ['simple-norace.c', 'ok'],
  ['simple_race.c', 'race'],
  ['book.c', undefined],
  ['notes-yes/main.c', undefined],
])('%s is labelled %s', (name, label) => expect(labelIn(name)).toBe(label));

test('a list names programs by their paths or by less, and gives reasons', () => {
  const list = labelList('# ours\n\na/one.c race both write\ntwo.c ok\nthree  race\n', 'list');
  expect(list.get('a/one.c')).toEqual({ label: 'race', reason: 'both write' });
  expect(list.get('b/two.c')).toEqual({ label: 'ok' });
  expect(list.get('b/four.c')).toBeUndefined();
  expect(list.unused()).toEqual(['three']);
  expect(list.get('c/three.cpp')).toEqual({ label: 'race' });
  expect(list.unused()).toEqual([]);
});

test('causes stand behind a blank or a comma', () => {
  const list = causeList('one.c, other input\ntwo simd\n', 'causes');
  expect([list.get('one.c'), list.get('two.c')]).toEqual(['other input', 'simd']);
});

test('a line that is none, and a name that is there twice, are told by file and line', () => {
  const failure = (text: string) => {
    try {
      labelList(text, 'list');
    } catch (error) {
      if (error instanceof UsageError) return error.message;
    }
    return undefined;
  };
  expect(failure('a.c race\nb.c perhaps\n')).toMatch(/^list:2: /);
  expect(failure('a.c race\n\na.c ok\n')).toMatch(/^list:3: a\.c is there twice/);
  expect(failure('a.c race\n')).toBeUndefined();
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-verdicts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('programs are found below the folder, by name, and those without a label are counted', () => {
  const folder = folderOf({ 'b_bad.c': '', 'sub/a_ok.cpp': '', 'main.c': '', 'c_bad.f95': '', 'known_ok.c': '' });
  const labels = labelList('known_ok race it is wrong there\nmissing.c ok', 'list');
  const causes = causeList('b_bad, simd', 'causes');
  const { programs, unlabelled } = programsIn(folder, { ...nothing, labels, causes });
  expect(programs.map(({ name, label, reason, cause }) => [name, label, reason, cause])).toEqual([
    ['b_bad.c', 'race', undefined, 'simd'],
    ['known_ok.c', 'race', 'it is wrong there', undefined],
    ['sub/a_ok.cpp', 'ok', undefined, undefined],
  ]);
  expect(programs[0]!.source).toBe(join(folder, 'b_bad.c'));
  expect(unlabelled).toBe(1);
  expect(labels.unused()).toEqual(['missing.c']);
});

test('flags come from the program, the folder and the command line', () => {
  const folder = folderOf({
    'omp_bad.c': '#include "poly/bench.h"\n  # pragma omp parallel\n',
    'library_ok.c': '#include <omp.h>\n',
    'flags_ok.c': '/*\n * CFLAGS: -DN=4 -lrt see below */\nint flags; // #pragma omp\n',
    'poly/bench.h': '',
    'inc/other.h': '',
  });
  const parts = ['/somewhere/bench.c', '/somewhere/other.c'];
  const { programs } = programsIn(folder, { ...nothing, flags: ['-O0'], parts });
  const folders = [`-idirafter${folder}/inc`, `-idirafter${folder}/poly`];
  const flags = (name: string) => {
    const { flags: words, isOpenMp } = programs.find((program) => program.name === name)!;
    expect(words.filter((word) => word.startsWith('-idirafter')).toSorted()).toEqual(folders);
    return [isOpenMp, ...words.filter((word) => !word.startsWith('-idirafter'))];
  };
  expect(flags('omp_bad.c')).toEqual([true, '-fopenmp', '-O0', '/somewhere/bench.c', '-lm']);
  expect(flags('library_ok.c')).toEqual([true, '-fopenmp', '-O0', '-lm']);
  expect(flags('flags_ok.c')).toEqual([false, '-DN=4', '-lrt', '-O0', '-lm']);
});

test('a sample has some of both labels where they take turns', () => {
  const programs = Array.from({ length: 40 }, (_, i) => ({ name: `${i}`, label: i % 2 === 0 ? 'ok' : 'race' }) as Program);
  expect(sample(programs).map(({ name }) => name)).toEqual(['0', '1', '20', '21']);
});
