// `foretrace convert`: a trace from one format to another, streamed.

import type { TraceWriter } from '../../formats/format.ts';
import { formats, writtenFormats } from '../../formats/index.ts';
import { readTrace } from '../../formats/read.ts';
import { amount } from '../../report/words.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { formatChoice, reading } from '../reading.ts';
import { outputFormat, writing } from '../writing.ts';

/** All that can be written. */
const written = [...formats, ...writtenFormats];

export const convertCommand = command({
  description: 'Reads a trace in any format and writes it in another. An event that the format cannot express is an error.',
  arguments: [
    { name: 'IN', help: 'file of the trace, or - for standard input', file: true },
    { name: 'OUT', help: 'file to write, packed if it ends in .gz or .zst, or - for standard output', file: true },
  ],
  options: {
    from: { ...formatChoice, help: 'the format of IN, instead of recognising it by content' },
    to: {
      ...formatChoice,
      choices: written.map(({ id }) => id),
      help: 'the format of OUT, instead of the one that its extension says',
    },
    plain: { kind: 'flag', help: 'leave a native file unpacked, for older versions of foretrace' },
  },
  examples: [
    { line: 'foretrace convert trace.std trace.ftrace', says: 'into the compact format' },
    { line: 'foretrace convert trace.ftrace trace.std.gz', says: 'and back, packed' },
    { line: 'foretrace convert - - --to std < trace.ftrace', says: 'as a filter' },
    { line: 'foretrace convert trace.ftrace trace.json --to perfetto', says: 'to look at in ui.perfetto.dev' },
  ],
  async run({ args: [from, to], options }, session) {
    const format = outputFormat(to!, options.to, written);
    const { plain } = options;
    const summary = await writing(to!, (output) =>
      reading(
        from!,
        options.from,
        session,
        async (source) => {
          let writer: TraceWriter | undefined;
          const write = (bytes: Uint8Array): void => output.write(bytes);
          const flow = { drain: () => output.drain(), enough: () => output.closed };
          const read = await readTrace(source.input, { ...source, ...flow }, (block, symbols, metadata) => {
            writer ??= format.writer({ symbols, write, metadata, plain });
            writer.block(block);
          });
          writer ??= format.writer({ ...read, write, plain });
          if (!output.closed) writer.end();
          return read;
        },
        { once: true },
      ),
    );
    if (!format.locations && summary.symbols.locations.size > 1)
      session.remark(`${format.id} has no room for locations: they are left out`);
    else if (!format.stacks && summary.symbols.contexts.size > 0)
      session.remark(`${format.id} has no room for call stacks: of each, the innermost frame is kept`);
    session.remark(`${amount(summary.events, 'event')}, ${summary.format.id} to ${format.id}`);
    return Exit.ok;
  },
});
