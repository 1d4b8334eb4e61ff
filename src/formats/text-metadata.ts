// Facts about a recording in a text format: comment lines `# foretrace: key=value` before the first event. Control characters
// and % are written as in a URL, so that any text comes back as it was.

import type { Metadata } from './format.ts';

const LINE = /^#\s*foretrace:\s*([^=]+)=(.*)$/s;

/** More than any recorder has to say: the rest is passed over like other comments. */
const MOST_PAIRS = 1000;
const LONGEST_VALUE = 1 << 16;

/** A line for each fact; a fact that is too long for a line is left out. */
export function metadataText(metadata: Metadata | undefined): string {
  return [...(metadata ?? [])]
    .filter(([key, value]) => key !== '' && key.length + value.length < LONGEST_VALUE / 4)
    .map(([key, value]) => `# foretrace: ${escaped(key, /[%=\s\p{Cc}]/gu)}=${escaped(value, /[%\p{Cc}]|^\s|\s$/gu)}\n`)
    .join('');
}

/** Adds the fact that a comment line states, if it does. */
export function readMetadata(line: string, into: Map<string, string>): void {
  const match = line.length > LONGEST_VALUE || into.size >= MOST_PAIRS ? null : LINE.exec(line);
  if (match === null) return;
  try {
    into.set(decodeURIComponent(match[1]!), decodeURIComponent(match[2]!));
  } catch {
    // A stray % is somebody else's comment.
  }
}

function escaped(text: string, what: RegExp): string {
  return text.replace(what, (character) => encodeURIComponent(character));
}
