// Names of what a native recording speaks of: `queue.c:41` for code, `config+8` for globals, `queue.c:41 malloc(64)+16` for the heap.

import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { Block, Naming } from '../recorder.ts';
import type { SourceFile } from './symbols/line-header.ts';
import { Symbolizer } from './symbols/symbolizer.ts';

const STACK = 1;

export interface NativeNaming extends Naming {
  /** Code without lines was asked for: the program, or a part of it, has no debug information. */
  readonly missesLines: boolean;
}

/** `maps` is what /proc/self/maps said; paths below `folder` are given relative to it. */
export function nativeNaming(maps: string, folder: string): NativeNaming {
  return new Names(new Symbolizer(maps), folder);
}

class Names implements NativeNaming {
  missesLines = false;
  private readonly symbols: Symbolizer;
  private readonly folder: string;
  /** Per allocation site, its blocks in the order in which they were asked for: the first needs no number. */
  private readonly blocks = new Map<number, Map<number, number>>();

  constructor(symbols: Symbolizer, folder: string) {
    this.symbols = symbols;
    this.folder = folder;
  }

  location(site: number): string {
    if (site === 0) return '';
    const place = this.symbols.line(site);
    if (place !== undefined) return `${this.path(place.file)}:${place.line}`;
    const file = this.symbols.file(site);
    if (file === undefined) return hex(site);
    this.missesLines = true;
    return `${baseName(file.path)}+${hex(file.offset)}`;
  }

  variable(address: number, _bytes: number, block: Block | undefined): string {
    return this.data(address, block);
  }

  lock(address: number, block: Block | undefined): string {
    return this.data(address, block);
  }

  thread(number: number): string {
    return `T${number}`;
  }

  private data(address: number, block: Block | undefined): string {
    if (block !== undefined) return this.inBlock(address, block);
    const data = this.symbols.data(address);
    if (data !== undefined) return data.symbol + plus(data.offset);
    const file = this.symbols.file(address);
    return file === undefined ? hex(address) : `${baseName(file.path)}+${hex(file.offset)}`;
  }

  private inBlock(address: number, block: Block): string {
    const offset = plus(address - block.address);
    if (block.kind === STACK) return `stack of ${this.thread(block.thread)}${offset}`;
    return `${this.location(block.site)} malloc(${block.bytes})${this.count(block)}${offset}`;
  }

  private count({ site, number }: Block): string {
    let known = this.blocks.get(site);
    if (known === undefined) {
      known = new Map();
      this.blocks.set(site, known);
    }
    let index = known.get(number);
    if (index === undefined) {
      index = known.size + 1;
      known.set(number, index);
    }
    return index === 1 ? '' : `#${index}`;
  }

  private path({ path, folder }: SourceFile): string {
    const whole = isAbsolute(path) ? path : folder === undefined ? undefined : join(folder, path);
    if (whole === undefined) return normalize(path);
    const below = relative(this.folder, whole);
    return below.startsWith(`..${sep}`) ? normalize(path) : below;
  }
}

function plus(offset: number): string {
  return offset === 0 ? '' : `+${offset}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
