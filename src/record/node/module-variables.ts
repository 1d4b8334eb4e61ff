// Names of the variables of WebAssembly modules in a shared memory, by their debug information: `stats.hits`, as in C.

import { statSync } from 'node:fs';
import { lazy } from '../../base/lazy.ts';
import { readRegularFile } from '../../base/regular-file.ts';
import type { Block } from '../../raw/naming.ts';
import { DeclaredVariables } from '../../symbols/dwarf/declared-variables.ts';
import { readable } from '../../symbols/dwarf/readable.ts';
import type { DebugLine } from './left.ts';
import { debugInfo, LARGEST } from './wasm/debug-lines.ts';
import { isWasm, readSections } from './wasm/module.ts';

type Variables = () => DeclaredVariables | undefined;

export class ModuleVariables {
  /** By the address of a memory: those of the modules that have it. */
  private readonly memories = new Map<number, Set<Variables>>();

  constructor(lines: readonly DebugLine[]) {
    const files = new Map<string, Variables>();
    for (const line of lines) {
      const { address, debug } = line;
      const variables = files.get(debug) ?? lazy(() => variablesIn(line));
      files.set(debug, variables);
      this.memories.set(address, (this.memories.get(address) ?? new Set()).add(variables));
    }
  }

  /** Undefined if no module has a variable there, or two have different ones. */
  name(address: number, bytes: number, block: Block): string | undefined {
    const modules = this.memories.get(block.address);
    if (modules === undefined) return undefined;
    const names = new Set([...modules].flatMap((variables) => variables()?.name(address - block.address, bytes) ?? []));
    return names.size === 1 ? [...names][0] : undefined;
  }
}

/** Undefined if the file is another by now, or makes no sense. */
function variablesIn({ debug, size, changed }: DebugLine): DeclaredVariables | undefined {
  try {
    const now = statSync(debug);
    if (now.size !== size || now.mtimeMs !== changed) return undefined;
    const bytes = readRegularFile(debug, LARGEST);
    if (!isWasm(bytes)) return undefined;
    return readable(() => new DeclaredVariables(debugInfo({ bytes, sections: readSections(bytes) })));
  } catch {
    return undefined;
  }
}
