// How a program is started on Windows, where `npm` is a file for the shell, `npm.cmd`: found on the PATH as the shell finds it, and run by the shell, with
// each argument in the form that comes out as it went in. Pure, so that it is tested on Linux.

import { win32 } from 'node:path';

export interface StartedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** The arguments are quoted already: an option of `spawn`. */
  readonly windowsVerbatimArguments?: true;
}

type Environment = Readonly<Record<string, string | undefined>>;

const USUAL_ENDINGS = '.COM;.EXE;.BAT;.CMD';
const OF_SHELL = /\.(?:cmd|bat)$/i;

/** `isFile` says whether there is such a file. A program that is not found is left to the system, which says so. */
export function windowsProgram(
  words: readonly string[],
  env: Environment,
  cwd: string,
  isFile: (path: string) => boolean,
): StartedProgram {
  const [program = '', ...args] = words;
  const found = fileOf(program, env, cwd, isFile);
  if (found === undefined || !OF_SHELL.test(found)) return { command: found ?? program, args };
  // What npm makes hands its arguments on to a second line, which the shell reads once more.
  const times = /\.cmd$/i.test(found) ? 2 : 1;
  const line = [escaped(win32.normalize(found), 1), ...args.map((arg) => escaped(quoted(arg), times))].join(' ');
  const shell = variable(env, 'ComSpec') ?? 'cmd.exe';
  return { command: shell, args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true };
}

/** In the folders of the PATH, the current one first, by each ending of PATHEXT; a name that has one of these also as it is. */
function fileOf(program: string, env: Environment, cwd: string, isFile: (path: string) => boolean): string | undefined {
  if (program === '') return undefined;
  const endings = (variable(env, 'PATHEXT') ?? USUAL_ENDINGS).split(';').filter((ending) => ending !== '');
  const isWhole = endings.some((ending) => program.toLowerCase().endsWith(ending.toLowerCase()));
  const folders = /[\\/]/.test(program)
    ? [cwd]
    : [cwd, ...(variable(env, 'PATH') ?? '').split(';').filter((path) => path !== '')];
  for (const folder of folders) {
    const path = win32.resolve(folder, program);
    const found = [...(isWhole ? [''] : []), ...endings].map((ending) => path + ending).find(isFile);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of variables are the same in capitals and in small letters. */
function variable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((other) => other.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/** As programs take their line apart: backslashes mean themselves, but before a quote. */
function quoted(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}

/** What the shell would take for something else has a caret before it, once for each time that it reads the line. */
function escaped(text: string, times: number): string {
  const once = text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
  return times === 1 ? once : escaped(once, times - 1);
}
