// What a relocatable object defines, wants from elsewhere, and refers to: its symbols, and those that its relocations name.

import { cString } from '../../../src/symbols/dwarf/strings.ts';
import { readElf } from '../../../src/symbols/elf/elf.ts';

const SYMTAB = 2;
const RELA = 4;
const SYMBOL_BYTES = 24;
const RELA_BYTES = 24;
const GLOBAL = 1;
const WEAK = 2;
const DEFAULT = 0;

export interface ObjectSymbols {
  /** Weak functions that others can see: what the runtime stands in front of. */
  readonly offered: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  /** By the code and data of the object, debug information aside, with what they are referred to in. */
  readonly referred: ReadonlySet<string>;
}

export function objectSymbols(path: string): ObjectSymbols {
  const elf = readElf(path);
  if (elf === undefined) throw new Error(`${path} is no object`);
  const table = elf.sections.find(({ type }) => type === SYMTAB)!;
  const [symbols, strings] = [elf.bytes(table), elf.bytes(elf.sections[table.link])];
  const nameOf = (at: number): string => cString(strings, symbols.readUInt32LE(at));
  const [offered, wanted, referred] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (let at = SYMBOL_BYTES; at < symbols.length; at += SYMBOL_BYTES) {
    const binding = symbols[at + 4]! >> 4;
    if (symbols.readUInt16LE(at + 6) === 0) wanted.add(nameOf(at));
    else if (binding === WEAK && (symbols[at + 5]! & 3) === DEFAULT) offered.add(nameOf(at));
  }
  for (const section of elf.sections) {
    if (section.type !== RELA || section.name.startsWith('.rela.debug')) continue;
    const relocations = elf.bytes(section);
    for (let at = 0; at < relocations.length; at += RELA_BYTES) {
      const symbol = relocations.readUInt32LE(at + 12) * SYMBOL_BYTES;
      if (symbols[symbol + 4]! >> 4 >= GLOBAL) referred.add(nameOf(symbol));
    }
  }
  return { offered, wanted, referred };
}
