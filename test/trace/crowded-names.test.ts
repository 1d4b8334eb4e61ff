// Names that were made to have one hash: found as any others, in ways of bounded length.

import { expect, test } from 'vitest';
import { SymbolTable } from '../../src/trace/symbols.ts';
import { floodedNames } from '../work/flood.ts';

test('names of one hash keep their ids, also beside others', () => {
  const table = new SymbolTable();
  for (let i = 0; i < 500; i++) expect(table.internName(`before ${i}`)).toBe(i);
  floodedNames(table, 2000);
  expect(table.size).toBe(2500);
  for (let i = 0; i < 5000; i++) expect(table.internName(`after ${i}`)).toBe(2500 + i);
  floodedNames(table, 2000);
  expect(table.size).toBe(7500);
  for (let id = 0; id < table.size; id++) expect(table.findBytes(table.bytes(id).slice())).toBe(id);
  expect(table.find('nobody')).toBe(-1);
});
