// Debug information, symbol tables and maps that are made to take the time or the memory of the machine: they name nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RangeCount } from '../../src/symbols/dwarf/address-ranges.ts';
import { CodeScopes } from '../../src/symbols/dwarf/code-scopes.ts';
import { DebugInfo } from '../../src/symbols/dwarf/debug-info.ts';
import { linePrograms, lineTable } from '../../src/symbols/dwarf/line-table.ts';
import type { DebugSections } from '../../src/symbols/dwarf/sections.ts';
import { cString } from '../../src/symbols/dwarf/strings.ts';
import { Types } from '../../src/symbols/dwarf/types.ts';
import { demangled } from '../../src/symbols/elf/demangle.ts';
import { memoryMap } from '../../src/symbols/elf/memory-map.ts';
import { objectNames } from '../../src/symbols/elf/object-names.ts';
import { Symbolizer } from '../../src/symbols/elf/symbolizer.ts';
import { inflated, unzstd } from '../../src/symbols/elf/unpack-section.ts';
import { SourcePositions } from '../../src/symbols/source-positions.ts';
import { all } from '../runs.ts';

const NONE = Buffer.alloc(0);
const nothing: DebugSections = {
  line: NONE,
  info: NONE,
  abbreviations: NONE,
  strings: NONE,
  lineStrings: NONE,
  stringOffsets: NONE,
  addresses: NONE,
  rangeLists: NONE,
  locationLists: NONE,
  locations: NONE,
  ranges: NONE,
};

const u16 = (value: number): number[] => [value & 255, value >> 8];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
/** With its length before it. */
const unit = (content: readonly number[]): number[] => [...u32(content.length), ...content];

/** A line program of DWARF 5 without instructions: its folders have this form, and so many there are. */
function lineProgram(form: number, count: readonly number[], entries: readonly number[]): Buffer {
  const tables = [1, 1, form, ...count, ...entries, 0, 0];
  const head = [1, 1, 1, 0xfb, 14, 1, ...tables];
  return Buffer.from(unit([...u16(5), 8, 0, ...u32(head.length), ...head]));
}

/** All code of all units. */
const allScopes = (sections: DebugSections): CodeScopes[] =>
  new DebugInfo(sections).units.map((of) => new CodeScopes(of, sections));

/** All lines of all programs. */
const allLines = (sections: DebugSections) => lineTable(sections, linePrograms(sections), () => undefined);

/** A unit of DWARF 4 whose entries are these bytes. */
const infoUnit = (entries: readonly number[], abbreviations = 0): number[] =>
  unit([...u16(4), ...u32(abbreviations), 8, ...entries]);

