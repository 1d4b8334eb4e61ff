// Names of global variables by the debug information alone, for files without a table of symbols: `stats.hits`, `pool::table[7]`. Two of one
// name are told apart by their files, `count (pool.c)`.

import { posix } from 'node:path';
import { lazy } from '../../base/lazy.ts';
import { Attribute } from './codes.ts';
import type { DebugInfo } from './debug-info.ts';
import { FunctionNames } from './function-names.ts';
import { GlobalVariables } from './global-variables.ts';
import { readable } from './readable.ts';
import { Types } from './types.ts';

/** Units whose classes and namespaces are kept. */
const UNITS = 16;

export class DeclaredVariables {
  private readonly info: DebugInfo;
  private readonly variables: GlobalVariables;
  private readonly types: Types;
  private readonly names: FunctionNames;
  /** By address. */
  private readonly shown = lazy(() => this.distinctNames());

  constructor(info: DebugInfo) {
    this.info = info;
    this.variables = new GlobalVariables(info);
    this.types = new Types(info);
    this.names = new FunctionNames(info, UNITS);
  }

  /** Some bytes of a variable, or what begins there; undefined if none is declared to be there. */
  name(address: number, bytes: number): string | undefined {
    return readable(() => {
      const start = this.variables.lastUpTo(address);
      const variable = start === undefined ? undefined : this.variables.at(start);
      const name = variable && this.shown().get(start!);
      if (name === undefined) return undefined;
      const offset = variable!.offset + address - start!;
      return offset + bytes <= this.types.bytes(variable!.type)
        ? name + this.types.part(variable!.type, offset, bytes)
        : undefined;
    });
  }

  private distinctNames(): ReadonlyMap<number, string> {
    const named = this.variables.declarations().flatMap(({ address, at }) => {
      const entry = readable(() => this.names.chain(at).find((each) => this.info.text(each, Attribute.name) !== undefined));
      const name = entry && readable(() => this.names.qualified(entry, this.info.text(entry, Attribute.name)!));
      return name === undefined ? [] : [{ address, name, file: posix.basename(entry!.of.file.path) }];
    });
    const owners = new Map<string, Set<number>>();
    for (const { address, name } of named) owners.set(name, (owners.get(name) ?? new Set()).add(address));
    return new Map(named.map(({ address, name, file }) => [address, owners.get(name)!.size > 1 ? `${name} (${file})` : name]));
  }
}
