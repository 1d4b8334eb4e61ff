// The options about plug-ins, and what plug-ins add to a table of options: their ids as choices, the numbers of their detectors as flags.

import { numberOption } from '../number-option.ts';
import type { Option, OptionTable } from '../option.ts';
import { addedDetectors, addedReports } from './registry.ts';

/** Whoever names one on the command line has decided to run it; a configuration that comes with a checkout has not. */
export const pluginOptions = {
  plugin: {
    kind: 'text',
    value: 'file',
    repeat: true,
    help: 'load detectors and reports of your own from this JavaScript module, whose code runs with your rights',
  },
  configPlugins: {
    kind: 'text',
    value: 'what',
    choices: ['run', 'ignore'],
    help: 'whether to run the plug-ins that the configuration names; if it names some, this must be said',
  },
} as const;

export function takesPlugins(table: OptionTable): boolean {
  return 'plugin' in table;
}

/** The table with what the plug-ins of this command line add to it. */
export function withPlugins(table: OptionTable): OptionTable {
  if (!takesPlugins(table)) return table;
  const ids = { detectors: addedDetectors().map(({ id }) => id), reports: addedReports().map(({ id }) => id) };
  const extended = Object.entries(table).map(([key, option]): [string, Option] => {
    if (option.kind !== 'text' || option.choices === undefined || option.extended === undefined) return [key, option];
    return [key, { ...option, choices: [...option.choices, ...ids[option.extended]] }];
  });
  // Where a command runs detectors, and does not only list them.
  const own = 'jobs' in table ? addedDetectors().flatMap(({ options = [] }) => options) : [];
  return { ...Object.fromEntries(extended), ...Object.fromEntries(own.map((one) => [one.name, numberOption(one, one.help)])) };
}
