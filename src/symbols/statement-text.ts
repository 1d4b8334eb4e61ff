// The text of a statement without what formatters change: white space, comments, the comma behind the last of a list, how a string is split or
// quoted and, in JavaScript, how a number is written and parentheses that only group.

import { type Language, Open, Token, Tokens } from './source-tokens.ts';

/** In characters: no person wrote a longer one, and it must fit into a trace. */
const LONGEST = 1000;

/** Of the tokens from `start` up to `end`. */
export function statementText(text: string, language: Language, start: number, end: number): string {
  const tokens = new Tokens(text, language, start, end);
  const joined = new Joined(language);
  while (joined.text.length < LONGEST && tokens.next()) joined.add(tokens);
  return joined.text.slice(0, LONGEST);
}

class Joined {
  text = '';
  private readonly language: Language;
  private last: number = Token.mark;
  /** A comma that counts only if more follows. */
  private comma = false;

  constructor(language: Language) {
    this.language = language;
  }

  add(tokens: Tokens): void {
    const { kind } = tokens;
    const isScript = this.language === 'javascript';
    const mark = kind === Token.mark ? tokens.value : '';
    // Semicolons and the braces of blocks are bounds; what a statement has of them inside, as the head of a loop, is the same without.
    if (mark === ')' || mark === ']' || mark === '}') this.comma = false;
    const isBrace = (mark === '{' || mark === '}') && tokens.opened !== Open.object && tokens.closed !== Open.object;
    if (isBrace || mark === ';' || kind === Token.directive) return;
    if (isScript && (tokens.opened === Open.group || tokens.closed === Open.group)) return;
    if (this.comma) this.append(',', Token.mark);
    this.comma = mark === ',';
    if (this.comma) return;
    if (isScript && this.leftOut(mark)) return;
    if (kind === Token.string) this.string(tokens.value);
    else this.append(isScript && kind === Token.number ? number(tokens.value) : tokens.value, kind);
  }

  private append(value: string, kind: number): void {
    const isApart = (isWord(this.last) && isWord(kind)) || /^(?:\+\+|--)$/.test(this.text.slice(-1) + value[0]!);
    this.text += isApart ? ` ${value}` : value;
    this.last = kind;
  }

  private string(value: string): void {
    if (this.language === 'javascript') this.append(`"${value.slice(1, -1).replace(/\\(["'])/g, '$1')}"`, Token.string);
    // Two strings in a row are one.
    else if (this.last === Token.string && value.startsWith('"')) this.text = this.text.slice(0, -1) + value.slice(1);
    else this.append(value, Token.string);
  }

  /** What JavaScript may have or not: quotes around the name of a property, parentheses without arguments, the first bar of a type. */
  private leftOut(mark: string): boolean {
    if (mark === ':' && this.last === Token.string) this.text = this.text.replace(/"([A-Za-z_$][\w$]*)"$/, '$1');
    if (mark === ')' && this.text.endsWith('(')) {
      this.text = this.text.slice(0, -1);
      return true;
    }
    return mark === '|' && /[=:(<,]$/.test(this.text);
  }
}

function isWord(kind: number): boolean {
  return kind === Token.word || kind === Token.number;
}

/** 1.50, .5e+3 and 0XFF as what they are worth; what is worth nothing that we know as it is. */
function number(value: string): string {
  const worth = Number(value.replaceAll('_', ''));
  return Number.isNaN(worth) ? value.toLowerCase() : String(worth);
}
