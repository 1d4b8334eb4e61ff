// How the suites build C and C++ programs: as they are, for the recorder of dist, and for ThreadSanitizer of gcc.

import { mkdtempSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { processCost } from './process-cost.ts';
import { builtForetrace } from './run-cost.ts';
import type { Context, Suite, Table } from './suite.ts';

/** ThreadSanitizer of some kernels and compilers fails with randomised addresses. */
export const FIXED_ADDRESSES = ['setarch', '-R'];
/** Seconds. A compiler may take long on a busy machine. */
const PATIENCE = 300;

export type Build = 'plain' | 'recorded' | 'sanitized';

export class NativePrograms {
  readonly folder: string;
  readonly #foretrace: string;

  constructor(context: Context, folder: string) {
    this.folder = folder;
    this.#foretrace = builtForetrace(context.root);
  }

  /** The path of the program that it made of the source. */
  async built(how: Build, source: string): Promise<string> {
    const cpp = source.endsWith('.cpp');
    const program = join(this.folder, `${basename(source, extname(source))}-${how}`);
    const args = [...(cpp ? ['-std=c++20'] : []), '-O1', '-g', '-w', '-pthread', source, '-o', program];
    const compiler = {
      plain: [cpp ? 'g++' : 'gcc'],
      recorded: [process.execPath, this.#foretrace, cpp ? 'c++' : 'cc'],
      sanitized: [cpp ? 'g++' : 'gcc', '-fsanitize=thread'],
    }[how];
    const { status, output } = await processCost([...compiler, ...args], { cwd: this.folder, patience: PATIENCE });
    if (status !== 0) throw new Error(`${compiler.join(' ')} of ${source} failed: ${output}`);
    return program;
  }
}

/** A suite of one table that builds programs in a folder, which is removed at its end. */
export function nativeSuite(
  id: string,
  says: string,
  table: (programs: NativePrograms, context: Context) => Promise<Table>,
): Suite {
  return {
    id,
    says,
    async run(context) {
      const folder = mkdtempSync(join(context.scratch, 'native-'));
      try {
        return [await table(new NativePrograms(context, folder), context)];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
