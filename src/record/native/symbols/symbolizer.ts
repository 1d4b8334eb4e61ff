// Names for addresses of one process: lines for code, symbols for data. Each file is opened when the first address in it is asked for.

import { compileFolders } from './compile-units.ts';
import { debugFile, debugSections } from './debug-sections.ts';
import { demangled } from './demangle.ts';
import type { SourceFile } from './line-header.ts';
import { type LineTable, lineTable } from './line-table.ts';
import { type LoadedFile, type MemoryMap, memoryMap } from './memory-map.ts';
import { type SymbolTable, symbolTable, withoutNumber } from './symbol-table.ts';

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
    const symbols = file === undefined ? undefined : this.open(file)?.symbols;
    const symbol = symbols?.object(address - file!.bias);
    if (symbol === undefined) return undefined;
    const where = symbols!.isAmbiguous(symbol.name) && symbol.file !== undefined ? ` (${symbol.file})` : '';
    const short = withoutNumber(symbol.name);
    const name = demangled(symbols!.isAmbiguous(short) ? symbol.name : short) + where;
    return { symbol: name, offset: address - file!.bias - symbol.address, bytes: symbol.bytes };
  }

  private open(file: LoadedFile): Opened | undefined {
    if (file.elf === undefined) return undefined;
    let opened = this.opened.get(file);
    if (opened === undefined) {
      const debug = debugFile(file.elf);
      let lines: LineTable | undefined;
      const read = (): LineTable => {
        const sections = debugSections(debug);
        let folders: Map<number, string> | undefined;
        return lineTable(sections, (offset) => {
          folders ??= compileFolders(sections);
          return folders.get(offset);
        });
      };
      opened = {
        symbols: symbolTable(debug.section('.symtab') === undefined ? file.elf : debug),
        lines: () => {
          lines ??= read();
          return lines;
        },
      };
      this.opened.set(file, opened);
    }
    return opened;
  }
}
