// A trace of any length in seconds: some blocks are made and encoded, and their sections are written again and again, each with another position. No
// lock is held where a block ends, so that any block may follow any. Two threads that never synchronise race on a few variables, one in the first block
// and one in the last.

import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from '../src/base/crc32.ts';
import { frameSection, readSectionHeader, sectionSize } from '../src/formats/native/frame.ts';
import { SectionType, writeU32 } from '../src/formats/native/layout.ts';
import { NativeWriter } from '../src/formats/native/writer.ts';
import { BLOCK_SIZE } from '../src/trace/block.ts';
import { BlockBuilder } from '../src/trace/builder.ts';
import { Op } from '../src/trace/operation.ts';
import { Random } from '../src/trace/random/prng.ts';
import { newSymbols } from '../src/trace/symbols.ts';

const THREADS = 8;
const LOCKS = 64;
const SHARED = 20_000;
const OWN = 10_000;
const RACY = 5;
const BLOCKS = 64;

/** Writes at least so many events, up to a block more; returns how many. */
export function writeLongTrace(path: string, events: number): number {
  const { names, sections } = encodedBlocks();
  const file = openSync(path, 'w');
  try {
    for (const piece of names) writeSync(file, piece);
    const random = new Random(7);
    let position = 0;
    const put = (section: Uint8Array): void => {
      // Behind the marker, type and length: the position, and the checksum of the header.
      writeU32(section, 12, position);
      writeU32(section, 20, crc32(section, 0, 20));
      writeSync(file, section);
      position += BLOCK_SIZE;
    };
    put(sections[0]!);
    while (position + 2 * BLOCK_SIZE < events) put(sections[2 + random.below(BLOCKS)]!);
    put(sections[1]!);
    const end = new Uint8Array(sectionSize(0));
    frameSection(end, { type: SectionType.end, table: 0, length: 0, first: position, count: 0 });
    writeSync(file, end);
    return position;
  } finally {
    closeSync(file);
  }
}

/** The header of the file and all names, and the sections of events: the first has one access of each race, the second the other. */
function encodedBlocks(): { readonly names: Uint8Array[]; readonly sections: Uint8Array[] } {
  const symbols = newSymbols();
  for (let t = 0; t < THREADS + 2; t++) symbols.threads.internName(`T${t}`);
  for (let l = 0; l < LOCKS; l++) symbols.locks.internName(`m${l}`);
  for (let x = 0; x < SHARED; x++) symbols.variables.internName(`s${x}`);
  for (let x = 0; x < THREADS * OWN; x++) symbols.variables.internName(`p${x}`);
  for (let x = 0; x < RACY; x++) symbols.variables.internName(`racy${x}`);
  for (let n = 0; n < 200; n++) symbols.locations.internName(`code.c:${n + 1}`);
  const pieces: Uint8Array[] = [];
  const writer = new NativeWriter({ symbols, write: (bytes) => pieces.push(bytes.slice()), plain: true });
  const builder = new BlockBuilder(symbols, (block) => writer.block(block));
  const random = new Random(1);
  for (let n = 0; n < BLOCKS + 2; n++) fill(builder, random, n);
  const isEvents = (piece: Uint8Array): boolean => readSectionHeader(piece, 0)?.type === SectionType.events;
  return { names: pieces.filter((piece) => !isEvents(piece)), sections: pieces.filter(isEvents) };
}

function fill(builder: BlockBuilder, random: Random, n: number): void {
  let left = BLOCK_SIZE;
  const add = (op: Op, thread: number, target: number): void => {
    builder.add(op, thread, target, 1 + random.below(200));
    left--;
  };
  if (n < 2) for (let x = 0; x < RACY; x++) add(n === 0 ? Op.write : Op.read, THREADS + n, SHARED + THREADS * OWN + x);
  while (left > 0) {
    const t = random.below(THREADS);
    const lock = random.below(LOCKS);
    const accesses = Math.min(1 + random.below(12), left - 2);
    if (accesses < 1) {
      while (left > 0) add(Op.read, t, SHARED + t * OWN);
      return;
    }
    add(Op.acquire, t, lock);
    for (let i = 0; i < accesses; i++)
      if (random.chance(0.5))
        add(random.chance(0.3) ? Op.write : Op.read, t, lock + LOCKS * random.below(Math.floor(SHARED / LOCKS)));
      else add(random.chance(0.3) ? Op.write : Op.read, t, SHARED + t * OWN + random.below(OWN));
    add(Op.release, t, lock);
  }
}
