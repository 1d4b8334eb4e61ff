// `foretrace cc`, `foretrace c++` and `foretrace rustc` from arguments to exit status; what is needed only to fail is loaded only then.

import { compile } from '../record/c/compile.ts';

/** By the names of their commands. */
const COMPILERS = {
  cc: (args: readonly string[]) => compile('c', args, process.env),
  'c++': (args: readonly string[]) => compile('c++', args, process.env),
  // Loaded only for Rust: the others are started once per file.
  rustc: async (args: readonly string[]) => (await import('../record/c/rust/compile.ts')).compileRust(args, process.env),
} as const;

export async function compiling(name: keyof typeof COMPILERS, args: readonly string[]): Promise<number> {
  try {
    return await COMPILERS[name](args);
  } catch (error) {
    const [{ failure }, { colors, wantsColor }] = await Promise.all([import('./failure.ts'), import('./color.ts')]);
    const { message, status } = failure(error, colors(wantsColor('auto', process.env, process.stderr)));
    process.stderr.write(message);
    return status;
  }
}
