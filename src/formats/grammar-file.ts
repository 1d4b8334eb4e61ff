// Opens a grammar as what it is, without expanding it: both ways in which one is written, bytes and text.

import type { MemoryModel } from '../trace/memory-model.ts';
import type { Format } from './format.ts';
import { GrammarDecoder, type GrammarFile, type GrammarSource } from './grammar/decoder.ts';
import { grammar } from './grammar/index.ts';
import { HEAD_SIZE, recogniseFormat } from './index.ts';
import type { Input } from './input.ts';
import { RulesDecoder } from './rules/decoder.ts';
import { rules } from './rules/index.ts';

export interface OpenedGrammarFile extends GrammarFile {
  /** Of the file, unpacked. */
  readonly bytes: number;
}

/** Whether files of this format are grammars. */
export function isGrammarFormat(format: Format): boolean {
  return format === grammar || format === rules;
}

/** Undefined if the input is something else. `memoryModel`: instead of what the file says of itself. */
export async function openGrammarFile(input: Input, memoryModel?: MemoryModel): Promise<OpenedGrammarFile | undefined> {
  let source: GrammarSource | undefined;
  let bytes = 0;
  // A pipe may bring a byte at a time: chunks wait until there are enough of them to say what they are.
  let waiting: Uint8Array[] = [];
  const release = (): void => {
    source ??= sourceFor(waiting, input.name, memoryModel);
    for (const chunk of waiting) source?.push(chunk);
    waiting = [];
  };
  for await (const chunk of input.chunks()) {
    bytes += chunk.length;
    waiting.push(chunk);
    if (bytes < HEAD_SIZE) continue;
    release();
    if (source === undefined) return undefined;
  }
  release();
  return source === undefined ? undefined : { ...source.complete(), bytes };
}

function sourceFor(chunks: readonly Uint8Array[], file: string, model: MemoryModel | undefined): GrammarSource | undefined {
  const head = new Uint8Array(HEAD_SIZE);
  let length = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, HEAD_SIZE - length);
    head.set(part, length);
    length += part.length;
  }
  const format = recogniseFormat(head.subarray(0, length));
  return format === grammar ? new GrammarDecoder(file, model) : format === rules ? new RulesDecoder(file, model) : undefined;
}
