// `foretrace demo`: a guided tour over one embedded trace. Everything but the story is the real thing: the table is what `show`
// prints, the race is what `analyze` finds.

import { analyze } from '../../analyze.ts';
import { recommended } from '../../detectors/index.ts';
import { formatById } from '../../formats/index.ts';
import { memoryInput } from '../../formats/input.ts';
import { parseTrace } from '../../formats/read.ts';
import { text } from '../../report/text.ts';
import { command } from '../command.ts';
import { DEMO_TRACE } from '../demo-trace.ts';
import { Exit } from '../exit.ts';
import { styles } from '../styles.ts';

export const demoCommand = command({
  description: 'Walks through one small recorded run: shows it, finds its race, says why it is one, and what to try next.',
  arguments: [],
  options: {},
  examples: [{ line: 'foretrace demo', says: 'no file and no network needed' }],
  async run(_, { print, colors }) {
    const { bold, cyan, dim } = colors;
    print(`${bold('A recorded run.')} One column per thread, one event per row, in the order in which they happened:\n\n`);
    print(table());
    print(`
  r and w read and write a variable, acq and rel take and give up a lock, fork and join start a thread and wait for
  its end. The teller adds to the balance under the lock m. The audit reads it and takes no lock.

${bold('What foretrace finds in it.')}

`);
    const result = await analyze(memoryInput('demo', DEMO_TRACE), { detectors: recommended });
    for (const piece of text(result, styles(colors))) print(indented(piece));
    print(`
${bold('Why this is a race.')} The teller's write and the audit's read touch the same balance, and nothing makes one wait for the
  other: the teller holds m, the audit holds nothing, and main started both without waiting in between. This time
  the audit came later. Next time it may come in the middle of the deposit and report a balance that never was.
  The other pairs are safe: main writes before it forks the two, and reads after it has joined them.

${bold('Try next.')}

  ${cyan('npx foretrace generate --threads 4 --events 100000 --races 0.001 demo.std')}   ${dim('a bigger run')}
  ${cyan('npx foretrace analyze demo.std')}                                             ${dim('its races')}
  ${cyan('npx foretrace show demo.std --from 0 --to 30')}                               ${dim('how it begins')}

  npx foretrace --help lists all commands, npx foretrace formats what traces may look like.
`);
    return Exit.ok;
  },
});

function table(): string {
  const { symbols, blocks } = parseTrace(DEMO_TRACE);
  const decoder = new TextDecoder();
  let shown = '';
  const write = (bytes: Uint8Array): void => {
    shown += decoder.decode(bytes, { stream: true });
  };
  const writer = formatById('table')!.writer({ symbols, write });
  for (const block of blocks) writer.block(block);
  writer.end();
  return indented(shown);
}

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ');
}