describe('DWARF', () => {
  test('folders that take no bytes are not counted up to what they claim', () => {
    const made = vi.spyOn(Array.prototype, 'push');
    const table = allLines({ ...nothing, line: lineProgram(0x19, [0xff, 0xff, 0xff, 0xff, 0x7f], []) });
    const { length } = made.mock.calls;
    made.mockRestore();
    expect(table.isEmpty).toBe(true);
    expect(length).toBeLessThan(1000);
  });

  test('a program with such folders names nothing', () => {
    const path = join(import.meta.dirname, '../corpus/elf/dwbomb.elf');
    const symbols = new Symbolizer(`00400000-00500000 r-xp 00000000 00:00 0 ${path}\n`);
    for (const address of [0x400000, 0x401136, 0x404000]) expect(symbols.frames(address)).toEqual([]);
  });

  test('a string without an end is not the beginning', () => {
    // The walk stood at the start of the section again, where the length of the unit read as an entry, and went on for ever.
    const info = Buffer.from(infoUnit([1, 0x61, 0, 2, 0x61, 0x61, 0x61]));
    const named = (code: number, tag: number): number[] => [code, tag, 0, 0x03, 0x08, 0, 0];
    const empty = (code: number): number[] => [code, 0x24, 0, 0, 0];
    const kinds = [...named(1, 0x11), ...named(2, 0x2e), ...empty(4), ...empty(8), ...named(info[0]!, 0x2e), 0];
    const abbreviations = Buffer.from(kinds);
    expect(allScopes({ ...nothing, abbreviations, info }).map((scopes) => scopes.at(0x1000))).toEqual([undefined]);
  });

  test('a long string is made once for all who speak of it, and text beyond the section is refused', () => {
    const strings = Buffer.alloc(100_000, 0x61);
    const decoded = vi.spyOn(strings, 'toString');
    for (let i = 0; i < 1000; i++) expect(cString(strings, 5)).toHaveLength(99_995);
    expect(decoded).toHaveBeenCalledTimes(1);
    expect(() => {
      for (let from = 0; from < 1000; from++) cString(strings, from);
    }).toThrowError(RangeError);
    expect(decoded.mock.calls.length).toBeLessThan(20);
  });

  test('tables of abbreviations that begin anywhere are read a few times', () => {
    const abbreviations = Buffer.from([...Array.from({ length: 4000 }, () => [1, 0x11, 1, 0, 0]).flat(), 0]);
    const info = Buffer.from(Array.from({ length: 4000 }, (_, i) => infoUnit([1], 5 * i)).flat());
    const at = vi.spyOn(Map.prototype, 'set');
    allScopes({ ...nothing, abbreviations, info });
    const { length } = at.mock.calls;
    at.mockRestore();
    expect(length).toBeLessThan(20 * abbreviations.length);
  });

  test('a list of ranges that every call speaks of is not copied for each', () => {
    const list = Array.from({ length: 2000 }, (_, i) => [...u32(i + 1), ...u32(0), ...u32(i + 2), ...u32(0)]).flat();
    const ranges = Buffer.from([...list, ...u32(0), ...u32(0), ...u32(0), ...u32(0)]);
    const abbreviations = Buffer.from([
      ...[1, 0x11, 1, 0, 0],
      ...[2, 0x2e, 1, 0x55, 0x17, 0, 0],
      ...[3, 0x1d, 0, 0x55, 0x17, 0x58, 0x0b, 0x59, 0x0b, 0, 0],
      0,
    ]);
    const calls = Array.from({ length: 2000 }, () => [3, ...u32(0), 1, 1]).flat();
    const info = Buffer.from(infoUnit([1, 2, ...u32(0), ...calls, 0, 0]));
    const taken = vi.spyOn(RangeCount.prototype, 'take');
    onTestFinished(() => taken.mockRestore());
    const [scopes] = allScopes({ ...nothing, abbreviations, info, ranges });
    expect(() => scopes!.at(100)).toThrowError(RangeError);
    // All of them would be four millions.
    expect(taken.mock.calls.length).toBeGreaterThan(4000);
    expect(taken.mock.calls.length).toBeLessThan(2 * (info.length + ranges.length));
  });

  describe('types', () => {
    // Codes: 1 unit, 2 struct of four bytes' length, 3 member (type, offset), 4 typedef, 5 array, 6 a number without children.
    const abbreviations = Buffer.from([
      ...[1, 0x11, 1, 0, 0],
      ...[2, 0x13, 1, 0x0b, 0x06, 0, 0],
      ...[3, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x38, 0x0b, 0, 0],
      ...[4, 0x16, 0, 0x49, 0x13, 0, 0],
      ...[5, 0x01, 1, 0x49, 0x13, 0, 0],
      ...[6, 0x24, 0, 0x0b, 0x0b, 0, 0],
      0,
    ]);
    const types = (entries: readonly number[]): { readonly types: Types; readonly info: DebugInfo } => {
      const info = new DebugInfo({ ...nothing, abbreviations, info: Buffer.from(infoUnit([1, ...entries, 0])) });
      return { info, types: new Types(info) };
    };
    /** Entries begin behind the head of the unit and its first entry. */
    const FIRST = 12;
    const member = (type: number, offset = 0): number[] => [3, 0x6d, 0, ...u32(type), offset];

    test('that contain themselves have no parts there', () => {
      const struct = types([2, ...u32(8), ...member(FIRST), 0]);
      expect(struct.types.part(FIRST, 4, 4)).toMatch(/^[.m[\d)]*$/);
      const definition = types([4, ...u32(FIRST)]);
      expect(definition.types.part(FIRST, 4, 4)).toBe('[4..8)');
      const array = types([5, ...u32(FIRST), 0]);
      expect(array.types.part(FIRST, 4, 4)).toBe('[4..8)');
    });

    test('of many members of types of many members cost what they have', () => {
      const each = 1 + 4 + 40 * 8 + 1;
      const chain = Array.from({ length: 40 }, (_, i) => [
        2,
        ...u32(1000),
        ...Array.from({ length: 40 }, () => member(FIRST + each * (i + 1))).flat(),
        0,
      ]).flat();
      const { types: found, info } = types([...chain, 6, 4]);
      const read = vi.spyOn(info, 'entry');
      expect(found.part(FIRST, 0, 4)).toBe('[0..4)');
      expect(read.mock.calls.length).toBeLessThan(40 * 40 * 4);
    });

    test.runIf(all)('whose children are all that follows are given up', () => {
      // Each begins a byte after the one before, and goes on to the end.
      const { info } = types(Array.from({ length: 20_000 }, () => [2, ...u32(8)]).flat());
      const all = () => {
        for (let at = FIRST; at < FIRST + 100_000; at += 5) for (const _ of info.children(info.entry(at)!));
      };
      expect(all).toThrowError(RangeError);
    });
  });

  test('a section that ends within the length of a unit ends there', () => {
    const line = Buffer.from([...unit([]), 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5]);
    expect(allLines({ ...nothing, line }).isEmpty).toBe(true);
  });
});

