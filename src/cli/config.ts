// What a project always wants: `foretrace.config.json`, or the key `foretrace` of package.json, in the working directory or above.
// Its keys are the options of the commands in camelCase; an option on the command line wins. schema/config-1.json describes it.

import { dirname, join, relative, resolve } from 'node:path';
import { type ErrorCode, InputError } from '../base/error.ts';
import { jsonText } from '../base/json.ts';
import { nearest } from '../base/nearest.ts';
import { quote } from '../base/quote.ts';
import type { CommandEntry } from './command.ts';
import { FLEET } from './fleet-package.ts';
import { isForConfiguration, type Option, type OptionTable } from './option.ts';
import { globalOptions } from './session.ts';
import { textFileIfThere } from './text-file.ts';
import { foldersUpwards } from './upwards.ts';

/** In bytes: nobody writes a longer one by hand. */
const LARGEST = 1 << 20;

export const CONFIG_FILE = 'foretrace.config.json';

/** These say where one call writes, and whether code of a checkout runs: a file that comes with it has no say in that. */
const ONLY_ON_THE_LINE: ReadonlySet<string> = new Set(['output', 'trace', 'raw', 'schedule', 'updateBaseline', 'configPlugins']);

export interface Config {
  readonly file: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function isConfigurable(key: string): boolean {
  return !ONLY_ON_THE_LINE.has(key);
}

/** Keys that hold the options of another package's commands. */
const SECTIONS: ReadonlySet<string> = new Set([FLEET]);

/** The nearest one, or its part for the commands of another package; undefined if there is none. */
export function projectConfig(section?: string): Config | undefined {
  const config = wholeConfig();
  if (config === undefined || section === undefined) return config;
  return { file: config.file, values: asObject(config.values[section] ?? {}, config.file) };
}

function wholeConfig(): Config | undefined {
  for (const folder of foldersUpwards()) {
    const own = jsonIfThere(join(folder, CONFIG_FILE));
    if (own !== undefined) return { file: join(folder, CONFIG_FILE), values: asObject(own, join(folder, CONFIG_FILE)) };
    const manifest = join(folder, 'package.json');
    const content = jsonIfThere(manifest, true);
    const part = (content as { foretrace?: unknown } | null | undefined)?.foretrace;
    if (part !== undefined) return { file: manifest, values: asObject(part, manifest) };
  }
  return undefined;
}

/** The options of the configuration that a table has, as the command line would give them. */
export function configured(config: Config | undefined, table: OptionTable): Record<string, unknown> {
  if (config === undefined) return {};
  const given = Object.entries(table).filter(
    ([key, option]) => isConfigurable(key) && isForConfiguration(option) && config.values[key] !== undefined,
  );
  return Object.fromEntries(given.map(([key, option]) => [key, asGiven(key, option, config)]));
}

/** A key that no command knows is a mistake worth a word. Loads every command, so only asked about keys that this one does not know. */
export async function checkKeys({ file, values }: Config, own: OptionTable, commands: readonly CommandEntry[]): Promise<void> {
  const isOurs = (key: string): boolean => key === '$schema' || SECTIONS.has(key);
  const strange = Object.keys(values).filter((key) => !isOurs(key) && !(key in own) && !(key in globalOptions));
  if (strange.length === 0 && Object.keys(values).every(isConfigurable)) return;
  // What plug-ins have for options is not known where they are not loaded.
  const isAnybodys = values['plugin'] !== undefined;
  const tables = await Promise.all(commands.map(async ({ load }) => Object.keys((await load()).options)));
  const known = new Set([...tables.flat(), ...Object.keys(globalOptions)].filter(isConfigurable));
  for (const key of Object.keys(values)) {
    if (isOurs(key) || known.has(key) || (isAnybodys && isConfigurable(key))) continue;
    const meant = isConfigurable(key) ? nearest(key, [...known]) : undefined;
    const why = isConfigurable(key) ? 'is no option' : 'can only be said on the command line';
    throw bad(file, `${quote(key)} ${why}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`);
  }
}

function asGiven(key: string, option: Option, { file, values }: Config): unknown {
  const value = values[key];
  const wrong = (wanted: string): never => {
    throw bad(file, `${quote(key)} is ${quote(jsonText(value))}, and ${wanted} was expected`);
  };
  switch (option.kind) {
    case 'flag':
      if (typeof value !== 'boolean') wrong('true or false');
      return value === true ? true : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : wrong('a number');
    case 'size':
      return typeof value === 'number' || typeof value === 'string' ? String(value) : wrong('a size, such as "500M",');
    case 'duration':
      return typeof value === 'number' || typeof value === 'string' ? String(value) : wrong('a time, such as "30s",');
    case 'file':
      // As whoever wrote the file meant it, wherever foretrace is called.
      return typeof value === 'string' ? relative(process.cwd(), resolve(dirname(file), value)) || '.' : wrong('a path');
    case 'text': {
      if (!option.repeat) return typeof value === 'string' ? value : wrong('a text');
      const several = Array.isArray(value) ? value : [value];
      return several.every((one) => typeof one === 'string') ? several : wrong('a list of texts');
    }
  }
}

function jsonIfThere(path: string, forgiving = false): unknown {
  const text = textFileIfThere(path, LARGEST);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // A package.json that is no JSON is somebody else's to mend.
    if (forgiving) return undefined;
    throw bad(path, `it is not JSON: ${(error as Error).message}`);
  }
}

function asObject(value: unknown, file: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(file, 'an object with options was expected');
  return value as Record<string, unknown>;
}

function bad(file: string, what: string): InputError {
  const code: ErrorCode = 'CONFIG_BAD';
  return new InputError(
    code,
    { file },
    what,
    'docs/configuration.md has the keys; schema/config-1.json describes them for editors',
  );
}
