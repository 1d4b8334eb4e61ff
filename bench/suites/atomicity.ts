// Atomicity and check-then-act beside FastTrack, in memory: without blocks, with a block round every critical section, and with every thread
// in blocks of many events nearly all the time, most of them cut. And on the recorded traces given with --traces.

import { join } from 'node:path';
import { Detection } from '../../src/detectors/detection.ts';
import { detectorById } from '../../src/detectors/index.ts';
import { openInput } from '../../src/formats/file/input.ts';
import { readTrace } from '../../src/formats/read.ts';
import { copyBlock, type EventBlock } from '../../src/trace/block.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { hasBlocks, inRows, inSections } from '../blocks.ts';
import { bestCpu } from '../cpu-time.ts';
import type { Cell, Context, Suite, Table } from '../suite.ts';
import { traceFiles } from '../tracked-traces.ts';

const DETECTORS = ['fasttrack', 'atomicity', 'check-then-act'] as const;

export const atomicityCosts: Suite = {
  id: 'atomicity',
  says: 'atomicity and check-then-act beside FastTrack, with few, short and long blocks, 8 and 64 threads',
  async run(context) {
    const generated = generatedTable(context);
    return context.traces === undefined ? [generated] : [generated, await recordedTable(context.traces, context)];
  },
};

function generatedTable({ quick, progress, keep }: Context): Table {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'Atomicity on irregular traces in memory',
    columns: [
      'threads',
      'blocks',
      'events',
      'cut',
      'fasttrack ns',
      'atomicity ns',
      'of fasttrack',
      'check-then-act ns',
      'of fasttrack',
    ],
    rows,
    notes: ['best of alternating runs; ns per event; a short block is a critical section, a long one 40 events of its thread'],
  };
  for (const threads of [8, 64]) {
    const plain = generatedTrace({
      ...{ events: quick ? 100_000 : 1_000_000, threads, locks: 2 * threads + 84, variables: 10_000, reentrancy: 0, nesting: 1 },
    });
    for (const [name, trace] of [
      ['none', plain] as const,
      ['short', inSections(plain)] as const,
      ['long', inRows(plain)] as const,
    ]) {
      progress(`${threads} threads, ${name} blocks`);
      rows.push([threads, name, trace.length, ...measured(trace, quick ? 2 : 5)]);
      keep(table);
    }
  }
  return table;
}

async function recordedTable(folder: string, { quick, progress, keep }: Context): Promise<Table> {
  const rows: Cell[][] = [];
  const table: Table = {
    title: 'Atomicity on recorded traces in memory',
    columns: ['trace', 'events', 'cut', 'fasttrack ns', 'atomicity ns', 'of fasttrack', 'check-then-act ns', 'of fasttrack'],
    rows,
    notes: ['best of alternating runs; ns per event; a block round every critical section where the trace has no blocks'],
  };
  for (const file of traceFiles(folder, quick ? 1 << 20 : 1 << 23)) {
    progress(file);
    const blocks: EventBlock[] = [];
    const { symbols, events: length } = await readTrace(await openInput(join(folder, file)), {}, (block) =>
      blocks.push(copyBlock(block)),
    );
    if (length < 100_000) continue;
    const trace = { symbols, blocks, length };
    rows.push([file, length, ...measured(hasBlocks(trace) ? trace : inSections(trace), quick ? 2 : 5)]);
    keep(table);
  }
  return table;
}

function measured(trace: Trace, rounds: number): Cell[] {
  const least = DETECTORS.map(() => Number.POSITIVE_INFINITY);
  let cut = 0;
  for (let round = 0; round < rounds; round++)
    for (const [i, id] of DETECTORS.entries())
      least[i] = Math.min(
        least[i]!,
        bestCpu(2, () => {
          const detection = new Detection([detectorById(id)!]);
          for (const block of trace.blocks) detection.block(block);
          cut = Math.max(cut, detection.end()[0]!.counters['cut'] ?? 0);
        }) / trace.length,
      );
  const [fasttrack, atomicity, checkThenAct] = least as [number, number, number];
  return [cut, fasttrack, atomicity, atomicity / fasttrack, checkThenAct, checkThenAct / fasttrack];
}
