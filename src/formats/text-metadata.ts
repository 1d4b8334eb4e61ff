// Facts about a recording in a text format: comment lines `# foretrace: key=value` before the first event. Control characters
// and % are written as in a URL, so that any text comes back as it was.

import { withoutUsualModel } from '../trace/memory-model.ts';
import type { Metadata } from './format.ts';

const MARK = /^#\s*foretrace:/;

/** More than any recorder has to say: the rest is passed over like other comments. */
const MOST_PAIRS = 1000;
const LONGEST_VALUE = 1 << 16;

/** A line for each fact; one that is too long for a line is left out, and so is a memory model that goes without saying. */
export function metadataText(metadata: Metadata | undefined): string {
  return [...withoutUsualModel(metadata ?? new Map())]
    .filter(([key, value]) => key !== '' && key.length + value.length < LONGEST_VALUE / 4)
    .map(([key, value]) => `# foretrace: ${escaped(key, /[%=\s\p{Cc}]/gu)}=${escaped(value, /[%\p{Cc}]|^\s|\s$/gu)}\n`)
    .join('');
}

/** Adds the fact that a comment line states, if it does. */
export function readMetadata(line: string, into: Map<string, string>): void {
  const mark = line.length > LONGEST_VALUE || into.size >= MOST_PAIRS ? undefined : MARK.exec(line)?.[0];
  if (mark === undefined) return;
  const fact = line.slice(mark.length).trimStart();
  const sign = fact.indexOf('=');
  if (sign < 1) return;
  try {
    into.set(decodeURIComponent(fact.slice(0, sign)), decodeURIComponent(fact.slice(sign + 1)));
  } catch {
    // A stray % is somebody else's comment.
  }
}

function escaped(text: string, what: RegExp): string {
  return text.replace(what, (character) => encodeURIComponent(character));
}
