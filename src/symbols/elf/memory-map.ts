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
  /** In which periods it was seen, ascending. */
  readonly seen: readonly number[];
}

export interface MemoryMap {
  readonly files: readonly LoadedFile[];
  /** The first that the maps tell of. */
  readonly first: LoadedFile | undefined;
  /** What is at an address in a period: these end where a library was unloaded, and are counted from 0. */
  at(address: number, period?: number): LoadedFile | undefined;
}

interface Mapping {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** A file at one place: after it was unloaded it may come again at another. */
interface Loading {
  readonly path: string;
  readonly parts: Mapping[];
  readonly seen: number[];
}

const LINE = /^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) \S+ \d+ +(\/.*?)(?: \(deleted\))?$/;
const UNLOADED = 'unloaded';

/** The text may be several maps one after the other: what was loaded later is added. A line `unloaded` is where a library went. */
export function memoryMap(maps: string): MemoryMap {
  const elves = new Map<string, Elf | undefined>();
  const elf = (path: string): Elf | undefined => {
    if (!elves.has(path)) elves.set(path, readElf(path));
    return elves.get(path);
  };
  const told = loadings(maps).map(({ path, parts, seen }) => loadedFile({ path, elf: elf(path), seen }, parts));
  const files = [...told].sort((a, b) => a.from - b.from);
  return {
    files,
    first: told[0],
    at(address, period = Number.POSITIVE_INFINITY) {
      const found = files.filter(({ from, to }) => from <= address && address < to);
      return found.length < 2 ? found[0] : found.reduce((best, file) => (nearer(file, best, period) ? file : best));
    },
  };
}

/** Which file was where. Each map is in the order of addresses: a lower one begins the next map. */
function loadings(maps: string): Loading[] {
  const found = new Map<string, Loading>();
  let inMap = new Map<string, Loading>();
  let period = 0;
  let last = 0;
  for (const line of maps.split('\n')) {
    if (line === UNLOADED) period++;
    const match = LINE.exec(line);
    if (match === null) continue;
    const [, ...words] = match as unknown as [string, string, string, string, string];
    const [from, to, offset] = words.slice(0, 3).map((word) => Number.parseInt(word, 16)) as [number, number, number];
    const path = words[3]!;
    if (from < last) inMap = new Map();
    last = from;
    let loading = inMap.get(path);
    if (loading === undefined) {
      const key = `${from} ${path}`;
      loading = found.get(key) ?? { path, parts: [], seen: [] };
      found.set(key, loading);
      inMap.set(path, loading);
    }
    loading.parts.push({ from, to, offset });
    if (loading.seen.at(-1) !== period) loading.seen.push(period);
  }
  return [...found.values()];
}

/** Whether the last look at a file before the end of the period is later than at another; a file that is seen later only was there too late
 * to be seen in time. */
function nearer({ seen }: LoadedFile, other: LoadedFile, period: number): boolean {
  const last = (periods: readonly number[]): number => periods.findLast((at) => at <= period) ?? -1;
  return last(seen) > last(other.seen);
}

function loadedFile(file: Pick<LoadedFile, 'path' | 'elf' | 'seen'>, parts: readonly Mapping[]): LoadedFile {
  const { elf } = file;
  const first = parts.reduce((low, part) => (part.from < low.from ? part : low));
  const segment = elf?.segments.find(
    ({ offset, fileBytes }) => pageOf(offset) <= first.offset && first.offset < offset + Math.max(fileBytes, 1),
  );
  const to = highest(parts, (part) => part.to);
  if (elf === undefined || segment === undefined) return { ...file, from: first.from, to, bias: first.from - first.offset };
  const bias = first.from - first.offset + segment.offset - segment.address;
  const end = highest(elf.segments, ({ address, memoryBytes }) => address + memoryBytes);
  return { ...file, from: first.from, to: Math.max(to, bias + end), bias };
}

/** Not by arguments of a call: there may be more than it can have. */
function highest<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((most, item) => Math.max(most, of(item)), Number.NEGATIVE_INFINITY);
}

function pageOf(offset: number): number {
  return offset - (offset % 4096);
}
