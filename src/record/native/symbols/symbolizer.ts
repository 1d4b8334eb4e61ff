// Names for addresses of one process: lines for code, symbols for data. Each file is opened when the first address in it is asked for.

import { compileFolders } from './compile-units.ts';
import { debugFile, debugSections } from './debug-sections.ts';
import { demangled } from './demangle.ts';
import type { Elf } from './elf.ts';
import type { SourceFile } from './line-header.ts';
import { type LineTable, lineTable } from './line-table.ts';
import { type LoadedFile, type MemoryMap, memoryMap } from './memory-map.ts';
import { objectNames } from './object-names.ts';
import { type ElfSymbol, type SymbolTable, symbolTable } from './symbol-table.ts';

export interface CodePlace {
  readonly file: SourceFile;
  readonly line: number;
}

export interface DataPlace {
  readonly symbol: string;
  readonly offset: number;
  readonly bytes: number;
}

interface Opened {
  readonly symbols: SymbolTable;
  names(): Map<ElfSymbol, string>;
  lines(): LineTable;
}

export class Symbolizer {
  private readonly map: MemoryMap;
  private readonly opened = new Map<LoadedFile, Opened>();

  constructor(maps: string) {
    this.map = memoryMap(maps);
  }

  /** The file and the address in it, for what has no better name. */
  file(address: number): { readonly path: string; readonly offset: number } | undefined {
    const file = this.map.at(address);
    return file === undefined ? undefined : { path: file.path, offset: address - file.bias };
  }

  line(address: number): CodePlace | undefined {
    const file = this.map.at(address);
    return file === undefined
      ? undefined
      : this.open(file)
          ?.lines()
          .at(address - file.bias);
  }

  function(address: number): string | undefined {
    const file = this.map.at(address);
    const symbol = file === undefined ? undefined : this.open(file)?.symbols.function(address - file.bias);
    return symbol === undefined ? undefined : demangled(symbol.name);
  }

  data(address: number): DataPlace | undefined {
    const file = this.map.at(address);
    const opened = file === undefined ? undefined : this.open(file);
    const symbol = opened?.symbols.object(address - file!.bias);
    if (symbol === undefined) return undefined;
    return { symbol: opened!.names().get(symbol)!, offset: address - file!.bias - symbol.address, bytes: symbol.bytes };
  }

  private open(file: LoadedFile): Opened | undefined {
    if (file.elf === undefined) return undefined;
    let opened = this.opened.get(file);
    if (opened === undefined) {
      opened = openedFile(file.elf);
      this.opened.set(file, opened);
    }
    return opened;
  }
}

function openedFile(elf: Elf): Opened {
  const debug = debugFile(elf);
  const symbols = symbolTable(debug.section('.symtab') === undefined ? elf : debug);
  let lines: LineTable | undefined;
  let names: Map<ElfSymbol, string> | undefined;
  return {
    symbols,
    names() {
      names ??= objectNames(symbols.objects);
      return names;
    },
    lines() {
      lines ??= linesOf(debug);
      return lines;
    },
  };
}

function linesOf(elf: Elf): LineTable {
  const sections = debugSections(elf);
  let folders: Map<number, string> | undefined;
  return lineTable(sections, (offset) => {
    folders ??= compileFolders(sections);
    return folders.get(offset);
  });
}
