// Names for addresses of one process: lines for code, symbols for data. Each file is opened when the first address in it is asked for.

import { lazy } from '../../base/lazy.ts';
import { type Allocation, type BlockType, BlockTypes } from '../dwarf/block-types.ts';
import { type CompileUnit, DebugInfo } from '../dwarf/debug-info.ts';
import { type GlobalVariable, GlobalVariables } from '../dwarf/global-variables.ts';
import { NamedTypes } from '../dwarf/named-types.ts';
import { readable } from '../dwarf/readable.ts';
import { type SourceFrame, SourceFrames } from '../dwarf/source-frames.ts';
import { type Activation, StackVariables } from '../dwarf/stack-variables.ts';
import { Types } from '../dwarf/types.ts';
import { debugFile, debugSections } from './debug-sections.ts';
import { demangled } from './demangle.ts';
import type { Elf } from './elf.ts';
import { type LoadedFile, type MemoryMap, memoryMap } from './memory-map.ts';
import { objectNames } from './object-names.ts';
import { type ElfSymbol, hasSymbol, type SymbolTable, symbolTable } from './symbol-table.ts';

interface Opened {
  readonly symbols: SymbolTable;
  readonly localBytes: number;
  frames(address: number): readonly SourceFrame[];
  unit(address: number): CompileUnit | undefined;
  knows(prefix: string): boolean;
  /** What some bytes of an object are: `stats.hits`, `table[7]`, `config[8..12)`. */
  part(symbol: ElfSymbol, offset: number, bytes: number): string;
  blockType(frame: SourceFrame, allocation: Allocation): BlockType | undefined;
  stackVariable(home: number, activation: Activation, address: number, bytes: number): string | undefined;
  /** The same of a thread-local one. */
  localPart(symbol: ElfSymbol, offset: number, bytes: number): string;
}

export class Symbolizer {
  private readonly map: MemoryMap;
  private readonly opened = new Map<string, Opened>();
  /** How many times a library was unloaded. */
  private period = 0;

  constructor(maps: string) {
    this.map = memoryMap(maps);
  }

  /** From now on questions are about the time after the next library was unloaded. */
  unloaded(): void {
    this.period++;
  }

  /** The file and the address in it, for what has no better name. */
  file(address: number): { readonly path: string; readonly offset: number } | undefined {
    const file = this.map.at(address, this.period);
    return file === undefined ? undefined : { path: file.path, offset: address - file.bias };
  }

  /** The address of this one in a file, by its name without the folder; undefined if there is no such file. */
  address(name: string, offset: number): number | undefined {
    const file = this.map.files.find(({ path }) => path.endsWith(`/${name}`));
    return file === undefined ? undefined : file.bias + offset;
  }

  /** The functions of the code, the innermost first: those that were expanded in place, then the one that the linker knows. None if
   * the debug information does not tell. */
  frames(address: number): readonly SourceFrame[] {
    const file = this.map.at(address, this.period);
    return (file === undefined ? undefined : this.open(file)?.frames(address - file.bias)) ?? [];
  }

  /** The function that the linker knows. */
  function(address: number): string | undefined {
    const file = this.map.at(address, this.period);
    const symbol = file === undefined ? undefined : this.open(file)?.symbols.function(address - file.bias);
    return symbol === undefined ? undefined : plainName(symbol.name);
  }

  /** The compile unit of the code, if the debug information tells. */
  unit(address: number): CompileUnit | undefined {
    const file = this.map.at(address, this.period);
    return file === undefined ? undefined : this.open(file)?.unit(address - file.bias);
  }

  /** Whether the file of this code has, or wants, a symbol that begins so; undefined if the file cannot be read. */
  knows(address: number, prefix: string): boolean | undefined {
    const file = this.map.at(address, this.period);
    return file === undefined ? undefined : this.open(file)?.knows(prefix);
  }

  /** A global variable, with the part of it that some bytes are: `stats.hits`, `table[7]`, `config[8..12)`; 0 bytes for what begins there. */
  data(address: number, bytes: number): string | undefined {
    const file = this.map.at(address, this.period);
    const opened = file === undefined ? undefined : this.open(file);
    const symbol = opened?.symbols.object(address - file!.bias);
    if (symbol === undefined) return undefined;
    return opened!.part(symbol, address - file!.bias - symbol.address, bytes);
  }

