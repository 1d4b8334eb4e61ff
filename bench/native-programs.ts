// How the suites build programs: as they are, for the recorder of dist, and for ThreadSanitizer; C and C++ by gcc if nothing else is said.

import { mkdtempSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { languageOf, type NativeLanguage } from './native-languages.ts';
import { processCost } from './process-cost.ts';
import { builtForetrace } from './run-cost.ts';
import type { Context, Suite, Table } from './suite.ts';

/** ThreadSanitizer of some kernels and compilers fails with randomised addresses. */
export const FIXED_ADDRESSES = ['setarch', '-R'];
/** Seconds. A compiler may take long on a busy machine. */
const PATIENCE = 300;

interface Compiler {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const COMPILERS = {
  plain: ({ compiler }) => ({ words: [compiler] }),
  recorded: (language, root) => recording(language, language.compiler, root),
  'recorded by clang': (language, root) => recording(language, language.clang!, root),
  sanitized: ({ compiler }) => ({ words: [compiler, '-fsanitize=thread'] }),
  'sanitized by clang': ({ clang }) => ({ words: [clang!, '-fsanitize=thread'] }),
} as const satisfies Readonly<Record<string, (language: NativeLanguage, root: string) => Compiler>>;

function recording({ foretrace: [command, variable] }: NativeLanguage, compiler: string, root: string): Compiler {
  return { words: [process.execPath, builtForetrace(root), command], env: { [variable]: compiler } };
}

/** Those of ThreadSanitizer and of clang are for C and C++. */
export type Build = keyof typeof COMPILERS;

/** The compiler does not take the program. */
export class BuildError extends Error {}

export class NativePrograms {
  readonly folder: string;
  readonly #root: string;

  constructor({ root }: Pick<Context, 'root'>, folder: string) {
    this.folder = folder;
    this.#root = root;
  }

  /** The path of the program that it made of the source. */
  async built(how: Build, source: string, flags: readonly string[] = []): Promise<string> {
    const language = languageOf(source)!;
    const program = join(this.folder, `${basename(source, extname(source))}-${how.replaceAll(' ', '-')}`);
    const { words, env = {} }: Compiler = COMPILERS[how](language, this.#root);
    const args = [...language.flags, source, ...flags, '-o', program];
    const circumstances = { cwd: this.folder, env: { ...process.env, ...env }, patience: PATIENCE };
    const { status, output } = await processCost([...words, ...args], circumstances);
    if (status !== 0) throw new BuildError(`${words.join(' ')} of ${source} failed: ${output}`);
    return program;
  }
}

/** A suite that builds programs in a folder, which is removed at its end. */
export function nativeSuite(
  id: string,
  says: string,
  tables: (programs: NativePrograms, context: Context) => Promise<Table | Table[]>,
): Suite {
  return {
    id,
    says,
    async run(context) {
      const folder = mkdtempSync(join(context.scratch, 'native-'));
      try {
        return [await tables(new NativePrograms(context, folder), context)].flat();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
