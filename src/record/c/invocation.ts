// What a compiler is asked to do: whether it compiles or links, what comes out, and which of its arguments matter to a recorder.
// Understands gcc's and clang's command lines as far as that needs; everything else is passed on unread.

import { readFileSync } from 'node:fs';

export interface Invocation {
  /** As the compiler shall get them: response files are opened only where something in them is left out. */
  readonly args: readonly string[];
  /** `nothing` is a question (`-v`, `-dumpmachine`), or no input at all: not ours to change. */
  readonly makes: 'nothing' | 'object' | 'executable' | 'shared';
  /** Sanitizers that cannot live beside the recorder. */
  readonly sanitizers: readonly string[];
  /** What was left out of the arguments, to say so. */
  readonly leftOut: readonly string[];
  /** -m32 and the like. */
  readonly narrow: string | undefined;
  /** A shared object that must have no undefined symbols. */
  readonly complete: boolean;
}

/** Options whose value is the next argument. */
const WITH_VALUE = new Set(
  (
    '-o -x -I -L -D -U -A -B -T -u -z -e -l -G -MF -MT -MQ -include -imacros -isystem -idirafter -iquote -iprefix -iwithprefix ' +
    '-iwithprefixbefore -isysroot -imultilib -Xlinker -Xassembler -Xpreprocessor -Xclang -aux-info -wrapper --param -dumpdir ' +
    '-dumpbase -dumpbase-ext -target -arch -mllvm -framework -rpath -specs --sysroot'
  ).split(' '),
);
/** With one of these nothing is linked. */
const NO_LINK = /^(?:-[cESr]|-MM?|-fsyntax-only|--analyze|--precompile|-Wl,(?:.*,)?(?:-r|--relocatable|-i)(?:,.*)?)$/;
const QUESTION = /^(?:--?help(?:=.*)?|--target-help|--version|-dump(?:machine|version|fullversion|specs)|--?print-.*|-###)$/;
const STATIC = new Set(['-static', '--static', '-static-pie']);
const HEADER = /\.(?:h|hh|hpp|hxx|h\+\+|H|hp|tcc)$/;
const COMPLETE = /^(?:-Wl,.*(?:--no-undefined|-z,defs)|-z=?defs|defs|--no-undefined)/;
/** -fsanitize= values that work beside the recorder: they bring no runtime that would take over threads or memory. */
const HARMLESS = new Set(
  (
    'undefined shift integer-divide-by-zero unreachable vla-bound null return signed-integer-overflow bounds bounds-strict alignment ' +
    'object-size float-divide-by-zero float-cast-overflow nonnull-attribute returns-nonnull-attribute bool enum vptr builtin ' +
    'pointer-overflow shadow-call-stack shift-exponent shift-base array-bounds function integer nullability implicit-conversion ' +
    'unsigned-integer-overflow local-bounds'
  ).split(' '),
);

export function invocation(given: readonly string[]): Invocation {
  const words = given.flatMap((word) => expanded(word, 0));
  const kept: string[] = [];
  const leftOut: string[] = [];
  const sanitizers: string[] = [];
  const seen = { inputs: 0, headers: 0, question: false, link: true, shared: false, complete: false };
  let narrow: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const left = withoutOurs(word, sanitizers);
    if (left !== undefined) kept.push(left);
    if (left !== word) leftOut.push(word);
    if (WITH_VALUE.has(word)) {
      const value = words[++i];
      if (value === undefined) continue;
      kept.push(value);
      if (COMPLETE.test(value)) seen.complete = true;
      if (word === '-x' && value.endsWith('-header')) seen.link = false;
      if (word === '-l') seen.inputs++;
    } else if (word === '-' || !word.startsWith('-')) {
      seen.inputs++;
      if (HEADER.test(word)) seen.headers++;
    } else if (QUESTION.test(word)) seen.question = true;
    else if (NO_LINK.test(word)) seen.link = false;
    else if (word === '-shared' || word === '--shared') seen.shared = true;
    else if (COMPLETE.test(word)) seen.complete = true;
    else if (/^-m(?:32|x32|16)$/.test(word)) narrow = word;
  }
  const links = seen.link && seen.headers < seen.inputs;
  const makes = seen.question || seen.inputs === 0 ? 'nothing' : !links ? 'object' : seen.shared ? 'shared' : 'executable';
  const args = leftOut.length === 0 ? given : kept;
  return {
    args,
    makes,
    sanitizers,
    leftOut: leftOut.filter((word) => !word.startsWith('-fsanitize')),
    narrow,
    complete: seen.complete,
  };
}

/** The word without what the recorder does in its place; undefined if nothing is left. */
function withoutOurs(word: string, sanitizers: string[]): string | undefined {
  // Names and lines come from the symbols that -s would strip; the runtime finds the C library's functions by the dynamic linker.
  if (STATIC.has(word) || word === '-s') return undefined;
  if (!word.startsWith('-fsanitize=')) return word;
  const names = word.slice('-fsanitize='.length).split(',');
  sanitizers.push(...names.filter((name) => name !== 'thread' && !HARMLESS.has(name)));
  const others = names.filter((name) => name !== 'thread');
  return others.length === 0 ? undefined : `-fsanitize=${others.join(',')}`;
}

/** A response file's words; anything that is none is itself, as for the compiler. */
function expanded(word: string, depth: number): string[] {
  if (!word.startsWith('@') || depth > 20) return [word];
  let text: string;
  try {
    text = readFileSync(word.slice(1), 'utf8');
  } catch {
    return [word];
  }
  return responseWords(text).flatMap((inner) => expanded(inner, depth + 1));
}

/** As libiberty splits them: blanks separate, quotes group, a backslash takes the next character as it is. */
function responseWords(text: string): string[] {
  const tokens = text.matchAll(/(?:[^\s'"\\]|\\[\s\S]|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")+/g);
  const unescaped = (part: string): string => part.replace(/\\([\s\S])/g, '$1');
  return Array.from(tokens, ([token]) =>
    token.replace(/'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\[\s\S]/g, (whole, single?: string, double?: string) =>
      unescaped(single ?? double ?? whole),
    ),
  );
}
