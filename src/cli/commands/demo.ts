// `foretrace demo`: a guided tour over one embedded trace. Everything but the story is the real thing: the table is what `show`
// prints, the race is what `analyze` finds.

import { analyze } from '../../analyze.ts';
import { recommended } from '../../detectors/index.ts';
import { memoryInput } from '../../formats/input.ts';
import { parseTrace } from '../../formats/read.ts';
import { TableWriter } from '../../formats/table-writer.ts';
import { text } from '../../report/text.ts';
import { styles } from '../color.ts';
import { command, type Example } from '../command.ts';
import { Exit } from '../exit.ts';

export const demoCommand = command({
  description: 'Walks through one small recorded run: shows it, finds its race, says why it is one, and what to try next.',
  arguments: [],
  options: {},
  examples: [{ line: 'foretrace demo', says: 'no file and no network needed' }],
  async run(_, { print, colors }) {
    const { bold, cyan, dim } = colors;
    print(`${bold('A recorded run')}: one column per thread, one event per row, as they happened.\n\n`);
    print(indented(table()));
    print(READING_IT);
    print(`\n${bold('What foretrace finds in it')}\n\n`);
    const result = await analyze(memoryInput('demo', DEMO_TRACE), { detectors: recommended });
    for (const piece of text(result, { styles: styles(colors), width: WIDTH - INDENT.length })) print(indented(piece));
    print(`\n${bold('Why this is a race')}\n${WHY}`);
    print(`\n${bold('Try next')}\n\n`);
    for (const { line, says } of NEXT) print(`${INDENT}${cyan(line)}\n      ${dim(says)}\n`);
    print(`\n${indented(LAST)}`);
    return Exit.ok;
  },
});

/** Any terminal has it, and the tour reads the same in all. */
const WIDTH = 80;
const INDENT = '  ';

const READING_IT = `
  r and w read and write a variable, acq and rel take and give up a lock, fork
  and join start a thread and wait for its end; after the @ stands where in the
  program. The teller adds to the balance under the lock m. The audit reads it
  and takes no lock.
`;

const WHY = `
  The write of event 5 and the read of event 7 touch the same balance, and
  nothing makes one wait for the other: the teller holds m, the audit holds
  nothing, and main started both without waiting in between. This time the audit
  came later. Next time it may come in the middle of the deposit and report a
  balance that never was. All other pairs are safe: main writes before it forks
  the two and reads after it has joined them.
`;

const LAST = `npx foretrace --help lists all commands, npx foretrace formats what a trace
may look like.
`;

const NEXT: readonly Example[] = [
  { line: 'npx foretrace run app.js', says: 'your own program; C and C++: npx foretrace help cc' },
  { line: 'npx foretrace generate --threads 4 --events 100000 --races 0.001 demo.std', says: 'a bigger trace' },
  { line: 'npx foretrace analyze demo.std', says: 'its races' },
  { line: 'npx foretrace show demo.std --from 0 --to 30', says: 'how it begins' },
];

function table(): string {
  const { symbols, blocks } = parseTrace(DEMO_TRACE);
  let shown = '';
  const write = (line: string): void => {
    shown += line;
  };
  const rows = new TableWriter({ symbols, write, first: 0, aligned: true });
  for (const block of blocks) rows.block(block);
  return shown;
}

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, INDENT);
}

/** The run that the tour talks about: a small bank in which one thread forgot the lock. */
const DEMO_TRACE = `# A deposit under the lock, and an audit that forgot it.
main|w(balance)|bank.c:10
main|fork(teller)|bank.c:12
main|fork(audit)|bank.c:13
teller|acq(m)|bank.c:20
teller|r(balance)|bank.c:21
teller|w(balance)|bank.c:22
teller|rel(m)|bank.c:23
audit|r(balance)|bank.c:31
main|join(teller)|bank.c:15
main|join(audit)|bank.c:16
main|r(balance)|bank.c:17
`;
