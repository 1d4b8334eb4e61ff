// What places are called.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { javaRecorder } from '../../src/record/java/recorder.ts';
import { SharedLines } from '../../src/record/java/shared-lines.ts';
import { judgeWith } from '../record/judge.ts';
import { compiled, homes, programs } from './compiled.ts';

const folder = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(homes)('on %s', (home) => {
  test('functions that share a line are told apart', async (context) => {
    const out = await compiled(home, folder, 'OneLine.java', context);
    const { findings } = await judgeWith(javaRecorder, [join(home, 'bin/java'), '-cp', out, 'OneLine'], programs);
    const told = findings.flatMap(({ first, second }) => [first?.location, second.location]).map(String);
    const functions = new Set(told);
    expect(functions).toContain('OneLine.java:5');
    expect(functions).toContain('OneLine.java:5 (OneLine.set)');
    expect(functions).toContain('OneLine.java:10 (OneLine.lambda$main$1)');
  });
});

test('a line is called the same whichever callers were seen', () => {
  const line = { type: 'shop.Shelf', file: 'Shelf.java', line: 3, origin: '', isCall: false };
  const lambda = { ...line, method: 'lambda$sell$0' };
  const sell = { ...line, method: 'sell' };
  const call = { ...sell, isCall: true };
  const inner = { ...sell, type: 'shop.Shelf$1', method: 'run' };
  const names = (...places: (typeof lambda)[]) => places.map((place) => new SharedLines(places).name(place, 'Shelf.java:3'));
  expect(names(lambda)).toEqual(['Shelf.java:3']);
  expect(names(lambda, call)).toEqual(['Shelf.java:3', 'Shelf.java:3 (Shelf.sell)']);
  expect(names(lambda, sell)).toEqual(['Shelf.java:3 (Shelf.lambda$sell$0)', 'Shelf.java:3']);
  expect(names(inner, sell)).toEqual(['Shelf.java:3 (Shelf$1.run)', 'Shelf.java:3']);
  // The same name in another package is another file.
  expect(names(sell, { ...lambda, type: 'store.Shelf' })).toEqual(['Shelf.java:3', 'Shelf.java:3']);
});
