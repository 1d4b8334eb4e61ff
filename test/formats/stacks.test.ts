// Call stacks in files: they come back as they were, and no file can make anybody wait or walk in a circle.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { writeVarint } from '../../src/base/varint.ts';
import { grammar } from '../../src/formats/grammar/index.ts';
import { formats } from '../../src/formats/index.ts';
import { fileHeader, frameSection, sectionSize } from '../../src/formats/native/frame.ts';
import { native } from '../../src/formats/native/index.ts';
import { SECTION_HEADER_SIZE, SectionType } from '../../src/formats/native/layout.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { CallTree } from '../../src/trace/call-tree.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { frames, stackedArbitrary } from '../arbitrary/stacks.ts';
import { all, runs } from '../runs.ts';
import { concat, decode, encode, named, plainNative } from './encode.ts';

/** The stacks of all events, and all else that is said of their places and variables. */
function told({ symbols, ...trace }: Trace): unknown {
  const { allocations, extents, variables, locations, places, foreign, sites } = symbols;
  return {
    stacks: [...events({ symbols, ...trace })].map(({ location }) => frames(symbols, location)),
    libraries: [...places].map(([id, place]) => [locations.name(id), place]).sort(),
    foreign: [...foreign].map((id) => locations.name(id)).sort(),
    sites: [...sites].map(([id, own]) => [frames(symbols, id), own]).sort(),
    allocations: variables
      .names()
      .map((name, id) => [name, frames(symbols, allocations.location(id)), allocations.thread(id), extents.get(id)])
      .sort(),
  };
}

describe.each([native, plainNative, grammar])('$id', (format) => {
  test('keeps callers, libraries, foreign code, sites, allocations and extents', () => {
    fc.assert(
      fc.property(stackedArbitrary(), fc.integer({ min: 1, max: 100 }), (trace, size) => {
        const { trace: again } = decode(format, encode(format, trace), undefined, size);
        expect(named(again)).toEqual(named(trace));
        expect(told(again)).toEqual(told(trace));
      }),
      runs(200),
    );
  });
});

const stack = new TraceBuilder()
  .add('T1', Op.write, 'x', 'a.c:1', 'b.c:2 (g)')
  .add('T1', Op.write, 'x', 'a.c:1', 'b.c:3 (h)')
  .trace();
const flat = new TraceBuilder().add('T1', Op.write, 'x', 'a.c:1').add('T1', Op.write, 'x', 'a.c:1').trace();

test('a plain trace without stacks is the same bytes as before there were any', () => {
  const sections = sectionTypes(encode(plainNative, flat));
  expect(sections).toEqual([2, 2, 2, 3, 4]);
  expect(sectionTypes(encode(plainNative, stack))).toEqual([2, 2, 5, 3, 4]);
});

test('other formats write the innermost frame', () => {
  for (const format of formats.filter(({ stacks, locations }) => !stacks && locations))
    expect(named(decode(format, encode(format, stack)).trace)).toEqual(named(decode(format, encode(format, flat)).trace));
});

/** A file with one section of locations, whose rows are numbers; a row of one is a name of one letter. */
function file(rows: Iterable<readonly number[]>, count: number, length: number): Uint8Array {
  const bytes = new Uint8Array(sectionSize(length));
  let at = SECTION_HEADER_SIZE;
  for (const row of rows) {
    const numbers = row.length === 1 ? [0, 1, row[0]!] : row;
    for (const number of numbers) at = writeVarint(bytes, at, number);
  }
  const used = bytes.subarray(0, at + 4);
  frameSection(used, { type: SectionType.locations, table: 0, first: 1, count, length: at - SECTION_HEADER_SIZE });
  const end = new Uint8Array(sectionSize(0));
  frameSection(end, { type: SectionType.end, table: 0, first: 0, count: 0, length: 0 });
  return concat([fileHeader(), used, end]);
}

const hostile: readonly [string, number[][], string[][]][] = [
  ['a caller that is the location itself', [[65], [1, 1, 2]], [['0 A']]],
  ['a caller that comes later: half of a circle', [[65], [1, 1, 3], [1, 1, 2]], [['0 A'], ['0 A', '0 A']]],
  ['a caller beyond all', [[65], [1, 1, 4_294_967_295]], [['0 A']]],
  ['the name of a location that comes later', [[65], [1, 3, 1], [66]], [['0 location#2'], ['0 B']]],
  ['the name of no location', [[65], [1, 0, 1]], [['0 location#2']]],
  ['a link that nobody knows', [[65], [4, 1, 1]], [['0 A']]],
  ['a link beyond those that there are', [[65], [9, 1, 1]], [['0 A']]],
];

test.each(hostile)('%s is refused, and costs the callers in a lenient reading', (_, rows, left) => {
  const bytes = file(rows, rows.length, 100);
  expect(() => decode(native, bytes)).toThrow(InputError);
  const problems = new LenientProblems();
  const { symbols } = decode(native, bytes, problems).trace;
  expect(Object.fromEntries(problems.counts)).toEqual({ TRACE_CORRUPT: 1 });
  expect(left.map((_, i) => frames(symbols, i + 2))).toEqual(left);
});

test('a section that claims more locations than it has bytes is refused', () => {
  expect(() => decode(native, file([[65]], 1_000_000, 100))).toThrow(InputError);
});

test.runIf(all)('a million contexts, a million deep, are written and read at once', () => {
  const builder = new TraceBuilder().add('T1', Op.write, 'x', 'a.c:1');
  const calls = new CallTree(builder.symbols);
  let location = 1;
  for (let depth = 0; depth < 1_000_000; depth++) location = calls.under(location, 1);
  const { symbols } = decode(native, encode(native, builder.trace())).trace;
  expect(symbols.contexts.size).toBe(1_000_000);
  expect(symbols.contexts.depth(location)).toBe(1_000_000);
  expect(symbols.contexts.place(location)).toBe(1);
  expect(symbols.locations.name(location)).toBe('a.c:1');
});

/** The types of the sections of a file. */
function sectionTypes(bytes: Uint8Array): number[] {
  const types: number[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 16; at < bytes.length; at += sectionSize(view.getUint32(at + 8, true))) types.push(bytes[at + 4]!);
  return types;
}