describe('packed sections', () => {
  test('become a hundred times larger at most', () => {
    const zeros = Buffer.alloc(40 << 20);
    expect(() => inflated(deflateSync(zeros))).toThrowError();
    expect(inflated(deflateSync(zeros.subarray(0, 1 << 20)))).toHaveLength(1 << 20);
  });

  const frame = (size: number, blocks: readonly number[]): Buffer =>
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...u32(size), ...blocks]);
  test('of zstd are one frame that says its size', () => {
    const repeated = [3 + (8 << 3), 0, 0, 0x61];
    expect(unzstd(frame(8, repeated)).toString()).toBe('aaaaaaaa');
    expect(() => unzstd(frame(1 << 30, repeated))).toThrowError();
    expect(() => unzstd(Buffer.concat([frame(8, repeated), frame(8, repeated)]))).toThrowError();
  });
});

describe('names', () => {
  test('that repeat a class for every constructor stay mangled', () => {
    const mangled = `_ZN20000${'a'.repeat(20_000)}${'C1'.repeat(20_000)}E`;
    expect(demangled(mangled)).toBe(mangled);
    expect(demangled('_ZN3pool5QueueC1Ev')).toMatch(/Queue::Queue$|^_Z/);
  });

  test('of Rust that lead back to themselves, over and over, stay mangled', () => {
    // Each pair of references is twice as long as the one before.
    const doubling = Array.from({ length: 40 }, (_, i) => `TB${i === 0 ? '4' : 'a'}_B4_E`).join('');
    for (const mangled of [`_RINvC1p1f${doubling}E`, `_RMC1p${'R'.repeat(50_000)}u`]) expect(demangled(mangled)).toBe(mangled);
  });

  test('that nest deeper than a stack stay mangled', () => {
    const mangled = `_Z1fI${'1aI'.repeat(50_000)}`;
    expect(demangled(mangled)).toBe(mangled);
  });

  test('may be the same for more objects than a call has room for arguments', () => {
    const symbols = Array.from({ length: 200_000 }, (_, address) => ({ name: 'x', address, bytes: 1, file: undefined }));
    expect(objectNames(symbols).size).toBe(symbols.length);
  });

  test('of files in a map may be there as often', () => {
    const line = '00400000-00500000 r-xp 00000000 00:00 0 /nowhere\n';
    expect(memoryMap(line.repeat(200_000)).files).toHaveLength(1);
  });
});

describe('a source map', () => {
  const url = (map: unknown): string => `data:application/json,${encodeURIComponent(JSON.stringify(map))}`;
  const map = { version: 3, sources: ['a.ts'], sourcesContent: ['x'], names: [], mappings: 'AAAA' };
  const place = { file: '/nowhere/a.js', line: 1, column: 1 };

  test.each<[string, unknown]>([
    ['without the sources that it speaks of', { ...map, sources: [] }],
    ['with segments of its own making', { ...map, mappings: [[[0, 7, 'x', {}]]] }],
    ['that is a list', []],
    ['that is a number', 7],
    ['of parts', { version: 3, sections: [{ offset: {}, map: 5 }] }],
  ])('%s leaves the place as it is', (_, odd) => {
    const positions = new SourcePositions();
    expect(positions.original(place, url(odd))).toEqual(place);
    expect(positions.statement(place, place, url(odd))).toBeUndefined();
  });

  test('with contents that are no text has none', () => {
    const positions = new SourcePositions();
    const found = positions.original(place, url({ ...map, sourcesContent: [{}] }));
    expect(found).toEqual({ file: '/nowhere/a.ts', line: 1, column: 1 });
    expect(positions.statement(found, place, url({ ...map, sourcesContent: [{}] }))).toBeUndefined();
  });

  test('that is no file is not read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'foretrace-map-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'a.js');
    writeFileSync(path, 'x\n//# sourceMappingURL=file:///dev/zero\n');
    const here = { file: path, line: 1, column: 1 };
    expect(new SourcePositions().original(here, undefined)).toEqual(here);
    expect(new SourcePositions().original({ ...here, line: 0 }, url(map))).toEqual({ ...here, line: 0 });
  });
});