  /** A thread-local variable of the program, by its offset among them. The program is the first file of a map, if it has this other one. */
  local(offset: number, bytes: number, other: string): string | undefined {
    const opened = this.map.first === undefined ? undefined : this.open(this.map.first);
    const isProgram = opened?.symbols.locals.some(({ name }) => name === other) ?? false;
    const symbol = isProgram && offset < opened!.localBytes ? opened!.symbols.local(offset) : undefined;
    return symbol && opened!.localPart(symbol, offset - symbol.address, bytes);
  }

  /** `main: counter`: the variable at an address of the stack, if exactly one is there. `home` is in the function, and `site` maybe in one that it called. */
  stackVariable(
    { home, site, ...pointers }: Omit<Activation, 'code'> & { readonly home: number; readonly site: number },
    address: number,
    bytes: number,
  ): string | undefined {
    const file = this.map.at(home, this.period);
    const code = file && this.map.at(site, this.period) === file ? site - file.bias : undefined;
    return file && this.open(file)?.stackVariable(home - file.bias, { ...pointers, code }, address, bytes);
  }

  /** The type of a block by where it was allocated; undefined if it is not known for certain. */
  blockType(site: number, allocation: Allocation): BlockType | undefined {
    const [frame] = this.frames(site);
    const file = this.map.at(site, this.period);
    return frame && this.open(file!)?.blockType(frame, allocation);
  }

  private open(file: LoadedFile): Opened | undefined {
    if (file.elf === undefined) return undefined;
    let opened = this.opened.get(file.path);
    if (opened === undefined) {
      opened = openedFile(file.elf);
      this.opened.set(file.path, opened);
    }
    return opened;
  }
}

function openedFile(elf: Elf): Opened {
  const debug = debugFile(elf);
  const symbols = symbolTable(debug.section('.symtab') === undefined ? elf : debug);
  const info = lazy(() => new DebugInfo(debugSections(debug)));
  const frames = lazy(() => new SourceFrames(info()));
  const variables = lazy(() => readable(() => new GlobalVariables(info())));
  const types = lazy(() => new Types(info()));
  const blocks = lazy(() => new BlockTypes(info(), types(), new NamedTypes(info(), types(), frames().names)));
  const locals = lazy(() => new StackVariables(info(), types(), frames().names));
  const names = lazy(() => new Map([...objectNames(symbols.objects), ...objectNames(symbols.locals)]));
  const part = (symbol: ElfSymbol, told: GlobalVariable | undefined, offset: number, bytes: number): string => {
    const name = told?.name ?? names().get(symbol)!;
    const typed = told && readable(() => types().part(told.type, told.offset + offset, bytes));
    return name + (typed ?? partOf(offset, bytes));
  };
  // Asked for every place of the code, and the table of a large program has megabytes.
  const begins = new Map<string, boolean>();
  return {
    symbols,
    localBytes: elf.localBytes,
    stackVariable(home, { code, ...pointers }, address, bytes) {
      const around = (at: number) => frames().at(at).at(-1)?.function?.at;
      return readable(() => {
        const at = around(home);
        const within = code !== undefined && around(code) === at ? code : undefined;
        return at === undefined ? undefined : locals().name(at, { ...pointers, code: within }, address, bytes);
      });
    },
    blockType: (frame, allocation) => readable(() => blocks().of(frame, allocation)),
    frames: (address) => readable(() => frames().at(address)) ?? [],
    unit: (address) => readable(() => info().unitOf(address)),
    knows(prefix) {
      if (!begins.has(prefix)) begins.set(prefix, hasSymbol(elf, prefix));
      return begins.get(prefix)!;
    },
    part: (symbol, offset, bytes) => part(symbol, variables()?.at(symbol.address), offset, bytes),
    localPart: (symbol, offset, bytes) => part(symbol, variables()?.ofThread(symbol.address), offset, bytes),
  };
}

/** Of an object of which nothing is known: what begins where it begins has its name alone. */
export function partOf(offset: number, bytes: number): string {
  if (offset === 0) return '';
  return bytes === 0 ? `+${offset}` : `[${offset}..${offset + bytes})`;
}

/** A function as people say it: `pool::Queue::push`. */
export function functionName({ function: told }: SourceFrame): string | undefined {
  if (told === undefined) return undefined;
  return told.symbol === undefined ? readable(told.qualified) : plainName(told.symbol);
}

/** `count.part.0`, `count.constprop.0`, `count.lto_priv.0`: parts and copies of a function. */
function plainName(symbol: string): string {
  return demangled(symbol.replace(/\..*/, ''));
}
