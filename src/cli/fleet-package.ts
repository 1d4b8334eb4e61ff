// `foretrace fleet` is a package of its own, with a database in it: the rest stays light. It is looked for beside foretrace, where npm puts it in a
// project or globally, and then from the working directory, for a foretrace that is installed elsewhere than the project's packages.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../base/error.ts';
import type { ImportModule } from './plugins/load.ts';
import { workingFolder } from './upwards.ts';

/** Its command, and the key of its options in a configuration. */
export const FLEET = 'fleet';
export const FLEET_PACKAGE = 'foretrace-fleet';

/** What the package exports for us. */
interface FleetModule {
  /** One command line after `foretrace fleet`; what went wrong is said already. The answer is the exit status. */
  commandLine(argv: readonly string[]): Promise<number>;
}

/** Runs it. If it is not installed, that is an InputError, but for a question for help, which foretrace itself can answer: undefined. */
export async function fleetLine(argv: readonly string[], importModule: ImportModule): Promise<number | undefined> {
  const path = fleetPath();
  if (path === undefined) {
    if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return undefined;
    throw notInstalled();
  }
  const { commandLine } = (await importModule(pathToFileURL(path).href)) as FleetModule;
  return commandLine(argv);
}

export function notInstalled(): InputError {
  const how = `npm install ${FLEET_PACKAGE}, or npm install --global ${FLEET_PACKAGE} where foretrace is global`;
  return new InputError('USAGE', {}, `foretrace fleet is the package ${FLEET_PACKAGE}, which is not installed`, how);
}

function fleetPath(): string | undefined {
  const folder = workingFolder();
  const places = [import.meta.url, ...(folder === undefined ? [] : [pathToFileURL(join(folder, 'from-here.js')).href])];
  for (const place of places)
    try {
      return createRequire(place).resolve(FLEET_PACKAGE);
    } catch {
      // Not here.
    }
  return undefined;
}
