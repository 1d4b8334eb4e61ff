// How a grammar is written down: `S → A A^3 T1:w(x)`. A rule goes on over the lines that have no arrow. Rules of the grammar of locations
// begin with @. A name that holds a blank or a sign of this notation stands in double quotes, escaped as in JSON.

import { jsonText } from '../../base/json.ts';
import { PAPER_WORDS, suggestion } from '../notation.ts';

/** What a name must not hold if it stands without quotes. */
const SIGNS = '\\s"():^<>〈〉⟨⟩→…|,@';
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const NAME = `(?:${QUOTED}|[^${SIGNS}]+)`;
/** Targets and locations are easier: their end is clear. */
const TARGET = `(?:${QUOTED}|[^\\s"()]+)`;
const LOCATION = `(?:${QUOTED}|[^\\s"^@…]+)`;
const COUNT = '(?:\\^(\\d+))?(?=\\s|$|[〈⟨<])';
const EVENT = `(${NAME})\\s*:\\s*([a-z-]+)(?:\\((${TARGET}?)\\))?`;

/** A rule begins: its name (with an @ if it is of the locations). */
const HEAD = new RegExp(`^\\s*(@?[^${SIGNS}]+)\\s*(?:→|->)(?=\\s|$|[〈⟨<])`, 'u');
/** An event, as the papers write it or without brackets; or a rule. */
const ITEM = new RegExp(`\\s*(?:[〈⟨<]\\s*${EVENT}\\s*[〉⟩>]|${EVENT}|([^${SIGNS}]+))${COUNT}`, 'uy');
/** A location, or a rule of locations. */
const LOCATION_ITEM = new RegExp(`\\s*(?:@([^${SIGNS}]+)|(${LOCATION}))${COUNT}`, 'uy');

/**
 * What is repeated one after the other in them has no character in common, and what is looked at without a match ends the line: linear
 * time, however hostile the text. @internal
 */
export const patterns: readonly RegExp[] = [HEAD, ITEM, LOCATION_ITEM];

export const WORDS = PAPER_WORDS;
export const wordHint = (word: string): string => suggestion(word, WORDS);

export interface Head {
  readonly name: string;
  readonly ofLocations: boolean;
  /** Where the body begins in the line. */
  readonly end: number;
}

export function headOf(line: string): Head | undefined {
  const match = HEAD.exec(line);
  if (match === null) return undefined;
  const ofLocations = match[1]!.startsWith('@');
  return { name: ofLocations ? match[1]!.slice(1) : match[1]!, ofLocations, end: match[0].length };
}

/** What stands at a place of a body: the name of a rule, or the names that a terminal consists of. */
export type Item =
  | { readonly rule: string; readonly count: number }
  | { readonly thread: string; readonly word: string; readonly target: string | undefined; readonly count: number }
  | { readonly location: string; readonly count: number };

/** The items of a line from `start` on. Returns where the first thing stands that is none, or the length of the line. */
export function readItems(line: string, start: number, ofLocations: boolean, take: (item: Item) => void): number {
  const pattern = ofLocations ? LOCATION_ITEM : ITEM;
  let at = start;
  for (;;) {
    while (/\s/.test(line.charAt(at))) at++;
    if (at >= line.length) return line.length;
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    const item = match === null ? undefined : ofLocations ? locationItem(match) : eventItem(match);
    if (item === undefined) return at;
    take(item);
    at = pattern.lastIndex;
  }
}

function eventItem(match: RegExpExecArray): Item | undefined {
  const count = countOf(match[8]);
  if (match[7] !== undefined) return { rule: match[7], count };
  const k = match[1] === undefined ? 4 : 1;
  const thread = unquoted(match[k]!);
  const written = match[k + 2] ?? '';
  const target = written === '' ? undefined : unquoted(written);
  return thread === undefined || (target === undefined && written !== '')
    ? undefined
    : { thread, word: match[k + 1]!, target, count };
}

function locationItem(match: RegExpExecArray): Item | undefined {
  const count = countOf(match[3]);
  if (match[1] !== undefined) return { rule: match[1], count };
  const location = unquoted(match[2]!);
  return location === undefined ? undefined : { location, count };
}

function countOf(digits: string | undefined): number {
  return digits === undefined ? 1 : Number(digits);
}

/** Undefined if the escapes are wrong. */
function unquoted(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** At the start of a line a # begins a comment, and an arrow behind the first word a rule. */
const PLAIN_NAME = new RegExp(`^(?!#)[^${SIGNS}]+$`, 'u');
const PLAIN_TARGET = /^[^\s"()]+$/u;
const PLAIN_LOCATION = /^(?!#)[^\s"^@…→]+(?<!->)$/u;
/** What could move the cursor, hide text or reorder a line. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

export const threadText = (name: string): string => written(name, PLAIN_NAME);
export const targetText = (name: string): string => written(name, PLAIN_TARGET);
export const locationText = (name: string): string => written(name, PLAIN_LOCATION);

function written(name: string, plain: RegExp): string {
  if (plain.test(name) && !UNSAFE.test(name)) return name;
  return jsonText(name);
}
