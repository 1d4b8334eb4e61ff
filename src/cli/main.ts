#!/usr/bin/env node
// The program `foretrace`. Compilers are started once per file of a project, so those commands go past all that the others need:
// 20 ms instead of 110 beside Node's own start. The others are one script, which scripts/bundle.mjs makes of command-line.ts.

import { fileURLToPath } from 'node:url';

const [, , name = '', ...args] = process.argv;
// `--help` alone is a question to us; with other words it is the compiler's.
if ((name === 'cc' || name === 'c++' || name === 'rustc') && !(args.length === 1 && args[0] === '--help')) {
  const { compiling } = await import('./compiling.ts');
  process.exitCode = await compiling(name, args);
} else {
  const { keptModule } = await import('../base/kept-code.ts');
  const script = fileURLToPath(new URL('./foretrace.cjs', import.meta.url));
  const program = keptModule<typeof import('./command-line.ts')>(script, { purpose: name, when: 'exit' });
  await program.commandLine((url) => import(url));
}
