// Finds the real compiler: what the user names, else the first of the usual ones on PATH. No process is started for it, because
// this runs once per compiled file.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, join, sep } from 'node:path';
import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';

export type Language = 'c' | 'c++';

export interface Compiler {
  /** The command: a program and, for `ccache gcc`, what comes before the arguments. */
  readonly command: readonly string[];
  readonly family: 'gcc' | 'clang';
  /** Changes with the compiler: paths, sizes and times of its programs. */
  readonly identity: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = { c: 'FORETRACE_CC', 'c++': 'FORETRACE_CXX' } as const;
const USUAL = { c: ['gcc', 'clang', 'cc'], 'c++': ['g++', 'clang++', 'c++'] } as const;
const HOW_TO_GET = 'install one (Debian, Ubuntu: apt-get install gcc g++), or name one';

export function findCompiler(language: Language, env: Environment): Compiler {
  const variable = VARIABLE[language];
  const named = env[variable]?.trim();
  if (named !== undefined && named !== '') {
    const found = compilerOf(named.split(/\s+/), env);
    if (found !== undefined) return found;
    throw new InputError('NO_COMPILER', {}, `${variable} is ${quote(named)}, which is no program`, 'a name on PATH, or a path');
  }
  for (const name of USUAL[language]) {
    const found = compilerOf([name], env);
    if (found !== undefined) return found;
  }
  const tried = USUAL[language].join(', ');
  throw new InputError('NO_COMPILER', {}, `no ${language} compiler on PATH: tried ${tried}`, `${HOW_TO_GET} in ${variable}`);
}

function compilerOf(command: readonly string[], env: Environment): Compiler | undefined {
  const program = which(command[0]!, env);
  if (program === undefined) return undefined;
  const programs = [program, ...command.slice(1).flatMap((word) => which(word, env) ?? [])].map((path) => realpathSync(path));
  const family = /clang/.test(`${command.at(-1)} ${basename(programs.at(-1)!)}`) ? 'clang' : 'gcc';
  const identity = programs.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return { command: [program, ...command.slice(1)], family, identity: [...command, ...identity].join('\n') };
}

/** The path of a program, as a shell finds it. */
export function which(name: string, env: Environment): string | undefined {
  const candidates = name.includes(sep) ? [name] : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
}
