// The call stacks of the labelled programs as others tell them: ThreadSanitizer, which keeps frames as we do, and gdb, which unwinds the stack.

import { readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { finished } from '../record/judge.ts';
import { type Compile, folder, type Place, type Stack, type Stacks, succeeds } from './labelled-stacks.ts';

const files = new Set(readdirSync(folder));

/** A frame of the program; libraries with debug information have lines, too. */
function placed(name: string, at: string): Place[] {
  const [file, line] = basename(at).split(':');
  return files.has(file!) ? [{ function: plainName(name), at: `${file}:${line}` }] : [];
}

/** Without the result, arguments and what templates were given. */
function plainName(name: string): string {
  return name
    .replace(/^void /, '')
    .replace(/(?<!operator)\(.*$/, '')
    .replace(/<.*>/, '');
}

/** As gcc -fsanitize=thread does it. */
export const sanitized: Compile = (compiler, args) => succeeds([compiler, '-fsanitize=thread', ...args]);

/**
 * Undefined where it does not run. It needs the addresses that it knows: `setarch -R`. What it says depends on the run: now and then it passes a race by
 * whose accesses come close together, or does not say where one is. So it is asked for `variables` again.
 */
export async function byThreadSanitizer(executable: string, variables: readonly string[]): Promise<Stacks | undefined> {
  const env = { ...process.env, TSAN_OPTIONS: 'exitcode=66 atexit_sleep_ms=0 history_size=7' };
  const found: Record<string, readonly Stack[]> = {};
  for (let turn = 0; turn < 5 && variables.some((variable) => found[variable] === undefined); turn++) {
    const { status, output } = await finished(['setarch', '-R', executable], folder, env);
    if (status !== 66) return undefined;
    for (const report of output.split('WARNING: ThreadSanitizer: data race').slice(1)) {
      const variable = /Location is global '(\w+)'/.exec(report)?.[1];
      if (variable === undefined) continue;
      const stacks = report.matchAll(/of size \d+ at \S+ by [^\n]*:\n((?: +#.*\n)+)/g);
      found[variable] ??= [...stacks].map(([, lines]) => reported(lines!));
    }
  }
  return found;
}

/** `    #1 name(arguments) path/file.c:41 (module+0x12)`. */
function reported(lines: string): Stack {
  return [...lines.matchAll(/^ +#\d+ (.*) (\S+) \((\S+)\+0x[0-9a-f]+\)$/gm)].flatMap(([, name, at, module]): Place[] => {
    if (at !== '<null>') return placed(name!, at!);
    return module === 'libstripped.so' ? [{ function: name === '<null>' ? module : name!, at: '' }] : [];
  });
}

const SCRIPT = `set pagination off
set width 0
handle all nostop noprint pass
break touch
commands
silent
backtrace
continue
end
run
`;

/** Of the same binary that is recorded, which records nothing here: gdb stops wherever a variable is touched. */
export async function byGdb(executable: string): Promise<Stacks> {
  const script = `${executable}.gdb`;
  writeFileSync(script, SCRIPT);
  const { output } = await finished(['gdb', '-batch', '-nx', '-x', script, executable], folder);
  const stacks: Record<string, Stack[]> = {};
  for (const [, lines, variable] of output.matchAll(/^(?=(#0 .* <\w+>\) at .*\n(?:#[1-9].*\n)*))#0 .* <(\w+)>/gm)) {
    stacks[variable!] ??= [];
    stacks[variable!]!.push(unwound(lines!));
  }
  return stacks;
}

/** `#1  0x12 in name (arguments) at path/file.c:41`. */
function unwound(lines: string): Stack {
  const frames = lines.matchAll(/^#\d+ +(?:0x[0-9a-f]+ in )?(.*?) \(.*? (?:at|from) (\S+)$/gm);
  return [...frames].flatMap(([, name, at]) => placed(name!, at!));
}
