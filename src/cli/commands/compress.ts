// `foretrace compress`: a trace as a grammar.

import { readTrace } from '../../formats/read.ts';
import { methods, TraceCompressor } from '../../grammar/compress.ts';
import { itemCount, ruleCount } from '../../grammar/slp.ts';
import { amount } from '../../report/words.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { grammarWriter } from '../grammar-input.ts';
import { inputFormat, reading, traceArgument } from '../reading.ts';
import { writing } from '../writing.ts';

export const compressCommand = command({
  description:
    'Writes a trace as a grammar that generates it: small where the trace repeats itself, and analysed without expanding it.',
  arguments: [
    traceArgument,
    { name: 'OUT', help: 'file to write, by custom .slp, or .rules for text, or - for standard output', file: true },
  ],
  options: {
    method: {
      kind: 'text',
      value: 'method',
      choices: methods,
      default: methods[0],
      help: 'parsing is the fastest; repetition makes fewer items; sequitur is the algorithm of the papers',
    },
    inputFormat,
  },
  examples: [
    { line: 'foretrace compress trace.std trace.slp', says: 'smaller, and exact: every event and location comes back' },
    { line: 'foretrace compress trace.std trace.slp --method sequitur', says: 'the grammar that ZipTrack works on' },
  ],
  async run({ args: [from, to], options }, session) {
    const compressor = new TraceCompressor(options.method);
    const read = await reading(
      from!,
      options.inputFormat,
      session,
      (source) => readTrace(source.input, source, (block) => compressor.block(block)),
      { once: true },
    );
    const trace = compressor.finish();
    let written = 0;
    await writing(to!, async (output) => {
      const write = (bytes: Uint8Array): void => {
        written += bytes.length;
        output.write(bytes);
      };
      grammarWriter(to!)(trace, read.symbols, write, read.metadata);
    });
    const items = itemCount(trace.events);
    const rules = amount(ruleCount(trace.events), 'rule');
    session.remark(`${amount(read.events, 'event')}, ${rules} with ${amount(items, 'item')}, ${amount(written, 'byte')}`);
    return Exit.ok;
  },
});
