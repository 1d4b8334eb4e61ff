// What a linker says when recorded objects are linked without the recorder. Beside the raw names of the runtime it is to name the remedy: every
// recorded object asks for a symbol that only `foretrace cc` links (runtime/core/linked.c), and the symbol is called what is to be done.

/** In a section that is not loaded, so that it costs a program nothing and a shared object may have it undefined. */
const ASKS = ['.pushsection .foretrace,"",@progbits', '.quad link_this_program_with_foretrace_cc', '.popsection'];

/** Files for the compiler to read, by name. */
export const hintFiles: Readonly<Record<string, string>> = {
  'hint.s': `${ASKS.map((line) => `\t${line}\n`).join('')}`,
  // What is not C has no part in it: assembler is not recorded.
  'recorded.h': `#ifndef __ASSEMBLER__\n__asm__(${JSON.stringify(ASKS.join('\n'))});\n#endif\n`,
};

/**
 * gcc hands a second file to the assembler: a header of ours would come before the program's own, and gcc reads a precompiled one only if nothing does.
 * Assembler of the program's own is left alone, and so is what comes to the assembler by a pipe, beside which it reads nothing. The word goes into specs.
 */
export function hintForAssembler(folder: string): string {
  const isPlain = /^[\w./+@~-]+$/.test(folder);
  return isPlain ? `%{!pipe:%{!,assembler:%{!,assembler-with-cpp:${folder}/hint.s}}}` : '';
}

/** clang has its assembler within, and reads precompiled headers all the same. Not a header of the project: -MMD does not tell of it. */
export function hintForCompiler(folder: string): string[] {
  return ['-idirafter', folder, '-include', 'recorded.h'];
}
