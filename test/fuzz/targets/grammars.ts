// Grammar files and the analyses that work on them without expanding them: refused, or analysed to the end.

import { analyseGrammar, grammarDetectors } from '../../../src/detectors/grammar-file.ts';
import { GrammarDecoder } from '../../../src/formats/grammar/decoder.ts';
import { grammar, writeGrammar } from '../../../src/formats/grammar/index.ts';
import { Decompression } from '../../../src/grammar/compress.ts';
import { generateGrammar } from '../../../src/grammar/generate.ts';
import { GrammarLookup } from '../../../src/grammar/look-up.ts';
import { exactLength } from '../../../src/grammar/slp.ts';
import { grammarStatistics } from '../../../src/grammar/statistics.ts';
import { bounds } from '../../../src/trace/symbols.ts';
import { mutateFramed } from '../framed.ts';
import { answered, type Target } from '../target.ts';
import { traceFiles } from './readers.ts';

function generated(events: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const { trace, symbols } = generateGrammar({ events, threads: 3, locks: 2, variables: 6, races: 0.3, seed: 5 });
  writeGrammar(trace, symbols, (part) => parts.push(part));
  return Buffer.concat(parts);
}

/** Beyond, an analysis that has to see every event takes too long here. */
const MOST_EVENTS = 1 << 20;

export const grammars: Target = {
  name: 'grammars',
  seeds: () => [generated(5000), generated(1e12), ...traceFiles().filter((file) => grammar.recognise(file))],
  mutate: mutateFramed,
  run: (bytes) =>
    answered(() => {
      const decoder = new GrammarDecoder('x.slp');
      decoder.push(bytes);
      const { trace, symbols } = decoder.complete();
      const sizes = bounds(symbols);
      grammarStatistics(trace);
      new Decompression(trace, sizes).next(1000);
      const length = exactLength(trace.events);
      if (length > Number.MAX_SAFE_INTEGER) return;
      const lookup = new GrammarLookup(trace);
      for (const position of [0, Number(length) >> 1, Number(length) - 1])
        if (position >= 0 && length > 0n) lookup.locks(position, lookup.event(position).thread);
      const plain = trace.terminals.ops.subarray(0, trace.terminals.size).every((op) => op < 6);
      if (!plain && length > MOST_EVENTS) return;
      for (const detector of grammarDetectors) analyseGrammar(detector, trace, sizes, () => {}, {});
    }),
};
