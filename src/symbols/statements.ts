// Which statement a position in a source file is in, and its text without what formatters change: a place is known again by it. Where statements
// cannot be told, the line stands for its statement.

import { bisect } from '../base/bisect.ts';
import { enlarged } from '../base/grown.ts';
import { type Language, languageOf } from './source-tokens.ts';
import { statementBounds } from './statement-bounds.ts';
import { statementText } from './statement-text.ts';

/** In characters. One pass over so many takes a third of a second; what is larger was made by a program, and has no layout. */
const LARGEST = 1 << 24;
/** Of a line, in characters. */
const LONGEST_LINE = 1 << 12;
/** Braces behind a statement that are counted. */
const MOST_BRACES = 16;

export interface Statement {
  /** Its tokens; empty if there is none. */
  readonly text: string;
  /** The line of the position as it stands there, without the white space around it. */
  readonly line: string;
  /** Those before the position. */
  readonly before: string;
  /** Where it begins, in characters from 1, if it is not the first of the line of the position: 0 else. */
  readonly column: number;
  /** The same, whichever it is of the line; 0 if it begins in an earlier line. */
  readonly start: number;
}

const NOTHING: Statement = { text: '', line: '', before: '', column: 0, start: 0 };

export class Statements {
  readonly text: string;
  private readonly language: Language | undefined;
  private readonly lines: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;

  constructor(path: string, text: string) {
    this.text = text;
    this.language = text.length > LARGEST ? undefined : languageOf(path);
    this.lines = lineStarts(text);
    ({ starts: this.starts, ends: this.ends } = statementBounds(text, this.language));
  }

  /** Lines and columns count from 1, columns in characters; without the column, 0, it is the first statement of the line. */
  at(line: number, column: number): Statement {
    const { lines, text, language } = this;
    if (!(line >= 1 && line <= lines.length)) return NOTHING;
    const start = lines[line - 1]!;
    const end = line < lines.length ? lines[line]! - 1 : text.length;
    const shown = text.slice(start, Math.min(end, start + LONGEST_LINE)).trim();
    if (language === undefined)
      return { text: statementText(shown, 'c', 0, shown.length), line: shown, before: '', column: 0, start: 0 };
    const first = this.firstOf(start, end);
    const at = Math.min(start + column - 1, end);
    const found = column === 0 ? first : this.around(at);
    if (found < 0) return { ...NOTHING, line: shown };
    const from = this.starts[found]!;
    return {
      text: this.textOf(found, language),
      line: shown,
      before: column === 0 ? '' : statementText(text, language, from, Math.min(at, this.ends[found]!)),
      column: found === first || from < start ? 0 : from - start + 1,
      start: from < start ? 0 : from - start + 1,
    };
  }

  /** The statement that begins last up to this place. */
  private around(at: number): number {
    return bisect(0, this.starts.length, (i) => this.starts[i]! <= at) - 1;
  }

  /** What goes on from the line before, else what begins first; a brace that ends something is none if there is more. */
  private firstOf(start: number, end: number): number {
    const before = this.around(start - 1);
    if (before >= 0 && this.ends[before]! > start) return before;
    const next = before + 1;
    let found = next;
    while (this.isBrace(found) && found + 1 < this.starts.length && this.starts[found + 1]! < end) found++;
    return found < this.starts.length && this.starts[found]! < end ? (this.isBrace(found) ? next : found) : before;
  }

  private isBrace(statement: number): boolean {
    return statement < this.starts.length && this.text[this.starts[statement]!] === '}';
  }

  /** A brace is known by the statement that it stands behind: it is where things go out of use. */
  private textOf(statement: number, language: Language): string {
    let own = statement;
    while (own > 0 && statement - own < MOST_BRACES && this.isBrace(own)) own--;
    const braces = '}'.repeat(statement - own);
    return (this.isBrace(own) ? '' : statementText(this.text, language, this.starts[own]!, this.ends[own]!)) + braces;
  }
}

function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(64);
  let length = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (length === starts.length) starts = enlarged(starts, length + 1);
    starts[length++] = at + 1;
  }
  return starts.subarray(0, length);
}
