// Where the statements of a source file begin and end: at a semicolon, a brace, the head of an `if` or a loop, a line of the preprocessor and, in
// JavaScript, where a line ends and cannot go on. What stands in
// braces within a statement, as the body of a callback, has statements of its own; an object does not end it.

import { enlarged } from '../base/grown.ts';
import { type Language, Open, Token, Tokens } from './source-tokens.ts';

/** By offsets. Statements of the outer parts go on behind braces as others. A brace that ends something is a statement by itself. */
export interface Bounds {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** They only say how statements belong together, and formatters add and remove braces around them. */
const BETWEEN = new Set(['else', 'do']);
/** JavaScript: a line that begins with one goes on with the line before. */
const CONTINUING = new Set(['in', 'of', 'instanceof', 'as', 'satisfies', 'extends', 'implements']);

export function statementBounds(text: string, language: Language | undefined): Bounds {
  const found = new Found();
  if (language === undefined) return found.bounds;
  const tokens = new Tokens(text, language);
  for (let mayEnd = false; tokens.next(); mayEnd = language === 'javascript' && (tokens.endsValue || endsWithLine(tokens))) {
    const isInside = isNested(tokens.innermost);
    const mark = tokens.kind === Token.mark ? text[tokens.start] : '';
    if (tokens.kind === Token.directive) {
      if (!isInside) found.end();
    } else if (mark === ';') {
      if (tokens.innermost === Open.forHead || tokens.innermost === Open.bracket) continue;
      // Nothing else may hold one: a parenthesis is not closed, or is in a part that the preprocessor leaves out.
      tokens.recover();
      found.end();
    } else if (tokens.opened === Open.block) found.end();
    else if (mark === '}' && tokens.closed !== Open.object) {
      found.end();
      found.token(tokens);
      found.end();
    } else if (!isInside && tokens.kind === Token.word && !tokens.isMember && BETWEEN.has(tokens.value)) found.end();
    else {
      if (mayEnd && !isInside && tokens.afterNewline && begins(tokens)) found.end();
      found.token(tokens);
      if (!isInside && (tokens.closed === Open.head || tokens.closed === Open.forHead)) found.end();
    }
  }
  return found.bounds;
}

class Found {
  private starts = new Uint32Array(64);
  private ends = new Uint32Array(64);
  private length = 0;
  private isOpen = false;

  get bounds(): Bounds {
    return { starts: this.starts.subarray(0, this.length), ends: this.ends.subarray(0, this.length) };
  }

  /** The token belongs to the statement that is open, or begins one. */
  token({ start, end }: Tokens): void {
    if (!this.isOpen) {
      if (this.length === this.starts.length) {
        this.starts = enlarged(this.starts, this.length + 1);
        this.ends = enlarged(this.ends, this.length + 1);
      }
      this.starts[this.length++] = start;
      this.isOpen = true;
    }
    this.ends[this.length - 1] = end;
  }

  end(): void {
    this.isOpen = false;
  }
}

function isNested(innermost: number): boolean {
  return innermost !== 0 && innermost !== Open.block;
}

/** `return` returns nothing if its line ends, and `async` is a name then. */
function endsWithLine(tokens: Tokens): boolean {
  return tokens.kind === Token.word && /^(?:return|async)$/.test(tokens.value);
}

/** Whether a statement may begin with the token, and none that ended with a value can go on with it. */
function begins(tokens: Tokens): boolean {
  switch (tokens.kind) {
    case Token.word:
      return !CONTINUING.has(tokens.value);
    case Token.number:
    case Token.string:
      return true;
    case Token.mark:
      return /^(?:[~@]|\+\+|--)$/.test(tokens.value);
    default:
      return false;
  }
}
