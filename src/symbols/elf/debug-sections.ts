// The debug information of a program: its own, or that of the file which was split off from it (Debian's -dbgsym packages).

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DebugSections, sectionsBy } from '../dwarf/sections.ts';
import { type Elf, readElf } from './elf.ts';

const DEBUG_ROOT = '/usr/lib/debug';

/** The file that has the debug information of a file: itself, by build id, or by link; itself if there is none. */
export function debugFile(elf: Elf): Elf {
  if (hasLines(elf)) return elf;
  for (const path of candidates(elf)) {
    const found = existsSync(path) ? readElf(path) : undefined;
    if (found !== undefined && hasLines(found) && found.buildId === elf.buildId) return found;
  }
  return elf;
}

export function debugSections(elf: Elf): DebugSections {
  return sectionsBy((name) => elf.bytes(elf.section(`.debug_${name}`) ?? elf.section(`.zdebug_${name}`)));
}

function hasLines(elf: Elf): boolean {
  return elf.section('.debug_line') !== undefined || elf.section('.zdebug_line') !== undefined;
}

function candidates({ path, buildId, debugLink }: Elf): string[] {
  const found: string[] = [];
  if (buildId !== undefined) found.push(`${DEBUG_ROOT}/.build-id/${buildId.slice(0, 2)}/${buildId.slice(2)}.debug`);
  if (debugLink !== undefined) {
    const folder = dirname(path);
    found.push(join(folder, debugLink), join(folder, '.debug', debugLink), join(DEBUG_ROOT, folder, debugLink));
  }
  return found;
}
