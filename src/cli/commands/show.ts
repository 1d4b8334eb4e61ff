// `foretrace show`: a trace, or a part of it, as the papers draw it. What it prints can be read again.

import { formatById } from '../../formats/index.ts';
import { readTrace } from '../../formats/read.ts';
import { MAX_EVENTS } from '../../trace/block.ts';
import { InputError } from '../../trace/error.ts';
import { nearest } from '../../trace/nearest.ts';
import { quote } from '../../trace/quote.ts';
import { type Criteria, Selection } from '../../trace/selection.ts';
import type { Symbols, SymbolTable } from '../../trace/symbols.ts';
import type { Trace } from '../../trace/trace.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';
import { writing } from '../writing.ts';

export const showCommand = command({
  description:
    'Prints a trace as a table: one column per thread, one event per row, numbered by position. A broken trace is shown as it is.',
  arguments: [traceArgument],
  options: {
    from: { kind: 'number', value: 'position', min: 0, max: MAX_EVENTS, default: 0, help: 'the first event to show' },
    to: { kind: 'number', value: 'position', min: 0, max: MAX_EVENTS, help: 'the last event to show' },
    thread: { kind: 'text', value: 'name', repeat: true, help: 'only the events of this thread' },
    variable: { kind: 'text', value: 'name', repeat: true, help: 'only the accesses to this variable' },
    inputFormat,
  },
  examples: [
    { line: 'foretrace show trace.std', says: 'all of it' },
    { line: 'foretrace show trace.std --from 1190 --to 1210', says: 'around a race' },
    { line: 'foretrace show trace.std --variable balance', says: 'who touches it' },
    { line: 'foretrace show trace.std | foretrace analyze -', says: 'the table is itself a trace' },
  ],
  async run({ args: [path], options }, session) {
    const criteria: Criteria = {
      from: options.from,
      to: options.to ?? MAX_EVENTS,
      threads: options.thread,
      variables: options.variable,
    };
    const { trace } = await reading(path!, options.inputFormat, session, (source) => select(source, criteria), { once: true });
    await printTable(trace);
    return Exit.ok;
  },
});

async function select(source: Source, criteria: Criteria): Promise<{ trace: Trace; notes: readonly string[] }> {
  let selection: Selection | undefined;
  const enough = (): boolean => selection?.done === true;
  const { symbols, notes } = await readTrace(source.input, { ...source, check: false, enough }, (block, names) => {
    selection ??= new Selection(criteria, names);
    selection.block(block);
  });
  // Only a trace that was read to its end tells which names it does not have.
  if (selection?.done !== true) checkNames(criteria, symbols);
  return { trace: (selection ?? new Selection(criteria, symbols)).trace(), notes };
}

function checkNames({ threads, variables }: Criteria, symbols: Symbols): void {
  for (const name of threads) checkName('thread', name, symbols.threads);
  for (const name of variables) checkName('variable', name, symbols.variables);
}

function checkName(kind: string, name: string, table: SymbolTable): void {
  if (table.find(name) >= 0) return;
  const meant = table.size > 10_000 ? undefined : nearest(name, table.names());
  const hint = meant === undefined ? 'foretrace stats lists the names that are used most' : `did you mean ${quote(meant)}?`;
  throw new InputError('USAGE', {}, `the trace has no ${kind} ${quote(name)}`, hint);
}

function printTable({ symbols, blocks }: Trace): Promise<void> {
  return writing('-', async (output) => {
    const writer = formatById('table')!.writer({ symbols, write: (bytes) => output.write(bytes) });
    for (const block of blocks) {
      writer.block(block);
      await output.drain();
      if (output.closed) return;
    }
    writer.end();
  });
}
