// `foretrace decompress`: the trace that a grammar generates, written as it is generated.

import { InputError } from '../../base/error.ts';
import { turn } from '../../base/turn.ts';
import { Decompression } from '../../grammar/compress.ts';
import { exactLength } from '../../grammar/slp.ts';
import { amount } from '../../report/words.ts';
import { BLOCK_SIZE, MAX_EVENTS } from '../../trace/block.ts';
import { bounds } from '../../trace/symbols.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { openGrammar } from '../grammar-input.ts';
import { formatChoice } from '../reading.ts';
import { outputFormat, writing } from '../writing.ts';

export const decompressCommand = command({
  description:
    'Writes the trace that a grammar generates, in any format, as fast as it is taken and without holding it in memory.',
  arguments: [
    { name: 'GRAMMAR', help: 'grammar file, or - for standard input', file: true },
    { name: 'OUT', help: 'file to write, packed if it ends in .gz or .zst, or - for standard output', file: true },
  ],
  options: {
    to: { ...formatChoice, help: 'the format of OUT, instead of the one that its extension says' },
    limit: {
      kind: 'number',
      value: 'n',
      min: 1,
      max: MAX_EVENTS,
      help: 'write the first n events only; then the exit status is 3',
    },
  },
  examples: [
    { line: 'foretrace decompress trace.slp trace.std', says: 'what was compressed' },
    { line: 'foretrace decompress trace.slp - --to table --limit 20', says: 'its first events' },
  ],
  async run({ args: [from, to], options }, session) {
    const format = outputFormat(to!, options.to);
    const { trace, symbols, metadata, isGrammar } = await openGrammar(from!, undefined, session, 'repetition');
    if (!isGrammar)
      throw new InputError('FORMAT_UNKNOWN', { file: from }, 'this is no grammar file', 'foretrace convert takes other traces');
    const length = exactLength(trace.events);
    if (options.limit === undefined && length > MAX_EVENTS) {
      const hint = `take the first ones with --limit, at most ${MAX_EVENTS}`;
      throw new InputError('TRACE_TOO_LONG', { file: from }, `the grammar generates ${length} events`, hint);
    }
    const limit = options.limit ?? MAX_EVENTS;
    const events = await writing(to!, async (output) => {
      const writer = format.writer({ symbols, metadata, write: (bytes) => output.write(bytes) });
      const decompression = new Decompression(trace, bounds(symbols));
      let done = 0;
      while (done < limit && !output.closed) {
        const block = decompression.next(Math.min(BLOCK_SIZE, limit - done));
        if (block === undefined) break;
        writer.block(block);
        done += block.length;
        await (output.drain() ?? turn());
      }
      if (!output.closed) writer.end();
      return done;
    });
    session.remark(`${amount(events, 'event')} of ${length}, ${format.id}`);
    return events < length ? Exit.partial : Exit.ok;
  },
});
