// Writes what a command makes, to a file or to standard output: complete or not at all, and never faster than it is taken.

import { type Output, writeOutput } from '../formats/file/output.ts';
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
