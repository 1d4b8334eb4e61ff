// `foretrace rustc`: a drop-in rustc. main.ts goes straight to compiling.ts; this is what help and documents say.

import { command } from '../command.ts';
import { compiling } from '../compiling.ts';

export const rustcCommand = command({
  description:
    'Calls the real rustc (FORETRACE_RUSTC, else the one on PATH) with the same arguments, and has it instrument what it compiles, take a standard library that is instrumented too, and link the recorder.',
  arguments: [{ name: 'ARGUMENTS...', help: 'whatever rustc takes; all of it is passed on', optional: true, file: true }],
  options: {},
  passThrough: true,
  examples: [
    { line: 'foretrace rustc -O queue.rs', says: 'a program that can be recorded' },
    { line: 'foretrace rustc --test queue.rs -o tests', says: 'its tests' },
  ],
  async run({ args }) {
    return compiling('rustc', args);
  },
});
