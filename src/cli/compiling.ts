// `foretrace cc` and `foretrace c++` from arguments to exit status; what is needed only to fail is loaded only then.

import { compile } from '../record/c/compile.ts';
import type { Language } from '../record/c/toolchain.ts';

export async function compiling(language: Language, args: readonly string[]): Promise<number> {
  try {
    return compile(language, args, process.env);
  } catch (error) {
    const [{ failure }, { colors, wantsColor }] = await Promise.all([import('./failure.ts'), import('./color.ts')]);
    const { message, status } = failure(error, colors(wantsColor('auto', process.env, process.stderr)));
    process.stderr.write(message);
    return status;
  }
}
