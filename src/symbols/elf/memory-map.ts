// Which file a memory address belongs to, and which address of that file it is: from the process's /proc/self/maps, for programs
// and shared objects wherever they were loaded.

import { type Elf, readElf } from './elf.ts';

export interface LoadedFile {
  readonly path: string;
  readonly elf: Elf | undefined;
  /** In memory: [from, to), with memory that is zero at the start and so not mapped from the file. */
  readonly from: number;
  readonly to: number;
  /** A memory address minus this is an address of the file. */
  readonly bias: number;
}

export interface MemoryMap {
  readonly files: readonly LoadedFile[];
  /** The first that the maps tell of. */
  readonly first: LoadedFile | undefined;
  at(address: number): LoadedFile | undefined;
}

interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const LINE = /^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) \S+ \d+ +(\/.*?)(?: \(deleted\))?$/;

/** The text may be several maps one after the other: what was loaded later is added. */
export function memoryMap(maps: string): MemoryMap {
  const mappings = new Map<string, Mapping[]>();
  for (const line of maps.split('\n')) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const [, from, to, offset, path] = match as unknown as [string, string, string, string, string];
    const mapping = { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), offset: Number.parseInt(offset, 16) };
    const known = mappings.get(path);
    if (known === undefined) mappings.set(path, [mapping]);
    else known.push(mapping);
  }
  const told = [...mappings].map(([path, parts]) => loadedFile(path, parts));
  const files = [...told].sort((a, b) => a.from - b.from);
  return { files, first: told[0], at: (address) => files.find(({ from, to }) => from <= address && address < to) };
}

function loadedFile(path: string, parts: readonly Mapping[]): LoadedFile {
  const elf = readElf(path);
  const first = parts.reduce((low, part) => (part.from < low.from ? part : low));
  const segment = elf?.segments.find(
    ({ offset, fileBytes }) => pageOf(offset) <= first.offset && first.offset < offset + Math.max(fileBytes, 1),
  );
  const to = highest(parts, (part) => part.to);
  if (elf === undefined || segment === undefined) return { path, elf, from: first.from, to, bias: first.from - first.offset };
  const bias = first.from - first.offset + segment.offset - segment.address;
  const end = highest(elf.segments, ({ address, memoryBytes }) => address + memoryBytes);
  return { path, elf, from: first.from, to: Math.max(to, bias + end), bias };
}

/** Not by arguments of a call: there may be more than it can have. */
function highest<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((most, item) => Math.max(most, of(item)), Number.NEGATIVE_INFINITY);
}

function pageOf(offset: number): number {
  return offset - (offset % 4096);
}
