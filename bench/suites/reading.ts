// How fast each format is read and written, how large it is, and how far the STD reader is from plain C.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../src/base/error.ts';
import type { Format } from '../../src/formats/format.ts';
import { formats } from '../../src/formats/index.ts';
import { strict } from '../../src/trace/problems.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';
import { best } from '../measure.ts';
import { reference } from '../reference.ts';
import type { Cell, Suite, Table } from '../suite.ts';

const CHUNK = 1 << 18;

export const reading: Suite = {
  id: 'reading',
  says: 'reading and writing every format, beside a C parser',
  async run({ root, scratch, quick, progress, keep }) {
    // So many that the readers are optimised at last: on a busy machine three were over before that.
    const repeats = 12;
    const trace = generatedTrace({ events: quick ? 200_000 : 2_000_000, threads: 8, locations: 500 });
    const file = join(scratch, 'reading.std');
    const rows: Cell[][] = [];
    let parser: number | undefined;
    const table: Table = {
      title: `Reading ${trace.length} irregular events of 8 threads from memory`,
      columns: ['format', 'bytes/event', 'ns/event', 'and checked', 'M events/s', 'MB/s', 'write ns', 'of C'],
      rows,
      notes: ['best of repeated runs; "and checked" includes well-formedness; "of C" is ns/event over that of the C parser'],
    };
    for (const format of formats) {
      progress(`reading ${format.id}`);
      const bytes = written(format, trace);
      if (bytes === undefined) continue;
      if (format.id === 'std') {
        writeFileSync(file, bytes);
        parser = reference(root, scratch).parseStd(file, repeats);
      }
      const write = best(quick ? 1 : 3, () => written(format, trace)) / trace.length;
      const parse = best(repeats, () => read(format, bytes)) / trace.length;
      const checked = best(repeats, () => read(format, bytes, true)) / trace.length;
      rows.push([
        format.id,
        bytes.length / trace.length,
        parse,
        checked,
        1e3 / parse,
        (bytes.length / trace.length / parse) * 1e3,
        write,
        null,
      ]);
      keep(table);
    }
    if (parser !== undefined) {
      const size = readFileSync(file).length / trace.length;
      rows.push(['std in C', size, parser, null, 1e3 / parser, (size / parser) * 1e3, null, 1]);
      for (const row of rows) row[7] = (row[2] as number) / parser;
    }
    return [table];
  },
};

/** The trace in a format, or undefined where the format has no words for it. */
function written(format: Format, trace: Trace): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  const writer = format.writer({ symbols: trace.symbols, write: (bytes) => pieces.push(bytes) });
  try {
    for (const block of trace.blocks) writer.block(block);
  } catch (error) {
    if (error instanceof InputError && error.code === 'FORMAT_CANNOT_EXPRESS') return undefined;
    throw error;
  }
  writer.end();
  return new Uint8Array(Buffer.concat(pieces));
}

function read(format: Format, bytes: Uint8Array, check = false): void {
  let checker: WellFormed | undefined;
  const reader = format.reader({ file: 'bench', problems: strict, emit: (block) => checker?.check(block, () => {}) });
  if (check) checker = new WellFormed(reader.symbols, strict, (i) => reader.place(i));
  for (let at = 0; at < bytes.length; at += CHUNK) reader.push(bytes.subarray(at, at + CHUNK));
  reader.end();
}
