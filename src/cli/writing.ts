// Writes what a command makes, to a file or to standard output: complete or not at all, and never faster than it is taken.

import { InputError } from '../base/error.ts';
import { type Output, writeOutput } from '../formats/file/output.ts';
import type { Format, WrittenFormat } from '../formats/format.ts';
import { formatForFile, formats } from '../formats/index.ts';
import { interruptible } from './interrupt.ts';

const PIECE = 1 << 16;
const encoder = new TextEncoder();

/** Opens the file, or standard output for `-`; what there is of the file is removed if `work` fails or is interrupted. */
export function writing<R>(path: string, work: (output: Output) => Promise<R>): Promise<R> {
  return interruptible(() => writeOutput(path, work));
}

/** Text on its way out, in pieces that are worth a call. */
export class TextBuffer {
  private readonly output: Output;
  private text = '';

  constructor(output: Output) {
    this.output = output;
  }

  write(text: string): void {
    this.text += text;
    if (this.text.length >= PIECE) this.flush();
  }

  flush(): void {
    this.output.write(encoder.encode(this.text));
    this.text = '';
  }
}

/** Writes text piece by piece. */
export function writeText(path: string, pieces: Iterable<string>): Promise<void> {
  return writing(path, async (output) => {
    const buffer = new TextBuffer(output);
    for (const piece of pieces) {
      buffer.write(piece);
      const wait = output.drain();
      if (wait !== undefined) await wait;
      if (output.closed) return;
    }
    buffer.flush();
  });
}

/** The format to write: as said, or as the name says. `among`: where more than traces can be written. */
export function outputFormat(path: string, id: string | undefined): Format;
export function outputFormat(path: string, id: string | undefined, among: readonly WrittenFormat[]): WrittenFormat;
export function outputFormat(path: string, id: string | undefined, among: readonly WrittenFormat[] = formats): WrittenFormat {
  const format = id === undefined ? formatForFile(path, among) : among.find((known) => known.id === id);
  if (format !== undefined) return format;
  const extensions = among.map(({ extensions: [first] }) => `.${first}`).join(', ');
  const what = path === '-' ? 'the format of standard output is not known' : 'the extension says no format';
  throw new InputError(
    'USAGE',
    path === '-' ? {} : { file: path },
    what,
    `name it with --to (${among.map((known) => known.id).join(', ')}), or end the file in ${extensions}`,
  );
}
