// The text of source files, read when it is first asked for. A file that is missing, too large or no file is none: names must not cost
// a report.

import { readFileSync, statSync } from 'node:fs';

/** In bytes: nobody wrote a longer file by hand. */
const LARGEST = 16 << 20;

export class SourceText {
  private readonly files = new Map<string, readonly string[] | undefined>();

  /** The lines of a file, or undefined. */
  lines(path: string): readonly string[] | undefined {
    if (!this.files.has(path)) this.files.set(path, read(path)?.split(/\r?\n/));
    return this.files.get(path);
  }

  /** Whether the file is as old as another, or older: what was made from it says what it says. */
  isBefore(path: string, other: string): boolean {
    const [own, made] = [path, other].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
    return own !== undefined && made !== undefined && own <= made;
  }

  /** A line by its number from 1, without the white space around it; empty if it cannot be had. */
  line(path: string, number: number): string {
    return this.lines(path)?.[number - 1]?.trim() ?? '';
  }
}

function read(path: string): string | undefined {
  try {
    const status = statSync(path);
    return status.isFile() && status.size <= LARGEST ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
