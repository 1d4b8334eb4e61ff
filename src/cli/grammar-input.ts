// Opens a trace as a grammar: a grammar file as it is, any other trace by compressing it. And how to write one.

import { inFile } from '../base/error.ts';
import { writeGrammar } from '../formats/grammar/index.ts';
import { type OpenedGrammarFile, openGrammarFile } from '../formats/grammar-file.ts';
import { formatForFile } from '../formats/index.ts';
import { readTrace } from '../formats/read.ts';
import { rules } from '../formats/rules/index.ts';
import { writeRules } from '../formats/rules/writer.ts';
import { type Method, TraceCompressor } from '../grammar/compress.ts';
import { reading, type Source } from './reading.ts';
import type { Session } from './session.ts';

export interface OpenedGrammar extends OpenedGrammarFile {
  /** Of the input. */
  readonly name: string;
  readonly isGrammar: boolean;
  readonly notes: readonly string[];
}

export function openGrammar(
  path: string,
  formatId: string | undefined,
  session: Session,
  method: Method,
): Promise<OpenedGrammar> {
  return reading(path, formatId, session, (source) =>
    opened(source, method).catch((error: unknown) => Promise.reject(inFile(error, source.input.name))),
  );
}

async function opened(source: Source, method: Method): Promise<OpenedGrammar> {
  const { input } = source;
  const file = await openGrammarFile(input, source.memoryModel);
  if (file !== undefined) return { ...file, name: input.name, isGrammar: true, notes: [] };
  const compressor = new TraceCompressor(method);
  const { symbols, metadata, notes, bytes: read } = await readTrace(input, source, (block) => compressor.block(block));
  return { symbols, metadata, trace: compressor.finish(), name: input.name, bytes: read, isGrammar: false, notes };
}

/** As bytes, or as text if the file is called so. */
export function grammarWriter(path: string): typeof writeGrammar {
  return formatForFile(path) === rules ? writeRules : writeGrammar;
}
