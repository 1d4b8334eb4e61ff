// Where comments and literals of a source file end, each from its first character. What does not end where it must ends with its line or the
// file, so that every text can be read.

import type { Language } from './source-tokens.ts';

const RAW_C = /"([^\s()\\"]{0,16})\(/y;
const RAW_RUST = /(#*)"/y;
/** 'a' and '\n' are characters, 'a is a lifetime. */
const CHARACTER_RUST = /'(?:\\[^\n][^'\n]{0,8}|[^\\'\n])'/uy;
const FLAGS = /[a-z]*/y;

/** Behind the next `last`, or before it with `length` 0; the end of the text if there is none. */
function endOf(text: string, last: string, from: number, length = last.length): number {
  const at = text.indexOf(last, from);
  return at < 0 ? text.length : at + length;
}

export function lineEnd(text: string, from: number): number {
  return endOf(text, '\n', from, 0);
}

/** Rust's comments may hold others. */
export function commentEnd(text: string, start: number, language: Language): number {
  if (language !== 'rust') return endOf(text, '*/', start + 2);
  const ends = /\/\*|\*\//g;
  ends.lastIndex = start;
  for (let depth = 0; ; ) {
    const match = ends.exec(text);
    if (match === null) return text.length;
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return ends.lastIndex;
  }
}

/** A line of the preprocessor, with those that a backslash joins to it. */
export function directiveEnd(text: string, start: number): number {
  for (let at = start; ; at++) {
    at = lineEnd(text, at);
    if (at === text.length || !/\\\r?$/.test(text.slice(Math.max(start, at - 2), at))) return at;
  }
}

/** Between quotes. A backslash takes the end of the line into it; Rust needs none for that. */
export function quotedEnd(text: string, start: number, language: Language): number {
  const quote = text[start];
  let at = start + 1;
  for (; at < text.length && text[at] !== quote; at++) {
    if (text[at] === '\\') at += text[at + 1] === '\r' ? 2 : 1;
    else if (text[at] === '\n' && language !== 'rust') return at;
  }
  return Math.min(at + 1, text.length);
}

/** 0 if the apostrophe is that of a lifetime. */
export function rustCharacterEnd(text: string, start: number): number {
  CHARACTER_RUST.lastIndex = start;
  return CHARACTER_RUST.test(text) ? CHARACTER_RUST.lastIndex : 0;
}

/** A string that knows no escapes, from what stands behind its first word; 0 if it is none. */
export function rawEnd(text: string, word: string, from: number, language: Language): number {
  if (language === 'rust' ? !/^[bc]?r$/.test(word) : language !== 'c' || !/^(?:u8|[uUL])?R$/.test(word)) return 0;
  const begin = language === 'rust' ? RAW_RUST : RAW_C;
  begin.lastIndex = from;
  const match = begin.exec(text);
  if (match === null) return 0;
  return endOf(text, language === 'rust' ? `"${match[1]!}` : `)${match[1]!}"`, begin.lastIndex);
}

/** From a backtick, or from the brace that ends an expression in a template, to the next expression or the end. */
export function templateEnd(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return { end: at + 1, isWhole: true };
    else if (text[at] === '$' && text[at + 1] === '{') return { end: at + 2, isWhole: false };
  }
  return { end: text.length, isWhole: true };
}

/** A regular expression with its flags; 0 if the line has no end for it. */
export function expressionEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) {
      FLAGS.lastIndex = at + 1;
      FLAGS.test(text);
      return FLAGS.lastIndex;
    }
  }
  return 0;
}
