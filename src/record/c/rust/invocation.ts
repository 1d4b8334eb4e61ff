// What rustc is asked to do: whether anything is compiled, what comes out, and for which machine.

export interface RustInvocation {
  /** `nothing` is a question, or a procedural macro, which is a part of the compiler. */
  readonly makes: 'nothing' | 'library' | 'executable';
  /** With the harness that runs tests. */
  readonly isTest: boolean;
  /** As the compiler shall get them. */
  readonly args: readonly string[];
  readonly target: string | undefined;
  readonly leftOut: readonly string[];
  /** Sanitizers that cannot live beside the recorder. */
  readonly sanitizers: readonly string[];
}

/** Options whose value is the next argument. */
const WITH_VALUE = new Set(
  (
    '-L -l -o -C -Z -A -W -D -F --cfg --check-cfg --crate-type --crate-name --edition --emit --print --out-dir --explain --target --allow --warn ' +
    '--force-warn --deny --forbid --cap-lints --codegen --extern --sysroot --error-format --json --color --diagnostic-width --remap-path-prefix --env-set'
  ).split(' '),
);
const QUESTION = /^(?:-h|--help|-V|-vV|-Vv|--version|--explain|--print)$/;
const LIBRARIES = new Set(['lib', 'rlib', 'dylib', 'cdylib', 'staticlib']);

export function rustInvocation(given: readonly string[]): RustInvocation {
  const args: string[] = [];
  const leftOut: string[] = [];
  const sanitizers: string[] = [];
  const kinds: string[] = [];
  const seen = { inputs: 0, question: false, test: false };
  let target: string | undefined;
  for (let i = 0; i < given.length; i++) {
    const [name, value, width] = option(given, i);
    const words = given.slice(i, i + width);
    i += width - 1;
    const sanitizer = /^(?:-Z|-C) sanitizer=(.*)$/.exec(`${name} ${value ?? ''}`)?.[1];
    if (sanitizer !== undefined) sanitizers.push(...sanitizer.split(',').filter((word) => word !== 'thread'));
    if (sanitizer === 'thread') continue;
    if (isPolish(name, value) || isStatic(name, value)) {
      leftOut.push(words.join(' '));
      continue;
    }
    args.push(...words);
    if (QUESTION.test(name) || value === 'help') seen.question = true;
    else if (name === '--test') seen.test = true;
    else if (name === '--target') target = value;
    else if (name === '--crate-type') kinds.push(...(value ?? '').split(','));
    else if (name === '-' || !name.startsWith('-')) seen.inputs++;
  }
  const isMacro = kinds.includes('proc-macro') && !seen.test;
  const isLibrary = kinds.length > 0 && kinds.every((kind) => LIBRARIES.has(kind)) && !seen.test;
  const makes = seen.question || seen.inputs === 0 || isMacro ? 'nothing' : isLibrary ? 'library' : 'executable';
  return { makes, isTest: seen.test, args: makes === 'nothing' ? given : args, target, leftOut, sanitizers };
}

/** The option at a place: its name, its value, and how many words it takes. */
function option(words: readonly string[], at: number): [name: string, value: string | undefined, width: number] {
  const word = words[at]!;
  if (WITH_VALUE.has(word)) return [word, words[at + 1], at + 1 < words.length ? 2 : 1];
  const long = /^(--[^=]+)=(.*)$/s.exec(word);
  if (long !== null) return [long[1]!, long[2]!, 1];
  const short = /^(-[CZLlAWDF])(.+)$/s.exec(word);
  return short === null ? [word, undefined, 1] : [short[1]!, short[2]!, 1];
}

/** What profiles of cargo ask for, and what is done without, so that nobody need be told: names need the symbols, and the instrumented library has nothing to
 * optimise as a whole. */
function isPolish(name: string, value: string | undefined): boolean {
  return (name === '-C' || name === '--codegen') && /^(?:strip=(?!none)|lto\b|linker-plugin-lto\b)/.test(value ?? '');
}

function isStatic(name: string, value: string | undefined): boolean {
  return (name === '-C' || name === '--codegen') && value === 'target-feature=+crt-static';
}
