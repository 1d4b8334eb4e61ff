// Whether a program has a race, as its suite says: by the end of its name, as several suites have it, or by a list. Lists name programs
// by their paths in the suite, or by less of them, as far as people write it.

import { basename, extname } from 'node:path';
import { UsageError } from '../reproduce/options.ts';

export type Label = 'race' | 'ok';

/** Of a name without its extension; the first that fits: `no-race` ends like `race`. */
const ENDINGS: readonly (readonly [RegExp, Label])[] = [
  // Ours.
  [/\.ok$/, 'ok'],
  [/\.(?:race|predicted)$/, 'race'],
  // DataRaceBench has `yes` and `no`, SCTBench `bad` and `ok`, Goblint `rc` and `nr`.
  [/[-_](?:no|ok|good|nr|no[-_]?race)$/, 'ok'],
  [/[-_](?:yes|bad|rc|race|racy)$/, 'race'],
];

export function labelIn(name: string): Label | undefined {
  const stem = basename(name, extname(name));
  return ENDINGS.find(([ending]) => ending.test(stem))?.[1];
}

/** What a list says of programs. */
export class ProgramList<Said> {
  readonly #said: ReadonlyMap<string, Said>;
  readonly #unused: Set<string>;

  constructor(said: ReadonlyMap<string, Said>) {
    this.#said = said;
    this.#unused = new Set(said.keys());
  }

  get(program: string): Said | undefined {
    const names = [program, basename(program), basename(program, extname(program))];
    const name = names.find((each) => this.#said.has(each));
    if (name === undefined) return undefined;
    this.#unused.delete(name);
    return this.#said.get(name);
  }

  /** Names that nobody asked for: of programs that are not there. */
  unused(): string[] {
    return [...this.#unused];
  }
}

export interface Labelled {
  readonly label: Label;
  readonly reason?: string;
}

/** Lines of `path race|ok [reason]`. */
export function labelList(text: string, file: string): ProgramList<Labelled> {
  return listOf(text, file, /^(.+?)\s+(race|ok)(?:\s+(.+))?$/, 'path race|ok [reason]', (label, reason) => ({
    label: label as Label,
    ...(reason !== undefined && { reason }),
  }));
}

/** Lines of `name cause`, or `name, cause`: why a race cannot show in a run on a processor. */
export function causeList(text: string, file: string): ProgramList<string> {
  return listOf(text, file, /^([^\s,]+)[\s,]+(.+)$/, 'name cause', (cause) => cause!);
}

function listOf<Said>(
  text: string,
  file: string,
  form: RegExp,
  words: string,
  said: (...parts: readonly (string | undefined)[]) => Said,
): ProgramList<Said> {
  const list = new Map<string, Said>();
  for (const [i, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const match = form.exec(trimmed);
    if (match === null) throw new UsageError(`${file}:${i + 1}: a line is \`${words}\`, and not \`${trimmed}\``);
    const [, name, ...parts] = match;
    if (list.has(name!)) throw new UsageError(`${file}:${i + 1}: ${name} is there twice`);
    list.set(name!, said(...parts));
  }
  return new ProgramList(list);
}
