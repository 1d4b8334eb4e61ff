// How many accesses the logs of a recording hold: a record may be several.

import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../src/raw/format.ts';

const PIECE = 1 << 20;
const SINGLE: readonly number[] = [Raw.readRange, Raw.writeRange, Raw.atomicLoad, Raw.atomicStore, Raw.atomicUpdate];

export interface Logged {
  readonly bytes: number;
  readonly accesses: number;
}

/** Of logs without values behind atomics, such as those of Java. The zeros that a log ends with are not counted. */
export function logged(folder: string): Logged {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.raw'));
  const all = names.map((name) => inLog(join(folder, name)));
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    accesses: all.reduce((sum, { accesses }) => sum + accesses, 0),
  };
}

/** Piece by piece: a log may be larger than a buffer can be. */
function inLog(path: string): Logged {
  const file = openSync(path, 'r');
  const piece = Buffer.alloc(PIECE);
  let accesses = 0;
  let bytes = RAW_HEADER_BYTES;
  try {
    for (;;) {
      const whole = readSync(file, piece, 0, PIECE, bytes) & -RAW_RECORD_BYTES;
      for (let at = 0; at < whole; at += RAW_RECORD_BYTES, bytes += RAW_RECORD_BYTES) {
        if (piece[at + 6] === Raw.none) return { bytes, accesses };
        accesses += inRecord(piece, at);
      }
      if (whole === 0) return { bytes, accesses };
    }
  } finally {
    closeSync(file);
  }
}

function inRecord(log: Buffer, at: number): number {
  const kind = log[at + 6]!;
  if (SINGLE.includes(kind)) return 1;
  if (kind !== Raw.read && kind !== Raw.write) return 0;
  const element = log[at + 14]! & 7;
  return element === 0 ? 1 : log[at + 7]! >> (element - 1);
}
