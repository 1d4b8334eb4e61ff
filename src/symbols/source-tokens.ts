// The tokens of a source file, well enough to tell where statements end: words, numbers, literals, marks. Not a parser: any text has tokens,
// also a damaged or a binary one, and reading them takes one pass. What is open (parentheses, braces, templates) is kept beside them.

import {
  commentEnd,
  directiveEnd,
  expressionEnd,
  lineEnd,
  quotedEnd,
  rawEnd,
  rustCharacterEnd,
  templateEnd,
} from './source-literals.ts';

/** JavaScript is TypeScript too; C is whatever has its tokens. */
export type Language = 'c' | 'rust' | 'javascript';

const LANGUAGES: readonly (readonly [Language, RegExp])[] = [
  ['javascript', /\.[cm]?[jt]sx?$/i],
  ['c', /\.(?:c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|m|mm|cu|java)$/i],
  ['rust', /\.rs$/i],
];

/** Undefined if statements cannot be told in such a file. */
export function languageOf(path: string): Language | undefined {
  return LANGUAGES.find(([, name]) => name.test(path))?.[0];
}

export const Token = { word: 0, number: 1, string: 2, character: 3, template: 4, expression: 5, mark: 6, directive: 7 } as const;
type TokenKind = (typeof Token)[keyof typeof Token];

/**
 * What a bracket is. A group only says what belongs together; a head is what `if` and its kind have in parentheses; an object is part of
 * a value. Those from `block` on are braces.
 */
export const Open = { call: 1, group: 2, head: 3, forHead: 4, bracket: 5, block: 6, object: 7, template: 8 } as const;

