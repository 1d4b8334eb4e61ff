// Names for bytes of shared memory by the views that the program has over it: `counters[3] (Int32)`, `header (Float64 at byte 8)`.
//
// Of all views that have just these bytes as an element, or as elements, it is one whose elements are as large, then one that the code named
// where it made it, then the smallest, then that of the first thread, in its order. Such a view is called as it was where it was made. Memory that has
// no such view is called as its buffer, with elements counted from its start; if that has no name either, as the view was where it was used.

import { bisect } from '../../base/bisect.ts';
import type { ElementType } from './core/noted-views.ts';
import type { ViewLine } from './left.ts';

const BYTES: Readonly<Record<ElementType, number>> = {
  Int8: 1,
  Uint8: 1,
  Uint8Clamped: 1,
  Int16: 2,
  Uint16: 2,
  Float16: 2,
  Int32: 4,
  Uint32: 4,
  Float32: 4,
  Float64: 8,
  BigInt64: 8,
  BigUint64: 8,
  DataView: 1,
};

interface View {
  readonly start: number;
  readonly end: number;
  readonly type: ElementType;
  /** Of an element. */
  readonly bytes: number;
  /** What the code calls it where it makes it, and where it uses it. */
  readonly made: string | undefined;
  readonly used: string | undefined;
}

/** A number in a DataView or a Buffer. */
interface Field {
  readonly type: ElementType;
  readonly of: number;
}

/** What is known of a buffer. */
export interface NamedBlock {
  readonly address: number;
  readonly name: string;
  /** Whether the code calls it so. */
  readonly isCalled: boolean;
}

export class ViewNames {
  private readonly views: readonly View[];
  /** Where views begin and end: between two of these the same ones are there. */
  private readonly bounds: readonly number[];
  private readonly between = new Map<number, readonly View[]>();
  /** By address and size. */
  private readonly fields = new Map<string, Field>();
  /** Numbers of views of one name: the first needs none. */
  private readonly counts: ReadonlyMap<View, string>;

  /** `called`: what the code calls the memory at a site. */
  constructor(lines: readonly ViewLine[], called: (site: number) => string | undefined) {
    const sorted = [...lines].sort((a, b) => a.thread - b.thread);
    this.views = preferred(merged(sorted, called));
    this.bounds = [...new Set(this.views.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
    this.counts = numbered(this.views);
    for (const { address, type, of } of sorted) if (of !== undefined) this.addField(address, { type, of });
  }

  /** Undefined if no view has just these bytes; 0 bytes for what begins there. */
  name(address: number, bytes: number, block: NamedBlock): string | undefined {
    // A view that grows has no end, and is over what is behind its buffer only by its number.
    const views = this.around(address).filter((view) => view.start >= block.address && hasElements(view, address, bytes));
    const field = this.fields.get(`${address} ${bytes}`);
    const exact = views.find((view) => view.bytes === bytes && view.type !== 'DataView');
    if (exact === undefined && field !== undefined) return this.ofField(address, field, block);
    const view = exact ?? views.find(({ type }) => type !== 'DataView') ?? views[0];
    if (view === undefined) return undefined;
    const { name, start } = this.called(view, block);
    if (view.type === 'DataView')
      return bytes === 0 ? `${name}[${address - start}]` : `${name} (${bytes} bytes at byte ${address - start})`;
    const first = (address - start) / view.bytes;
    if (!Number.isInteger(first)) return undefined;
    if (bytes === 0) return `${name}[${first}]`;
    const count = bytes / view.bytes;
    return `${name}[${count === 1 ? first : `${first}..${first + count - 1}`}] (${view.type})`;
  }

  private ofField(address: number, { type, of }: Field, block: NamedBlock): string {
    const view = this.around(address).find(({ start }) => start === of);
    const { name, start } = view === undefined ? { name: block.name, start: block.address } : this.called(view, block);
    return `${name} (${type} at byte ${address - start})`;
  }

  /** What a view is called, and where its elements are counted from. */
  private called(view: View, block: NamedBlock): { readonly name: string; readonly start: number } {
    if (view.made !== undefined) return { name: view.made + this.counts.get(view)!, start: view.start };
    if (block.isCalled || view.used === undefined) return { name: block.name, start: block.address };
    return { name: view.used, start: view.start };
  }

  /** The views that are over an address, the best first. */
  private around(address: number): readonly View[] {
    const { bounds, between } = this;
    const at = bisect(0, bounds.length, (i) => bounds[i]! <= address);
    let views = between.get(at);
    if (views === undefined) {
      views = this.views.filter(({ start, end }) => start <= address && address < end);
      between.set(at, views);
    }
    return views;
  }

  private addField(address: number, field: Field): void {
    const key = `${address} ${BYTES[field.type]}`;
    if (!this.fields.has(key)) this.fields.set(key, field);
  }
}

function hasElements({ start, end, bytes: step }: View, address: number, bytes: number): boolean {
  return (address - start) % step === 0 && bytes % step === 0 && address + bytes <= end;
}

/** One view for all that begin at one place, end at one place and have one type, with its first names. */
function merged(lines: readonly ViewLine[], called: (site: number) => string | undefined): View[] {
  const views = new Map<string, View>();
  for (const { address, type, length, site, made, of } of lines) {
    if (of !== undefined) continue;
    const key = `${address} ${length} ${type}`;
    const known = views.get(key);
    const name = called(site);
    const end = length < 0 ? Number.POSITIVE_INFINITY : address + length * BYTES[type];
    views.set(key, {
      ...{ start: address, end, type, bytes: BYTES[type] },
      made: known?.made ?? (made ? name : undefined),
      used: known?.used ?? (made ? undefined : name),
    });
  }
  return [...views.values()];
}

function preferred(views: readonly View[]): View[] {
  const rank = ({ made }: View): number => (made === undefined ? 1 : 0);
  return [...views].sort((a, b) => rank(a) - rank(b) || compare(a.end - a.start, b.end - b.start));
}

/** Also of sizes that are not known. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** In the order of their addresses, which is that in which their buffers were made. */
function numbered(views: readonly View[]): Map<View, string> {
  const counts = new Map<string, number>();
  const numbers = new Map<View, string>();
  for (const view of [...views].sort((a, b) => a.start - b.start)) {
    if (view.made === undefined) continue;
    const count = (counts.get(view.made) ?? 0) + 1;
    counts.set(view.made, count);
    numbers.set(view, count === 1 ? '' : `#${count}`);
  }
  return numbers;
}
