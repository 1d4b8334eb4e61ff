// Writes what a command makes, to a file or to standard output: complete or not at all, and never faster than it is taken.

import { type Output, writeOutput } from '../formats/file/output.ts';
import type { Format } from '../formats/format.ts';
import { formatById, formatForFile, formats } from '../formats/index.ts';
import { InputError } from '../trace/error.ts';
import { interruptible } from './interrupt.ts';

const PIECE = 1 << 16;
const encoder = new TextEncoder();

/** Opens the file, or standard output for `-`; what there is of the file is removed if `work` fails or is interrupted. */
export function writing<R>(path: string, work: (output: Output) => Promise<R>): Promise<R> {
  return interruptible(() => writeOutput(path, work));
}

/** Writes text piece by piece. */
export function writeText(path: string, pieces: Iterable<string>): Promise<void> {
  return writing(path, async (output) => {
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (text.length < PIECE) continue;
      output.write(encoder.encode(text));
      text = '';
      await output.drain();
      if (output.closed) return;
    }
    output.write(encoder.encode(text));
  });
}

/** The format to write: as said, or as the name says. */
export function outputFormat(path: string, id: string | undefined): Format {
  const format = id === undefined ? formatForFile(path) : formatById(id);
  if (format !== undefined) return format;
  const extensions = formats.map(({ extensions: [first] }) => `.${first}`).join(', ');
  const what = path === '-' ? 'the format of standard output is not known' : 'the extension says no format';
  throw new InputError(
    'USAGE',
    path === '-' ? {} : { file: path },
    what,
    `name it with --to (${formats.map((known) => known.id).join(', ')}), or end the file in ${extensions}`,
  );
}
