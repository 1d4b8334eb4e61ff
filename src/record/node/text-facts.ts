// What naming asks of a JavaScript text that ran: its named functions, and its updates that sleep. To parse the glue of a large module of WebAssembly, and
// for V8 to optimise the parser, took as long as the rest of naming, at every run: what was found is kept beside the instrumented texts
// (loading/cache-folder.ts). An entry is a line of JSON and the text, and counts for just this text.

import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { type NamedFunction, namedFunctions } from '../../symbols/javascript-functions.ts';
import { sleepingUpdates } from '../../symbols/javascript-sleepers.ts';
import { readEntry, startCacheFolder, writeEntry } from './loading/cache-folder.ts';

export interface TextFacts {
  readonly functions: readonly NamedFunction[];
  /** `line:column`. */
  readonly sleepers: ReadonlySet<string>;
}

interface Head {
  readonly names: readonly string[];
  /** Line and column of the start, then of the end, of each. */
  readonly places: readonly number[];
  readonly sleepers: readonly string[];
}

/** In characters: to parse a smaller one takes no longer than to look for its entry. */
const LEAST = 1 << 14;
const PLACE = 4;

const { crc32 } = zlib;

/** `cache`: the folder that was named for what is kept, if one was. */
export function startTextFacts(cache: string | undefined): void {
  startCacheFolder({ cache }, () => {
    const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
    return `facts ${size} ${mtimeMs}`;
  });
}

export function textFacts(text: string): TextFacts {
  if (text.length < LEAST) return found(text);
  const name = `facts-${crc32(text).toString(16).padStart(8, '0')}-${text.length}`;
  const kept = keptFacts(name, text);
  if (kept !== undefined) return kept;
  const facts = found(text);
  const { functions } = facts;
  const places = functions.flatMap(({ start, end }) => [start.line, start.column, end.line, end.column]);
  const head: Head = { names: functions.map(({ name: own }) => own), places, sleepers: [...facts.sleepers] };
  writeEntry(name, [`${JSON.stringify(head)}\n${text}`]);
  return facts;
}

function found(text: string): TextFacts {
  return { functions: namedFunctions(text), sleepers: sleepingUpdates(text) };
}

function keptFacts(name: string, text: string): TextFacts | undefined {
  try {
    const bytes = readEntry(name);
    if (bytes === undefined) return undefined;
    const entry = Buffer.from(bytes.buffer).toString('utf8');
    const end = entry.indexOf('\n');
    if (entry.length - end - 1 !== text.length || !entry.endsWith(text)) return undefined;
    const { names, places, sleepers } = JSON.parse(entry.slice(0, end)) as Head;
    const position = (at: number) => ({ line: places[at]!, column: places[at + 1]! });
    const functions = names.map((own, i) => ({ name: own, start: position(PLACE * i), end: position(PLACE * i + 2) }));
    return { functions, sleepers: new Set(sleepers) };
  } catch {
    // It is not there, or not whole.
    return undefined;
  }
}
