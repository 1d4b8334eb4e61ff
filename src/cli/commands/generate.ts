// `foretrace generate`: a random trace of any length, written as fast as the format allows.

import { InputError } from '../../base/error.ts';
import { turn } from '../../base/turn.ts';
import { type GrammarOptions, generateGrammar } from '../../grammar/generate.ts';
import { ruleCount } from '../../grammar/slp.ts';
import { amount } from '../../report/words.ts';
import { newBlock } from '../../trace/block.ts';
import { Generator } from '../../trace/random/generator.ts';
import { type GeneratorOption, type GeneratorOptions, generatorOptions } from '../../trace/random/generator-options.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { grammarWriter } from '../grammar-input.ts';
import type { NumberOption } from '../option.ts';
import { Progress } from '../progress.ts';
import { formatChoice } from '../reading.ts';
import type { Session } from '../session.ts';
import { outputFormat, writing } from '../writing.ts';

function numberOption({ default: normal, min, max, whole, help }: GeneratorOption): NumberOption {
  return { kind: 'number', default: normal, min, max, help, ...(whole ? {} : { fraction: true }) };
}

const numbers = Object.fromEntries(Object.entries(generatorOptions).map(([name, option]) => [name, numberOption(option)]));

export const generateCommand = command({
  description:
    'Writes a random trace: threads that lock, access and unlock under a random schedule. The same seed gives the same bytes.',
  arguments: [{ name: 'OUT', help: 'file to write, packed if it ends in .gz or .zst, or - for standard output', file: true }],
  options: {
    ...numbers,
    grammar: {
      kind: 'number',
      value: 'events',
      min: 1000,
      max: Number.MAX_SAFE_INTEGER,
      help: 'write a grammar (.slp) that generates so many events in loops, however many that are; threads, locks, variables, races and seed count',
    },
    to: { ...formatChoice, help: 'the format of OUT, instead of the one that its extension says' },
  },
  examples: [
    { line: 'foretrace generate random.std', says: 'a million events without a race' },
    { line: 'foretrace generate --threads 64 --races 0.01 --seed 7 racy.ftrace', says: 'some accesses do not lock' },
    { line: 'foretrace generate --events 20 --threads 2 - --to table', says: 'a small one to look at' },
    { line: 'foretrace generate --grammar 1_000_000_000_000 huge.slp', says: 'a trace that exists only as a grammar' },
  ],
  async run({ args: [path], options }, session) {
    if (options.grammar !== undefined) return writeHuge(path!, options as unknown as GrammarOptions, options.grammar, session);
    const format = outputFormat(path!, (options.to as string | undefined) ?? (path === '-' ? 'std' : undefined));
    const generator = fitting(() => new Generator(options as unknown as GeneratorOptions));
    const progress = new Progress(process.stderr, session.quiet, 'generating');
    let written = 0;
    try {
      const events = await writing(path!, async (output) => {
        const write = (bytes: Uint8Array): void => {
          written += bytes.length;
          output.write(bytes);
        };
        const writer = format.writer({ symbols: generator.symbols, write });
        const block = newBlock();
        let position = 0;
        while (generator.fill(block)) {
          writer.block(block);
          position = block.start + block.length;
          progress.update(written, position);
          // A format that keeps all until the end never makes us wait, and an interrupt would not be heard.
          await (output.drain() ?? turn());
          if (output.closed) return position;
        }
        writer.end();
        return position;
      });
      progress.end();
      session.remark(`${amount(events, 'event')}, ${format.id}`);
    } finally {
      progress.end();
    }
    return Exit.ok;
  },
});

/** A trace that nobody could write event by event. */
async function writeHuge(path: string, options: GrammarOptions, events: number, session: Session): Promise<number> {
  const { trace, symbols } = fitting(() => generateGrammar({ ...options, events }));
  await writing(path, async (output) => grammarWriter(path)(trace, symbols, (bytes) => output.write(bytes)));
  session.remark(`${amount(events, 'event')}, ${amount(ruleCount(trace.events), 'rule')}`);
  return Exit.ok;
}

/** Options that fit one by one and not together are the user's to mend. */
function fitting<R>(make: () => R): R {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InputError('USAGE', {}, error.message, 'see foretrace generate --help');
  }
}
