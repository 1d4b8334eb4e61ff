// What a function of a module is called where the module was stripped of names: by its number, and by the nearest function that has one, an export
// mostly. Linkers put the functions of one source file beside each other, so that a near one says what the code is about; a far one says nothing.

import { basename } from 'node:path';
import { bisect } from '../../../base/bisect.ts';
import { packageIn } from '../../../base/packages.ts';

/** Functions in between. */
const NEAR = 100;

/** `add`, `function 12 (3 after add)`, `function 12`. */
export class FunctionWords {
  private readonly names: ReadonlyMap<number, string>;
  /** Those that have names, in their order. */
  private readonly named: readonly number[];

  constructor(names: ReadonlyMap<number, string>) {
    this.names = names;
    this.named = [...names.keys()].sort((a, b) => a - b);
  }

  of(index: number): string {
    const { names, named } = this;
    const name = names.get(index);
    if (name !== undefined) return name;
    const at = bisect(0, named.length, (i) => named[i]! < index);
    const near = [named[at - 1], named[at]].filter((one) => one !== undefined && Math.abs(one - index) <= NEAR) as number[];
    const [nearest] = near.sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
    if (nearest === undefined) return `function ${index}`;
    const how = nearest < index ? `${index - nearest} after` : `${nearest - index} before`;
    return `function ${index} (${how} ${names.get(nearest)})`;
  }
}

/** The file name of a module, with the package that it is installed by: `@scope/name/module.wasm`. */
export function moduleName(file: string): string {
  const owner = packageIn(file);
  return owner === undefined ? basename(file) : `${owner}/${basename(file)}`;
}
