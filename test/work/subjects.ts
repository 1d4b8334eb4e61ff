// Inputs that made a reader take more than linear time, or would make another one: every format with long lines and many lines of the
// pieces that its syntax is made of, and the smaller parsers. Bundled for count.mjs.

import { InputError } from '../../src/base/error.ts';
import type { Format } from '../../src/formats/format.ts';
import { formats } from '../../src/formats/index.ts';
import { frameSection, sectionSize } from '../../src/formats/native/frame.ts';
import { native } from '../../src/formats/native/index.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { patterns } from '../../src/formats/rules/syntax.ts';
import { CodeScopes } from '../../src/symbols/dwarf/code-scopes.ts';
import { DebugInfo } from '../../src/symbols/dwarf/debug-info.ts';
import type { DebugSections } from '../../src/symbols/dwarf/sections.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { LenientProblems } from '../../src/trace/problems.ts';
import { SymbolTable } from '../../src/trace/symbols.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { positionsOf } from '../../src/witness/schedule.ts';
import { concat, encode } from '../formats/encode.ts';
import { floodedNames } from './flood.ts';

export interface Subject {
  readonly name: string;
  /** The size of the smallest input. */
  readonly unit: number;
  readonly input: (size: number) => unknown;
  readonly run: (input: never) => unknown;
}

function subject<I>(name: string, unit: number, input: (size: number) => I, run: (input: I) => unknown): Subject {
  return { name, unit, input, run };
}

/** Reads to the end whatever is wrong; an input that is no trace at all is an answer, too. */
function read(bytes: Uint8Array, format?: Format): void {
  try {
    parseTrace(bytes, { problems: new LenientProblems(), format });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

const PIECES = [
  'a',
  'a ',
  'a(',
  'a)',
  'w(x)',
  'a(1,m)@ ',
  '[1,',
  ')_[1',
  '|',
  ',',
  '\t',
  'x\t',
  '@ ',
  '@Rd(',
  ':',
  '1',
  '\r',
  '#',
  'é',
];
/** What a line begins with: `T0|` for std, and so on; and before it whatever makes the rest of the file a trace. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  std: ['', 'T0|w(', 'T0|w(x)|'],
  csv: ['', 'w(', ',,'],
  roadrunner: ['', '@ Rd(1,', '@ Rd(1,x) '],
  rules: ['', 'S → ', 'S → T0:w(', 'S → "', 'S → <', '@S → '],
  table: ['', 'T0  T1\n', '\tT0\tT1\n', '\tT0\n\tw(x)  '],
};

const encoder = new TextEncoder();
const repeated = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));

function textSubjects(format: Format): Subject[] {
  return PIECES.flatMap((piece) =>
    BEGINNINGS[format.id]!.flatMap((beginning) => {
      const shown = JSON.stringify(beginning + piece);
      const line = (size: number) => encoder.encode(beginning + repeated(piece, size));
      const lines = (size: number) => encoder.encode(repeated(`${beginning}${piece}\n`, size));
      return [
        subject(`${format.id}: one line of ${shown}`, 1500, line, (bytes) => read(bytes, format)),
        subject(`${format.id}: lines of ${shown}`, 1500, lines, (bytes) => read(bytes, format)),
      ];
    }),
  );
}

/** A head with ever more columns, and as many rows that are in none of them. */
function manyColumns(size: number): Uint8Array {
  return encoder.encode(`\t${repeated('T\t', size)}\n${repeated('w(x)\n', size)}`);
}

/** Sections whose header holds and whose payload does not, each within the one before it. */
function nestedSections(size: number): Uint8Array {
  const bytes = encode(native, new TraceBuilder().trace());
  const headers: Uint8Array[] = [];
  for (let at = 0; at < size; at += 24) {
    const length = size - at;
    const section = new Uint8Array(sectionSize(length));
    frameSection(section, { type: 200, table: 0, length, first: 0, count: 0 });
    headers.push(section.slice(0, 24));
  }
  return concat([bytes.slice(0, 16), ...headers, new Uint8Array(size)]);
}

/** Many variables, all with one hash. */
function flooded(format: Format): (size: number) => Uint8Array {
  return (size) => {
    const trace = new TraceBuilder().add('T0', Op.write, 'x').trace();
    floodedNames(trace.symbols.variables, size / 8);
    return encode(format, trace);
  };
}

function unknownOperations(size: number): Uint8Array {
  const words = Array.from({ length: size / 10 }, (_, i) => i.toString(36).replace(/\d/g, 'q').padStart(4, 'z'));
  return encoder.encode(words.map((word) => `T|${word}(x)|\n`).join(''));
}

/** A schedule with one long name and many events. */
function longNames(size: number): Trace {
  const builder = new TraceBuilder();
  const name = 'x'.repeat(size);
  for (let i = 0; i < size / 10; i++) builder.add('T0', Op.write, name);
  return builder.trace();
}

/** Entries of a byte each, whose kind has ever more attributes that take none. */
function emptyAttributes(size: number): DebugSections {
  const none = Buffer.alloc(0);
  const attributes = Buffer.from(repeated('\x3f\x19', size / 2), 'latin1');
  const abbreviations = Buffer.concat([Buffer.from([1, 0x11, 1]), attributes, Buffer.from([0, 0, 0])]);
  const info = Buffer.alloc(11 + size / 2, 1);
  info.writeUInt32LE(info.length - 4, 0);
  info.writeUInt16LE(4, 4);
  info.writeUInt32LE(0, 6);
  info.writeUInt8(8, 10);
  const sections = {
    line: none,
    strings: none,
    lineStrings: none,
    stringOffsets: none,
    addresses: none,
    rangeLists: none,
    locationLists: none,
    locations: none,
    ranges: none,
  };
  return { ...sections, abbreviations, info };
}

const isText = ({ id }: Format): boolean => id in BEGINNINGS;

/** What is charged by the length of its result: who takes a name will look at all of it. */
export const givers = [{ prototype: SymbolTable.prototype, method: 'name' }];

/** Patterns that were looked at: they take linear time. */
export const linear = patterns.map(({ source }) => source);

export const subjects: readonly Subject[] = [
  ...formats.filter(isText).flatMap(textSubjects),
  ...formats.map((format) => subject(`${format.id}: noise`, 1500, noise(format), (bytes) => read(bytes, format))),
  ...formats
    .filter((format) => !isText(format))
    .map((format) => subject(`${format.id}: names of one hash`, 3200, flooded(format), (bytes) => read(bytes))),
  subject('native: sections in sections', 3000, nestedSections, (bytes) => read(bytes)),
  subject('table: rows in no column', 1500, manyColumns, (bytes) => read(bytes)),
  subject('std: unknown operations', 3000, unknownOperations, (bytes) => read(bytes)),
  subject(
    'metadata: blanks',
    1500,
    (size) => encoder.encode(`# foretrace:${' '.repeat(size)}x\nT0|w(x)|\n`),
    (bytes) => read(bytes),
  ),
  subject('dwarf: attributes of no bytes', 3000, emptyAttributes, (sections) =>
    new DebugInfo(sections).units.map((unit) => new CodeScopes(unit, sections)),
  ),
  subject('schedule: one long name', 1500, longNames, (trace) => positionsOf(trace, trace)),
];

/** Bytes of a valid file, over and over. */
function noise(format: Format): (size: number) => Uint8Array {
  const bytes = encode(format, new TraceBuilder().add('T0', Op.write, 'x').add('T0', Op.read, 'x').trace());
  return (size) => concat(Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes));
}
