// Words for places that are the same in the next run: the file and where in its text, as the transform or the instrumenter of WebAssembly was given
// it. Numbers of places are given in the order in which files are loaded, and mean something in one process only.

import { isAbsolute, relative, sep } from 'node:path';
import { bisect } from '../../base/bisect.ts';
import { slashed } from '../../base/slashes.ts';
import type { SiteLine } from './left.ts';
import { hashText, hexOf, NO_KEY } from './loading/hash.ts';
import { MovedText } from './moved-text.ts';

/** Longer names of files are told by their hash: whole modules are in `data:` URLs. */
const LONGEST = 256;

export class SiteWords {
  /** Sorted by base. */
  private readonly lines: SiteLine[] = [];
  private readonly cwd: string;
  private moved: MovedText | undefined;

  constructor(cwd: string, lines: readonly SiteLine[] = []) {
    this.cwd = cwd;
    for (const line of lines) this.add(line);
  }

  add(line: SiteLine): void {
    const at = bisect(0, this.lines.length, (i) => this.lines[i]!.base < line.base);
    if (this.lines[at]?.base !== line.base) this.lines.splice(at, 0, line);
    if (line.moved !== undefined) this.moved = undefined;
  }

  /** Undefined for a number that no line has. */
  word(site: number): string | undefined {
    const line = lineOf(this.lines, site);
    if (line === undefined) return undefined;
    const file = this.file(line.file);
    if (line.names !== undefined || line.module !== undefined) return `${file}!${site - line.base}`;
    if (line.ran !== undefined) {
      this.moved ??= new MovedText(this.lines);
      const { line: number, column } = this.moved.source(line.file, line.ran);
      return `${file}:${number}:${column}`;
    }
    const i = (site - line.base) * 2;
    return `${file}:${line.at![i]}:${line.at![i + 1]}`;
  }

  /** From where the program ran, so that it may run elsewhere next time. */
  private file(file: string): string {
    if (file.length > LONGEST) return `${file.slice(0, 16)}#${hexOf(hashText(file, NO_KEY))}`;
    if (!isAbsolute(file)) return file;
    const short = slashed(relative(this.cwd, file), sep);
    return short.startsWith('..') || short === '' || isAbsolute(short) ? slashed(file, sep) : short;
  }
}

/** The line of a site, of lines that are sorted by base. */
export function lineOf(lines: readonly SiteLine[], site: number): SiteLine | undefined {
  const line = lines[bisect(0, lines.length, (i) => lines[i]!.base <= site) - 1];
  return line !== undefined && site < line.base + countOf(line) ? line : undefined;
}

function countOf({ names, module, at }: SiteLine): number {
  return names?.length ?? module?.length ?? (at === undefined ? 1 : at.length / 2);
}
