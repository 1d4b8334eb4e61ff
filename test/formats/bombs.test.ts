// A few bytes that stand for more than a machine has room or time for: refused, or read in parts that let others have their turn.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GrammarDecoder } from '../../src/formats/grammar/decoder.ts';
import { grammar } from '../../src/formats/grammar/index.ts';
import { GrammarSection, MOST_VALUES } from '../../src/formats/grammar/layout.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { ColumnDecoder } from '../../src/formats/native/column-decode.ts';
import { frameSection, type SectionHeader, sectionSize } from '../../src/formats/native/frame.ts';
import { SECTION_HEADER_SIZE, SectionType } from '../../src/formats/native/layout.ts';
import { readTrace } from '../../src/formats/read.ts';
import { BLOCK_SIZE } from '../../src/trace/block.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { concat, encode, plainNative } from './encode.ts';

const input = (path: string): Uint8Array => readFileSync(join(import.meta.dirname, '..', path));

/** A section of columns that are constant, zero each: six bytes a column. */
function constants(header: Omit<SectionHeader, 'length'>, columns: number): Uint8Array {
  const column = Uint8Array.of(0, 1, 0, 0, 0, 0);
  const length = columns * column.length;
  const bytes = new Uint8Array(sectionSize(length));
  for (let c = 0; c < columns; c++) bytes.set(column, SECTION_HEADER_SIZE + c * column.length);
  frameSection(bytes, { ...header, length });
  return bytes;
}

const oneWrite = new TraceBuilder().add('T0', Op.read, 'x').trace();
const END = sectionSize(0);

/** 65 536 reads in 52 bytes, `sections` times. */
function nativeBomb(sections: number): Uint8Array {
  const plain = encode(plainNative, oneWrite);
  const events = Array.from({ length: sections }, (_, i) =>
    constants({ type: SectionType.events, table: 0, first: i * BLOCK_SIZE + 1, count: BLOCK_SIZE }, 4),
  );
  const end = new Uint8Array(END);
  frameSection(end, { type: SectionType.end, table: 0, length: 0, first: sections * BLOCK_SIZE + 1, count: 0 });
  return concat([plain.subarray(0, -END), ...events, end]);
}

/** Sections behind what a small grammar has: 0.8 GB of columns in 50 kB. */
function columnBomb(type: number, table: number, columns: number): Uint8Array {
  const plain = encode(grammar, oneWrite);
  const sections = Array.from({ length: 1000 }, (_, i) =>
    constants({ type, table, first: 1 + i * MOST_VALUES, count: MOST_VALUES }, columns),
  );
  return concat([plain.subarray(0, -END), ...sections, plain.subarray(-END)]);
}

function decoded(bytes: Uint8Array): void {
  const decoder = new GrammarDecoder('x.slp');
  decoder.push(bytes);
  decoder.complete();
}

describe('a grammar', () => {
  test.each(['empty-rep.slp', 'hang1.slp', 'empty-double.slp'])('with an empty rule is refused: %s', (name) => {
    expect(() => decoded(input(`corpus/grammars/${name}`))).toThrowError(expect.objectContaining({ code: 'GRAMMAR_EMPTY_RULE' }));
  });

  test.each([
    ['terminals', GrammarSection.terminals, 0, 3],
    ['rules of events', GrammarSection.bodies, 0, 1],
    ['rules of locations', GrammarSection.bodies, 1, 1],
    ['items of events', GrammarSection.items, 0, 3],
    ['items of locations', GrammarSection.items, 1, 3],
  ])('with more %s than its bytes can hold is refused before they are made', (_, type, table, columns) => {
    const decode = vi.spyOn(ColumnDecoder.prototype, 'decode');
    onTestFinished(() => decode.mockRestore());
    const refused = expect.objectContaining({ code: 'TRACE_CORRUPT' });
    expect(() => decoded(columnBomb(type, table, columns))).toThrowError(refused);
    const values = decode.mock.calls.reduce((sum, [, , , , , count]) => sum + count, 0);
    expect(values).toBeLessThan(MOST_VALUES);
  });

  test('with columns that belong to nothing is refused', () => {
    const stray = constants({ type: GrammarSection.items, table: 5, first: 0, count: 1 }, 3);
    const plain = encode(grammar, oneWrite);
    const bytes = concat([plain.subarray(0, -END), stray, plain.subarray(-END)]);
    expect(() => decoded(bytes)).toThrowError(expect.objectContaining({ code: 'TRACE_CORRUPT' }));
  });
});

describe.each([
  ['grammar', input('hostile/e9.slp')],
  ['native', nativeBomb(2000)],
])('a %s file with more events than one waits for', (_, bytes) => {
  test('is read as far as is asked for', async () => {
    let events = 0;
    const summary = await readTrace(memoryInput('x', bytes), { check: false, enough: () => events > 3 }, ({ length }) => {
      events += length;
    });
    expect(events).toBeGreaterThan(3);
    expect(events).toBeLessThanOrEqual(8 * BLOCK_SIZE);
    expect(summary.events).toBe(events);
  });

  test('is read as fast as it is taken, and others have their turn meanwhile', async () => {
    let since = 0;
    let most = 0;
    let turns = 0;
    const immediate = () => {
      turns++;
      next = setImmediate(immediate);
    };
    let next = setImmediate(immediate);
    let drains = 0;
    const drain = (): Promise<void> | undefined => {
      most = Math.max(most, since);
      since = 0;
      return drains++ % 2 === 0 ? Promise.resolve() : undefined;
    };
    await readTrace(memoryInput('x', bytes), { check: false, drain, enough: () => drains > 40 }, ({ length }) => {
      since += length;
    });
    clearImmediate(next);
    expect(most).toBeLessThanOrEqual(8 * BLOCK_SIZE);
    expect(turns).toBeGreaterThan(10);
  });
});

test('a native file of many events in few bytes has them all', async () => {
  const { events } = await readTrace(memoryInput('x', nativeBomb(40)), {}, () => {});
  expect(events).toBe(40 * BLOCK_SIZE + 1);
});
