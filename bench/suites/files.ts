// How large recorded traces are in native files, plain and packed, beside zstd -19 of the text, and what packing costs both ways.

import { spawnSync } from 'node:child_process';
import { openInput } from '../../src/formats/file/input.ts';
import type { Format } from '../../src/formats/format.ts';
import { native } from '../../src/formats/native/index.ts';
import { collectTrace } from '../../src/formats/read.ts';
import { std } from '../../src/formats/std.ts';
import { strict } from '../../src/trace/problems.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { cpuSeconds } from '../cpu-time.ts';
import { type TraceSource, traceSources } from '../reproduce/traces.ts';
import type { Cell, Suite, Table } from '../suite.ts';

const SMALL = 1 << 20;
const CHUNK = 1 << 19;
/** Of an event in memory: an operation and three ids. */
const COLUMN_BYTES = 13;

export const files: Suite = {
  id: 'files',
  says: 'sizes of native files beside zstd -19, and what packing costs, on the traces given with --traces',
  async run({ traces, quick, progress, keep }) {
    if (traces === undefined) return [];
    const rows: Cell[][] = [];
    const table: Table = {
      title: 'Recorded traces as native files',
      columns: [
        'trace',
        'events',
        'text',
        'plain',
        'packed',
        'zstd -19',
        'packed / zstd',
        'write MB/s',
        'read plain ns',
        'read packed ns',
      ],
      rows,
      notes: [
        'bytes; zstd -19 is of the STD text; small traces of one folder are summed in one row',
        'processor time of the best of three in memory; MB/s are of columns, 13 bytes an event; ns are per event, names included',
      ],
    };
    for (const source of traceSources(traces).filter(({ size }) => !quick || size <= SMALL)) {
      progress(source.name);
      rows.push(await row(source));
      keep(table);
    }
    return [table];
  },
};

async function row({ name, files }: TraceSource): Promise<Cell[]> {
  const sum = { events: 0, text: 0, plain: 0, packed: 0, zstd: 0, write: 0, readPlain: 0, readPacked: 0 };
  for (const file of files) {
    const trace = await collectTrace(await openInput(file), { check: false });
    const text = written(std, trace, true);
    const [plain, packed] = [written(native, trace, true), written(native, trace, false)];
    sum.events += trace.length;
    sum.text += text.length;
    sum.plain += plain.length;
    sum.packed += packed.length;
    sum.zstd += zstdSize(text);
    sum.write += best(() => written(native, trace, false));
    sum.readPlain += best(() => read(plain));
    sum.readPacked += best(() => read(packed));
  }
  const { events, text, plain, packed, zstd } = sum;
  const beside = Number.isNaN(zstd) ? [null, null] : [zstd, packed / zstd];
  const speeds = [(events * COLUMN_BYTES) / sum.write / 1e6, (sum.readPlain * 1e9) / events, (sum.readPacked * 1e9) / events];
  return [name, events, text, plain, packed, ...beside, ...speeds];
}

function best(work: () => void): number {
  return Math.min(...[1, 2, 3].map(() => cpuSeconds(work)));
}

function written(format: Format, { symbols, blocks }: Trace, plain: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  const writer = format.writer({ symbols, plain, write: (bytes) => pieces.push(bytes) });
  for (const block of blocks) writer.block(block);
  writer.end();
  return new Uint8Array(Buffer.concat(pieces));
}

function read(bytes: Uint8Array): void {
  const reader = native.reader({ file: 'bench', problems: strict, emit: () => {} });
  for (let at = 0; at < bytes.length; at += CHUNK) {
    reader.push(bytes.subarray(at, at + CHUNK));
    while (reader.more!());
  }
  reader.end();
}

/** NaN where there is no zstd. */
function zstdSize(text: Uint8Array): number {
  const { status, stdout } = spawnSync('zstd', ['-19', '-q', '-c'], { input: text, maxBuffer: text.length + (1 << 20) });
  return status === 0 ? stdout.length : Number.NaN;
}
