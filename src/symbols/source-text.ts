// The statements of source files, each read when it is first asked for. A file that is missing, too large or no file has none: names must not
// cost a report.

import { statSync } from 'node:fs';
import { readRegularFile } from '../base/regular-file.ts';
import { type Statement, Statements } from './statements.ts';

/** In bytes: nobody wrote a longer file by hand. */
const LARGEST = 16 << 20;

export class SourceText {
  private readonly files = new Map<string, Statements | undefined>();

  /** The statement at a line and a column, both from 1, the column in bytes, 0 if it is not known. */
  statement(path: string, line: number, column: number): Statement | undefined {
    if (!this.files.has(path)) this.files.set(path, read(path));
    const found = this.files.get(path)?.at(line, column);
    return found === undefined ? undefined : { ...found, text: fromBytes(found.text), line: fromBytes(found.line) };
  }

  /** The lines of a file, or undefined. */
  lines(path: string): readonly string[] | undefined {
    return text(path)?.split(/\r?\n/).map(fromBytes);
  }

  /** Whether the file is as old as another, or older: what was made from it says what it says. */
  isBefore(path: string, other: string): boolean {
    const [own, made] = [path, other].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
    return own !== undefined && made !== undefined && own <= made;
  }
}

function fromBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

function read(path: string): Statements | undefined {
  const whole = text(path);
  return whole === undefined ? undefined : new Statements(path, whole);
}

/** A character for each byte: compilers count columns in bytes. */
function text(path: string): string | undefined {
  try {
    return readRegularFile(path, LARGEST).toString('latin1');
  } catch {
    return undefined;
  }
}
