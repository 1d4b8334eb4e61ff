// A grammar file of bodies and items, as the format has had them from the first: it can say what is wrong, such as a cycle.

import { writeGrammar } from '../../src/formats/grammar/index.ts';
import { EVENTS, GrammarSection, LOCATIONS } from '../../src/formats/grammar/layout.ts';
import { columnRoom, encodeColumn } from '../../src/formats/native/column-encode.ts';
import { frameSection, sectionSize } from '../../src/formats/native/frame.ts';
import { FILE_HEADER_SIZE, SECTION_HEADER_SIZE } from '../../src/formats/native/layout.ts';
import { Alphabet } from '../../src/grammar/alphabet.ts';
import { type CompressedTrace, noLocations } from '../../src/grammar/compress.ts';
import type { Slp } from '../../src/grammar/slp.ts';
import type { Symbols } from '../../src/trace/symbols.ts';

export function plainFile({ terminals, events, locations }: CompressedTrace, symbols: Symbols): Uint8Array {
  const { size, ops, threads, targets } = terminals;
  const names: Uint8Array[] = [];
  writeGrammar({ terminals: new Alphabet(), events: noLocations(0), locations: noLocations(0) }, symbols, (part) =>
    names.push(part),
  );
  const alphabet = [Uint32Array.from(ops), threads, targets].map((column) => column.subarray(0, size));
  const sections = [section(GrammarSection.terminals, 0, alphabet), ...rules(EVENTS, events), ...rules(LOCATIONS, locations)];
  const whole = Buffer.concat(names);
  return Buffer.concat([whole.subarray(0, FILE_HEADER_SIZE), ...sections, whole.subarray(FILE_HEADER_SIZE)]);
}

function rules(which: number, { starts, symbols, counts }: Slp): Uint8Array[] {
  const lengths = Uint32Array.from({ length: starts.length - 1 }, (_, r) => starts[r + 1]! - starts[r]!);
  const low = Uint32Array.from(counts, (count) => count % 2 ** 32);
  const high = Uint32Array.from(counts, (count) => Math.floor(count / 2 ** 32));
  return [section(GrammarSection.bodies, which, [lengths]), section(GrammarSection.items, which, [symbols, low, high])];
}

function section(type: number, table: number, columns: readonly Uint32Array[]): Uint8Array {
  const count = columns[0]!.length;
  const room = new Uint8Array(sectionSize(columns.length * columnRoom(count)));
  let end = SECTION_HEADER_SIZE;
  for (const column of columns) end = encodeColumn(column, count, room, end);
  const length = end - SECTION_HEADER_SIZE;
  const bytes = room.slice(0, sectionSize(length));
  frameSection(bytes, { type, table, first: 0, count, length });
  return bytes;
}
