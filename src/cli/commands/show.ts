// `foretrace show`: a trace, or a part of it, as the papers draw it. What it prints can be read again.

import { InputError } from '../../base/error.ts';
import { display } from '../../base/quote.ts';
import type { Output } from '../../formats/file/output.ts';
import { type ReadSummary, readTrace } from '../../formats/read.ts';
import { TableWriter } from '../../formats/table-writer.ts';
import { metadataText } from '../../formats/text-metadata.ts';
import { NOT_TIMED } from '../../report/words.ts';
import { rowsJson, rowsText } from '../../teaching/thinking.ts';
import { MAX_EVENTS } from '../../trace/block.ts';
import { withMemoryModel } from '../../trace/memory-model.ts';
import { UNTIMED } from '../../trace/preservation.ts';
import { type Criteria, Selection } from '../../trace/selection.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { checkNames } from '../names.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';
import { thoughtOf, thoughtOptions, thoughts } from '../thinking.ts';
import { TextBuffer, writeText, writing } from '../writing.ts';

const NOTHING_CHOSEN = 'no event is chosen; foretrace stats tells how many there are';

/** Characters in a row; beyond that nobody sees where a column begins. */
const WIDEST = 20_000;

export const showCommand = command({
  description:
    'Prints a trace as a table: one column per thread, one event per row, numbered by position. A broken trace is shown as it is.',
  arguments: [traceArgument],
  options: {
    from: { kind: 'number', value: 'position', min: 0, max: MAX_EVENTS, default: 0, help: 'the first event to show' },
    to: { kind: 'number', value: 'position', min: 0, max: MAX_EVENTS, help: 'the last event to show' },
    thread: { kind: 'text', value: 'name', repeat: true, help: 'only the events of this thread' },
    variable: { kind: 'text', value: 'name', repeat: true, help: 'only the accesses to this variable' },
    ...thoughtOptions,
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the tables of clocks, sets and epochs',
    },
    inputFormat,
  },
  examples: [
    { line: 'foretrace show trace.std', says: 'all of it' },
    { line: 'foretrace show trace.std --from 1190 --to 1210', says: 'around a race' },
    { line: 'foretrace show trace.std --variable balance', says: 'who touches it' },
    { line: 'foretrace show trace.std | foretrace analyze -', says: 'the table is itself a trace' },
    { line: 'foretrace show trace.std --clocks', says: 'how happens-before sees it' },
    { line: 'foretrace show trace.std --epochs balance', says: 'how FastTrack sees one variable' },
    { line: 'foretrace show trace.std --goldilocks --variable balance', says: 'how Goldilocks does' },
  ],
  async run({ args: [path], options }, session) {
    const criteria: Criteria = {
      from: options.from,
      to: options.to ?? MAX_EVENTS,
      threads: options.thread,
      variables: options.variable,
    };
    if (criteria.from > criteria.to)
      throw new InputError('USAGE', {}, `--from ${criteria.from} is after --to ${criteria.to}`, 'positions count from 0');
    const thought = thoughtOf(options);
    if (thought !== undefined) {
      const look = (source: Source) => thoughts(source, thought, criteria);
      const { rows } = await reading(path!, options.inputFormat, session, look, { once: true });
      await writeText('-', [options.format === 'json' ? rowsJson(rows) : rowsText(rows)]);
      return Exit.ok;
    }
    await writing('-', (output) =>
      reading(path!, options.inputFormat, session, (source) => print(source, criteria, output), { once: true }),
    );
    return Exit.ok;
  },
});

async function print(source: Source, criteria: Criteria, output: Output): Promise<ReadSummary> {
  const text = new TextBuffer(output);
  let selection: Selection | undefined;
  const flow = { drain: () => output.drain(), enough: () => output.closed || selection?.done === true };
  const summary = await readTrace(source.input, { ...source, ...flow, check: false }, (block, symbols) => {
    if (selection === undefined) {
      // What its volatile writes order cannot be told from the events.
      text.write(metadataText(withMemoryModel(new Map(), block.memoryModel)));
      selection = shown(criteria, symbols, text);
    }
    selection.block(block);
  });
  text.flush();
  // Only a trace that was read to its end tells which names it does not have.
  if (!flow.enough()) checkNames(criteria, summary.symbols);
  const isEmpty = selection?.symbols.threads.size === 0;
  const notes = isEmpty ? [NOTHING_CHOSEN] : summary.metadata.has(UNTIMED) ? [NOT_TIMED] : [];
  return { ...summary, notes: [...summary.notes, ...notes] };
}

function shown(criteria: Criteria, names: Symbols, text: TextBuffer): Selection {
  const selection = new Selection(criteria, names, (block) => rows.block(block));
  const rows = new TableWriter({
    symbols: selection.symbols,
    write: (line) => text.write(line),
    show: display,
    first: 0,
    aligned: true,
    onHead(width) {
      if (width > WIDEST) throw tooWide(selection.symbols.threads.size);
    },
  });
  return selection;
}

function tooWide(threads: number): InputError {
  return new InputError(
    'FORMAT_CANNOT_EXPRESS',
    {},
    `${threads} threads make too many columns`,
    'choose some with --thread, --from and --to',
  );
}
