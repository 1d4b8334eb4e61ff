// Which plug-ins a command line loads, and how: those that it names, and those of the configuration only if it says so. A configuration may
// come with a checkout that nobody has looked at, and a plug-in is code.

import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { readRegularFile } from '../../base/regular-file.ts';
import { detectors } from '../../detectors/index.ts';
import { unreadable } from '../../formats/file/failure.ts';
import { reportFormats } from '../../report/index.ts';
import type { Config } from '../config.ts';
import { longFlag, type OptionTable } from '../option.ts';
import { globalOptions } from '../session.ts';
import { checkedPlugin, type Taken } from './contract.ts';
import { guardedPlugin, messageOf } from './guard.ts';
import type { pluginOptions } from './options.ts';
import type { Plugin } from './registry.ts';

/** `import()`: the program is a script that cannot do it itself. */
export type ImportModule = (url: string) => Promise<unknown>;

/** More than any module that somebody wrote. */
const LARGEST = 16 << 20;

/** In their order; `table` is that of the command, whose options no plug-in may have again. */
export async function loadPlugins(
  words: readonly string[],
  config: Config | undefined,
  table: OptionTable,
  importModule: ImportModule,
): Promise<Plugin[]> {
  const named = wordsOf('plugin', words).map((word) => resolve(word));
  const files = new Set([...fromConfig(config, wordsOf('configPlugins', words).at(-1)), ...named]);
  const taken = {
    detectors: new Set(detectors.map(({ id }) => id)),
    reports: new Set(reportFormats.map(({ id }) => id)),
    options: new Set([...Object.keys(table), ...Object.keys(globalOptions)]),
  };
  const plugins: Plugin[] = [];
  for (const path of files) {
    const plugin = await loaded(path, taken, importModule);
    plugins.push(plugin);
    for (const { id, options = [] } of plugin.detectors) {
      taken.detectors.add(id);
      for (const { name } of options) taken.options.add(name);
    }
    for (const { id } of plugin.reports) taken.reports.add(id);
  }
  return plugins;
}

/** What was given to an option, before the options are read: a plug-in has options of its own. */
function wordsOf(key: keyof typeof pluginOptions, words: readonly string[]): string[] {
  const flag = longFlag(key);
  return words.flatMap((word, i) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return word === flag && words[i + 1] !== undefined ? [words[i + 1]!] : [];
  });
}

function fromConfig(config: Config | undefined, decided: string | undefined): string[] {
  const value = config?.values['plugin'];
  if (config === undefined || value === undefined || decided === 'ignore') return [];
  const named: unknown[] = Array.isArray(value) ? value : [value];
  // Whatever else it is, the reading of the options refuses it.
  const paths = named.filter((one) => typeof one === 'string');
  if (decided === 'run') return paths.map((path) => resolve(dirname(config.file), path));
  throw new InputError(
    'PLUGIN_NOT_ASKED_FOR',
    { file: config.file },
    `this configuration names plug-ins, which are code: ${paths.map((path) => quote(path)).join(', ')}`,
    `look at them; then say ${longFlag('configPlugins')} run, or ${longFlag('configPlugins')} ignore`,
  );
}

async function loaded(path: string, taken: Taken, importModule: ImportModule): Promise<Plugin> {
  const file = relative(process.cwd(), path) || path;
  try {
    // Only to tell what is no file apart from a module that fails.
    readRegularFile(path, LARGEST);
  } catch (error) {
    throw unreadable(file, error);
  }
  let exports: unknown;
  try {
    exports = await importModule(pathToFileURL(path).href);
  } catch (error) {
    throw new InputError(
      'PLUGIN_BAD',
      { file },
      `the module cannot be loaded: ${messageOf(error)}`,
      'node --check FILE tells where; what it imports must be installed where it lies',
    );
  }
  return guardedPlugin(checkedPlugin(exports, file, taken), file);
}
