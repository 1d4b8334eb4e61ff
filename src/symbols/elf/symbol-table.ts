// The symbol table of an ELF file: which object or function is at an address. Sorted once, then a binary search per question.

import { bisect } from '../../base/bisect.ts';
import { cString } from '../dwarf/strings.ts';
import type { Elf } from './elf.ts';

export interface ElfSymbol {
  /** As the linker knows it: C++ names are mangled. */
  readonly name: string;
  readonly address: number;
  readonly bytes: number;
  /** The source file of a local symbol, where the table tells. */
  readonly file: string | undefined;
}

export interface SymbolTable {
  object(address: number): ElfSymbol | undefined;
  function(address: number): ElfSymbol | undefined;
  /** A thread-local variable, by its offset among those of the file. */
  local(offset: number): ElfSymbol | undefined;
  /** By address. */
  readonly objects: readonly ElfSymbol[];
  /** The same, of those that each thread has for itself. */
  readonly locals: readonly ElfSymbol[];
}

const SYMTAB = 2;
const DYNSYM = 11;
const OBJECT = 1;
const FUNCTION = 2;
const FILE = 4;
const COMMON = 5;
const THREAD_LOCAL = 6;
const INDIRECT_FUNCTION = 10;
const SYMBOL_BYTES = 24;

/** From the full table, or, if that was stripped, from what the dynamic linker needs. */
export function symbolTable(elf: Elf): SymbolTable {
  const section = elf.sections.find(({ type }) => type === SYMTAB) ?? elf.sections.find(({ type }) => type === DYNSYM);
  const objects: ElfSymbol[] = [];
  const functions: ElfSymbol[] = [];
  const locals: ElfSymbol[] = [];
  const table = elf.bytes(section);
  const strings = elf.bytes(section === undefined ? undefined : elf.sections[section.link]);
  let file: string | undefined;
  for (let at = SYMBOL_BYTES; at + SYMBOL_BYTES <= table.length; at += SYMBOL_BYTES) {
    const info = table[at + 4]!;
    const kind = info & 15;
    const isLocal = info >> 4 === 0;
    if (kind === FILE) file = nameAt(strings, table.readUInt32LE(at));
    const into = listOf(kind, { objects, functions, locals });
    // Section 0: defined elsewhere.
    if (into === undefined || table.readUInt16LE(at + 6) === 0) continue;
    const name = nameAt(strings, table.readUInt32LE(at));
    if (name === undefined) continue;
    into.push({
      name: name.replace(/@.*/, ''),
      address: wide(table, at + 8),
      bytes: wide(table, at + 16),
      file: isLocal && file !== '' ? file : undefined,
    });
  }
  const objectsByAddress = sorted(objects);
  const functionsByAddress = sorted(functions);
  const localsByOffset = sorted(locals);
  return {
    objects: objectsByAddress,
    locals: localsByOffset,
    object: (address) => at(objectsByAddress, address),
    function: (address) => at(functionsByAddress, address),
    local: (offset) => at(localsByOffset, offset),
  };
}

function listOf<T>(kind: number, lists: { readonly objects: T; readonly functions: T; readonly locals: T }): T | undefined {
  switch (kind) {
    case OBJECT:
    case COMMON:
      return lists.objects;
    case FUNCTION:
    case INDIRECT_FUNCTION:
      return lists.functions;
    case THREAD_LOCAL:
      return lists.locals;
    default:
      return undefined;
  }
}

/** Undefined if the names of the table cannot be as long as they claim. */
function nameAt(strings: Buffer, offset: number): string | undefined {
  try {
    return cString(strings, offset);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a symbol begins so, be it here or wanted from elsewhere. The strings of the tables are enough: each name begins behind a zero,
 * unless it is the end of another. */
export function hasSymbol(elf: Elf, prefix: string): boolean {
  const tables = elf.sections.filter(({ type }) => type === SYMTAB || type === DYNSYM);
  return tables.some(({ link }) => elf.bytes(elf.sections[link]).includes(`\0${prefix}`));
}

/** By address; of several names for one address the first that the table gives, and only one. */
function sorted(symbols: ElfSymbol[]): ElfSymbol[] {
  symbols.sort((a, b) => a.address - b.address || b.bytes - a.bytes);
  return symbols.filter(({ address }, i) => i === 0 || symbols[i - 1]!.address !== address);
}

function at(symbols: readonly ElfSymbol[], address: number): ElfSymbol | undefined {
  const found = symbols[bisect(0, symbols.length, (i) => symbols[i]!.address <= address) - 1];
  return found !== undefined && address < found.address + Math.max(found.bytes, 1) ? found : undefined;
}

/** Addresses of user space have 48 bits. */
function wide(table: Buffer, at: number): number {
  return table.readUInt32LE(at) + table.readUInt32LE(at + 4) * 2 ** 32;
}
