import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, foretrace } from './run.ts';

const trace = 'traces/race/read-after-unlock.std';

test('show refuses two of its tables at once', () => {
  const { status, stderr } = foretrace(['show', trace, '--clocks', '--locksets']);
  expect({ status, usage: stderr.includes('USAGE') }).toEqual({ status: 2, usage: true });
});

test.each([
  ['--goldilocks', '--wr-sets'],
  ['--wr-sets-as-printed', '--wr-sets'],
])('show refuses %s beside %s', (one, other) => {
  const words = [one, other].flatMap((flag) => (flag === '--goldilocks' ? [flag] : [flag, 'buffer']));
  const { status, stderr } = foretrace(['show', trace, ...words]);
  expect({ status, said: stderr.includes('different tables') }).toEqual({ status: 2, said: true });
});

test('show prints the sets of Sulzmann as printed, and mended', () => {
  const writes = (flag: string): unknown[] =>
    JSON.parse(foretrace(['show', trace, flag, 'size', '--format', 'json']).stdout).map(({ W }: { W: unknown }) => W);
  expect(writes('--wr-sets-as-printed')).toEqual([['[2,0]'], [], ['[6,3]']]);
  expect(writes('--wr-sets')).toEqual([['[2,0]'], ['[2,0]'], ['[6,3]']]);
});

test('show --goldilocks keeps to the variables that are named', () => {
  const { stdout } = foretrace(['show', trace, '--goldilocks', '--variable', 'buffer', '--format', 'json']);
  const rows: Record<string, unknown>[] = JSON.parse(stdout);
  expect(rows.some(({ event }) => event === 'r(buffer)')).toBe(true);
  expect(rows.filter((row) => /size/.test(JSON.stringify(row)))).toEqual([]);
  expect(rows.at(-1)).toMatchObject({ index: 11, 'lockset of': 'r(buffer) 11', races: [9] });
});

test('show suggests the variable that was meant', () => {
  const { status, stderr } = foretrace(['show', trace, '--epochs', 'bufer']);
  expect(status).toBe(2);
  expect(stderr).toContain('did you mean "buffer"?');
});

test('compare has a row for every detector that was named', () => {
  const { status, stdout } = foretrace(['compare', trace, '-d', 'fasttrack', '-d', 'eraser', '--format', 'json']);
  expect(status).toBe(0);
  const { detectors } = JSON.parse(stdout);
  expect(detectors.map(({ id, races, variables, only }: Record<string, unknown>) => ({ id, races, variables, only }))).toEqual([
    { id: 'fasttrack', races: 1, variables: ['buffer'], only: [] },
    { id: 'eraser', races: 1, variables: ['buffer'], only: [] },
  ]);
});

test('compare runs all detectors if none is named', () => {
  const { status, stdout } = foretrace(['compare', trace]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^fasttrack +observed +1 +1 /m);
});

test('show prints the sets of Raptor up to a position', () => {
  const { status, stdout } = foretrace(['show', trace, '--cp-sets', '--to', '2', '--format', 'json']);
  expect(status).toBe(0);
  const rows: Record<string, unknown>[] = JSON.parse(stdout);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ index }) => Number(index) <= 2)).toBe(true);
  expect(rows[0]).toMatchObject({ index: 0, PO: ['writer'], HB: ['writer'], CP: [], CCP: [] });
});

test.each([
  ['--goldilocks', 20_001, '--variable'],
  ['--cp-sets', 1_001, '--to 999'],
])('show refuses %s of %i events, and says what to choose', (table, events, choice) => {
  const path = join(folder(), 'long.std');
  writeFileSync(path, 'T1|w(x)|\n'.repeat(events));
  const { status, stderr } = foretrace(['show', path, table]);
  expect({ status, tooMany: stderr.includes('too many'), choice: stderr.includes(choice) }).toEqual({
    status: 2,
    tooMany: true,
    choice: true,
  });
  expect(foretrace(['show', path, table, '--to', '3']).stdout.split('\n').length).toBeGreaterThan(3);
});
