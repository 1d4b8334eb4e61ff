// Names of places in modules of WebAssembly: read from the module when somebody asks. Most recordings ask for a few of a million places.

import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readRegularFile } from '../../base/regular-file.ts';
import type { SiteLine } from './left.ts';
import { LARGEST } from './wasm/debug-lines.ts';
import { isWasm, readSections } from './wasm/module.ts';
import { ModulePlaces, unreadPlace } from './wasm/site-names.ts';

export class RecordedModules {
  private readonly folder: string;
  private readonly places = new Map<SiteLine, ModulePlaces | undefined>();
  /** Files that are not those that ran any more. */
  lost = 0;

  /** `folder`: of the process, which keeps modules that are no files. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** `line` must be that of a module. */
  name(line: SiteLine, site: number): string {
    if (!this.places.has(line)) this.places.set(line, this.read(line));
    const offset = line.module!.code + site - line.base;
    return this.places.get(line)?.name(offset) ?? unreadPlace(line.file, offset);
  }

  private read({ file, module }: SiteLine): ModulePlaces | undefined {
    const { path, size, changed } = module!;
    if (path === undefined) return undefined;
    try {
      const from = isAbsolute(path) ? path : join(this.folder, path);
      const now = statSync(from);
      if (now.size === size && (changed === undefined || now.mtimeMs === changed)) {
        const bytes = readRegularFile(from, LARGEST);
        if (isWasm(bytes)) return new ModulePlaces({ bytes, sections: readSections(bytes) }, file);
      }
    } catch {
      // It is gone, or makes no sense.
    }
    this.lost++;
    return undefined;
  }
}
