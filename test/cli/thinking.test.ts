import { expect, test } from 'vitest';
import { foretrace } from './run.ts';

const trace = 'traces/race/read-after-unlock.std';

test('show refuses two of its tables at once', () => {
  const { status, stderr } = foretrace(['show', trace, '--clocks', '--locksets']);
  expect({ status, usage: stderr.includes('USAGE') }).toEqual({ status: 2, usage: true });
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
