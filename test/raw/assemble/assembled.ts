// Assembles recordings for tests: into a trace in memory, with names that tell addresses.

import { rmSync } from 'node:fs';
import { parseTrace } from '../../../src/formats/read.ts';
import { type Assembled, type AssembleOptions, assemble } from '../../../src/raw/assemble/index.ts';
import type { Naming } from '../../../src/raw/naming.ts';
import { operation } from '../../../src/trace/operation.ts';
import { table } from '../../../src/trace/symbols.ts';
import { events, type Trace } from '../../../src/trace/trace.ts';
import { concat } from '../../formats/encode.ts';
import { firstViolation } from '../../referee/well-formed.ts';
import { type RawLogWriter, recording } from '../raw-log.ts';

/** Addresses in hexadecimal: `100:4` is four bytes, `B1+8:4` four bytes in the first block. */
export const plainNames: Naming = {
  location: (site) => `L${site}`,
  variable: (address, bytes, block) =>
    block === undefined ? `${address.toString(16)}:${bytes}` : `B${block.number}+${address - block.address}:${bytes}`,
  lock: (address, block) => (block === undefined ? `m${address.toString(16)}` : `m${block.number}+${address - block.address}`),
  thread: (number) => `T${number}`,
};

export interface Result {
  readonly trace: Trace;
  readonly assembled: Assembled;
}

export async function assembledFolder(
  folder: string,
  options: Partial<AssembleOptions> = {},
  naming = plainNames,
): Promise<Result> {
  const parts: Uint8Array[] = [];
  const all = { sharedOnly: true, liftLocks: true, ...options };
  const assembled = await assemble(folder, naming, all, { write: (bytes) => parts.push(bytes) });
  const trace = parseTrace(concat(parts), { check: false });
  const violation = firstViolation(trace);
  if (violation !== undefined) throw new Error(`event ${violation.event}: ${violation.code}`);
  return { trace, assembled };
}

export async function assembled(
  logs: readonly RawLogWriter[],
  options: Partial<AssembleOptions> = {},
  change?: (bytes: Uint8Array, number: number) => Uint8Array,
  naming = plainNames,
): Promise<Result> {
  const folder = recording(logs, change);
  try {
    return await assembledFolder(folder, options, naming);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Events as `T0 w(100:4)`, with the location behind where there is one. */
export function lines(trace: Trace): string[] {
  const { symbols } = trace;
  return [...events(trace)].map(({ op, thread, target, location }) => {
    const { short, target: kind } = operation(op);
    const where = symbols.locations.name(location);
    const event = `${symbols.threads.name(thread)} ${short}(${table(symbols, kind).name(target)})`;
    return where === '' ? event : `${event} ${where}`;
  });
}
