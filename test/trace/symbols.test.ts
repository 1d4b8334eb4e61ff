import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashBytes, newSymbols, SymbolTable } from '../../src/trace/symbols.ts';
import { runs } from '../runs.ts';

// Names of few letters, so that many share a length and a beginning; NUL is what the words of a name are filled up with.
const nameArbitrary = fc.array(fc.constantFrom(0, 1, 0x61, 0x62, 0xff), { maxLength: 9 }).map((bytes) => Uint8Array.from(bytes));

test('ids are dense, in the order of first sight, and the same name has the same id by every way in', () => {
  fc.assert(
    fc.property(fc.array(nameArbitrary, { maxLength: 400 }), fc.nat(3), fc.boolean(), (names, before, collide) => {
      const table = new SymbolTable();
      const expected = new Map<string, number>();
      for (const [i, name] of names.entries()) {
        const key = name.join();
        const id = expected.get(key) ?? expected.size;
        expected.set(key, id);
        // Other bytes around the name must not matter.
        const around = new Uint8Array(before + name.length + 4).fill(i);
        around.set(name, before);
        const hash = collide ? 7 : hashBytes(around, before, before + name.length);
        const given =
          i % 2 === 0
            ? table.intern(around, before, before + name.length, hash)
            : table.internWords(new DataView(around.buffer), before, name.length, hash);
        expect(given).toBe(id);
        expect([...table.bytes(id)]).toEqual([...name]);
        const copy = new Uint8Array(table.byteLength(id) + 1);
        expect(table.copyTo(id, copy, 1)).toBe(name.length + 1);
        expect([...copy]).toEqual([0, ...name]);
      }
      expect(table.size).toBe(expected.size);
    }),
    runs(100),
  );
});

test('a hundred thousand names are told apart, found by name, and shown as they are', () => {
  const table = new SymbolTable();
  let apart = true;
  for (let i = 0; i < 100_000; i++) apart &&= table.internName(`Account.größe[${i}]`) === i;
  expect(apart).toBe(true);
  expect(table.find('Account.größe[31415]')).toBe(31_415);
  expect(table.find('Account.größe[100000]')).toBe(-1);
  expect(table.find('')).toBe(-1);
  expect(table.name(99_999)).toBe('Account.größe[99999]');
  expect(() => table.name(100_000)).toThrow(RangeError);
});

test('names that are no UTF-8 stay apart though they look the same', () => {
  const table = new SymbolTable();
  const ids = [0x80, 0x81].map((byte) => table.intern(Uint8Array.of(byte), 0, 1, hashBytes(Uint8Array.of(byte), 0, 1)));
  expect(ids).toEqual([0, 1]);
  expect(table.names()).toEqual(['\ufffd', '\ufffd']);
});

test('no location is location 0', () => {
  expect(newSymbols().locations.internName('')).toBe(0);
});
