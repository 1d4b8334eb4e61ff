// `foretrace cc`: a drop-in C compiler. main.ts goes straight to compiling.ts; this is what help and documents say.

import { command } from '../command.ts';
import { compiling } from '../compiling.ts';

export const ccCommand = command({
  description:
    'Calls the real C compiler (FORETRACE_CC, else gcc, clang or cc) with the same arguments, and has it instrument what it compiles and link the recorder.',
  arguments: [
    { name: 'ARGUMENTS...', help: 'whatever the real compiler takes; all of it is passed on', optional: true, file: true },
  ],
  options: {},
  passThrough: true,
  examples: [
    { line: 'foretrace cc -O2 -pthread queue.c -o queue', says: 'a program that can be recorded' },
    { line: 'CC="foretrace cc" make', says: 'the same for a project with a Makefile' },
    { line: 'CC="foretrace cc" CXX="foretrace c++" cmake -B build', says: 'and for one with CMake' },
  ],
  async run({ args }) {
    return compiling('cc', args);
  },
});