/** Behind these a value begins, so that a parenthesis is a group and a slash a regular expression. */
const PREFIXES = new Set(
  'async await case const default delete do else export extends in instanceof let new of return throw typeof var void yield'.split(
    ' ',
  ),
);
const HEADS = new Set(['if', 'while', 'switch', 'catch']);
/** Between `if` or `for` and its parenthesis. */
const BETWEEN = new Set(['constexpr', 'await']);
/** A brace behind one begins an object, not a block. */
const BEFORE_OBJECTS = /^(?:[=,([?|]|return)$/;
const BEFORE_OBJECTS_IN_SCRIPTS = /^(?:[=,([?|]|return|const|let|var|import|export|default|in|of|typeof|await|yield|throw|new)$/;

const BLANK = /(?:[^\S\n]|\\\r?\n)*/y;
const WORD = /#?[\p{L}\p{N}_$\u200c\u200d]+/uy;
const NUMBER =
  /0[xX][\da-fA-F_']*(?:\.[\da-fA-F_']*)?(?:[pP][+-]?\d+)?\w*|(?:\d[\d_]*(?:'\d[\d_]*)*)?(?:\.(?!\.)[\d_']*)?(?:[eE][+-]?\d+)?\w*/y;
const NUMBER_BEGIN = /\.?\d/y;
const MARK = /\+\+|--|->|=>|::|\?\.(?!\d)|[\s\S]/y;

export class Tokens {
  /** Of the token that `next` came to. */
  kind: TokenKind = Token.mark;
  start = 0;
  end = 0;
  /** Whether it stands on another line than the one before. */
  afterNewline = false;
  /** Whether a value ended with it. */
  endsValue = false;
  /** Whether it is a word behind a dot: a name, whatever it reads. */
  isMember = false;
  /** What the token opened or closed, if it did. */
  opened = 0;
  closed = 0;
  private readonly text: string;
  private readonly language: Language;
  private readonly limit: number;
  private readonly open: number[] = [];
  private braces = 0;
  /** The head that a parenthesis would begin now. */
  private head = 0;
  private isAfterDot = false;
  /** The token before. */
  private before = 0;
  private beforeEnd = 0;
  /** There is no regular expression before this place: one that does not end was looked for. */
  private noExpression = 0;

  constructor(text: string, language: Language, from = 0, limit = text.length) {
    this.text = text;
    this.language = language;
    this.limit = limit;
    this.end = from;
  }

  /** The innermost that is open, 0 if nothing is. */
  get innermost(): number {
    return this.open.length === 0 ? 0 : this.open[this.open.length - 1]!;
  }

  get value(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Forgets the parentheses that are open, up to the next brace: they cannot be. */
  recover(): void {
    while (this.innermost !== 0 && this.innermost < Open.block) this.pop();
  }

  /** Moves to the next token; false at the end. */
  next(): boolean {
    const isAfterValue = this.endsValue;
    this.before = this.start;
    this.beforeEnd = this.end;
    this.opened = this.closed = 0;
    this.start = this.end;
    this.skipBlanks();
    if (this.start >= this.limit) return false;
    if (!this.literal(isAfterValue) && !this.word()) this.mark(isAfterValue);
    if (this.end > this.limit) this.end = this.limit;
    return true;
  }

  private take(kind: TokenKind, end: number, endsValue: boolean): void {
    this.kind = kind;
    this.end = end;
    this.endsValue = endsValue;
    this.head = 0;
    this.isMember = this.isAfterDot && kind === Token.word;
    this.isAfterDot = false;
  }

  /** White space and comments. */
  private skipBlanks(): void {
    const { text, language } = this;
    this.afterNewline = this.start === 0;
    for (;;) {
      this.start = this.matched(BLANK);
      const two = text.slice(this.start, this.start + 2);
      if (two[0] === '\n') {
        this.afterNewline = true;
        this.start++;
      } else if (two === '/*') {
        const end = commentEnd(text, this.start, language);
        this.afterNewline ||= text.slice(this.start, end).includes('\n');
        this.start = end;
      } else if (two === '//' || (two === '#!' && this.start === 0 && language === 'javascript'))
        this.start = lineEnd(text, this.start);
      else return;
    }
  }

  private literal(isAfterValue: boolean): boolean {
    const { text, start, language } = this;
    const first = text[start];
    if (this.matched(NUMBER_BEGIN) > start) this.take(Token.number, this.matched(NUMBER), true);
    else if (first === '"' || (first === "'" && language === 'javascript'))
      this.take(Token.string, quotedEnd(text, start, language), true);
    else if (first === "'") {
      const end = language === 'rust' ? rustCharacterEnd(text, start) : quotedEnd(text, start, language);
      if (end === 0) return false;
      this.take(Token.character, end, true);
    } else if (language !== 'javascript') return false;
    else if (first === '`') this.template();
    else return first === '/' && !isAfterValue && this.expression();
    return true;
  }

  private template(): void {
    const { end, isWhole } = templateEnd(this.text, this.start);
    this.take(Token.template, end, isWhole);
    if (!isWhole) this.push(Open.template);
  }

  /** Whether the slash begins a regular expression; looked for once in a line that has no end for one. */
  private expression(): boolean {
    const { text, start } = this;
    const end = start < this.noExpression ? 0 : expressionEnd(text, start);
    if (end === 0) this.noExpression = Math.max(this.noExpression, lineEnd(text, start));
    else this.take(Token.expression, end, true);
    return end > 0;
  }

  private word(): boolean {
    const { text, start, language, head } = this;
    if (text[start] === '#' && language !== 'javascript') {
      if (language === 'rust' || !this.afterNewline) return false;
      this.take(Token.directive, directiveEnd(text, start), false);
      return true;
    }
    const end = this.matched(WORD);
    if (end === start) return false;
    const word = text.slice(start, end);
    const raw = text[end] === '"' || text[end] === '#' ? rawEnd(text, word, end, language) : 0;
    if (raw > 0) {
      this.take(Token.string, raw, true);
      return true;
    }
    // Behind `as const` a statement may end.
    this.take(Token.word, end, !PREFIXES.has(word) || (word === 'const' && text.slice(this.before, this.beforeEnd) === 'as'));
    if (this.isMember) this.endsValue = true;
    else if (HEADS.has(word)) this.head = Open.head;
    else if (word === 'for') this.head = Open.forHead;
    else if (BETWEEN.has(word)) this.head = head;
    if (this.head !== 0) this.endsValue = false;
    return true;
  }

  private mark(isAfterValue: boolean): void {
    const { head, innermost, start } = this;
    const end = this.matched(MARK);
    const mark = this.text.slice(start, end);
    if (mark === '}' && innermost === Open.template) {
      this.pop();
      this.template();
      return;
    }
    // TypeScript says with ! behind a value that there is one.
    this.take(Token.mark, end, mark === '++' || mark === '--' || (mark === '!' && isAfterValue && this.text[end] !== '='));
    if (mark === '.' || mark === '?.' || mark === '->' || mark === '::') this.isAfterDot = true;
    else if (mark === '(') this.push(head !== 0 ? head : isAfterValue ? Open.call : Open.group);
    else if (mark === '[') this.push(Open.bracket);
    else if (mark === '{') this.push(this.isObject() ? Open.object : Open.block);
    else if (mark === ')' || mark === ']') {
      if (innermost !== 0 && innermost < Open.block) this.pop();
      this.endsValue = this.closed !== Open.head && this.closed !== Open.forHead;
    } else if (mark === '}' && this.braces > 0) {
      this.recover();
      this.pop();
      this.endsValue = this.closed === Open.object;
    }
  }

  /** Whether a brace that opens here is part of a value. Behind a colon or a brace it is what is around it. */
  private isObject(): boolean {
    const before = this.text.slice(this.before, this.beforeEnd);
    if (before === ':' || before === '{') return this.innermost !== 0 && this.innermost !== Open.block;
    return (this.language === 'javascript' ? BEFORE_OBJECTS_IN_SCRIPTS : BEFORE_OBJECTS).test(before);
  }

  private push(open: number): void {
    this.open.push(open);
    this.opened = open;
    if (open >= Open.block) this.braces++;
  }

  private pop(): void {
    this.closed = this.open.pop()!;
    if (this.closed >= Open.block) this.braces--;
  }

  private matched(pattern: RegExp): number {
    pattern.lastIndex = this.start;
    return pattern.test(this.text) ? pattern.lastIndex : this.start;
  }
}
