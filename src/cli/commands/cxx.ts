// `foretrace c++`: a drop-in C++ compiler. main.ts goes straight to compiling.ts; this is what help and documents say.

import { command } from '../command.ts';
import { compiling } from '../compiling.ts';

export const cxxCommand = command({
  description:
    'Calls the real C++ compiler (FORETRACE_CXX, else g++, clang++ or c++) with the same arguments, and has it instrument what it compiles and link the recorder.',
  arguments: [
    { name: 'ARGUMENTS...', help: 'whatever the real compiler takes; all of it is passed on', optional: true, file: true },
  ],
  options: {},
  passThrough: true,
  examples: [
    { line: 'foretrace c++ -O2 -pthread queue.cpp -o queue', says: 'a program that can be recorded' },
    { line: 'CXX="foretrace c++" make', says: 'the same for a project with a Makefile' },
  ],
  async run({ args }) {
    return compiling('c++', args);
  },
});
