// Opens an input as a grammar file, if it is one.

import type { Input } from '../input.ts';
import { GrammarDecoder, type GrammarFile } from './decoder.ts';
import { grammar } from './index.ts';

export interface OpenedGrammarFile extends GrammarFile {
  /** Of the file, unpacked. */
  readonly bytes: number;
}

/** Undefined if the input is something else. */
export async function openGrammarFile(input: Input): Promise<OpenedGrammarFile | undefined> {
  let decoder: GrammarDecoder | undefined;
  let bytes = 0;
  for await (const chunk of input.chunks()) {
    if (decoder === undefined && !grammar.recognise(chunk)) return undefined;
    decoder ??= new GrammarDecoder(input.name);
    decoder.push(chunk);
    bytes += chunk.length;
  }
  return decoder === undefined ? undefined : { ...decoder.end(), bytes };
}
