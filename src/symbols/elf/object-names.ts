// One name per object of a file, as short as it can be without two objects sharing it: `count`, `count (pool.c)` for statics of two
// files, `count.1` for statics of two functions, the mangled name for instances of one template.

import { demangled } from './demangle.ts';
import type { ElfSymbol } from './symbol-table.ts';

type Namer = (symbol: ElfSymbol) => string;

const namers: readonly Namer[] = [
  ({ name }) => demangled(name.replace(/(?:\.lto_priv)?(?:\.\d+)*$/, '')),
  ({ name }) => demangled(name.replace('.lto_priv', '')),
  ({ name, file }) => demangled(name) + (file === undefined ? '' : ` (${file})`),
  ({ name, file }) => name + (file === undefined ? '' : ` (${file})`),
  ({ name, address }) => `${name} at 0x${address.toString(16)}`,
];

export function objectNames(symbols: readonly ElfSymbol[]): Map<ElfSymbol, string> {
  const names = new Map<ElfSymbol, string>();
  let left = symbols;
  for (const namer of namers) {
    const groups = new Map<string, ElfSymbol[]>();
    for (const symbol of left) {
      const name = namer(symbol);
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [symbol]);
      else group.push(symbol);
    }
    const shared: ElfSymbol[] = [];
    for (const [name, group] of groups)
      if (group.length === 1) names.set(group[0]!, name);
      else for (const symbol of group) shared.push(symbol);
    left = shared;
  }
  return names;
}
