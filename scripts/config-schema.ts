// The JSON schema of foretrace.config.json, made of the same tables as the command line. `npm run docs` writes it, a test compares.

import { commands as fleetCommands } from '../fleet/src/commands/index.ts';
import type { CommandEntry } from '../src/cli/command.ts';
import { isConfigurable } from '../src/cli/config.ts';
import { isForConfiguration, notes, type Option } from '../src/cli/option.ts';
import { globalOptions } from '../src/cli/session.ts';

export const CONFIG_SCHEMA = 'schema/config-1.json';

export async function configSchema(commands: readonly CommandEntry[]): Promise<string> {
  const fleet = {
    type: 'object',
    description: 'Options of foretrace fleet.',
    properties: await properties(fleetCommands),
    additionalProperties: false,
  };
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'foretrace.config.json, or the key "foretrace" of package.json',
    description: 'Options of foretrace for a project, by their names in camelCase. The command line wins.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...(await properties(commands)), fleet },
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The options of all commands, each once. */
async function properties(commands: readonly CommandEntry[]): Promise<object> {
  const options = new Map<string, { option: Option; commands: string[] }>();
  for (const [key, option] of Object.entries(globalOptions)) options.set(key, { option, commands: [] });
  for (const { name, load } of commands)
    for (const [key, option] of Object.entries((await load()).options)) {
      if (!isForConfiguration(option)) continue;
      const known = options.get(key);
      if (known === undefined) options.set(key, { option, commands: [name] });
      else if (known.commands.length > 0) known.commands.push(name);
    }
  const described = [...options]
    .filter(([key]) => isConfigurable(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { option, commands: users }]) => [key, { ...schemaOf(option), description: describing(option, users) }]);
  return Object.fromEntries(described);
}

function schemaOf(option: Option): object {
  switch (option.kind) {
    case 'flag':
      return { type: 'boolean' };
    case 'number':
      return { type: option.fraction ? 'number' : 'integer', minimum: option.min, maximum: option.max };
    case 'size':
      return {
        anyOf: [
          { type: 'integer', minimum: option.min },
          { type: 'string', pattern: '^\\d+(\\.\\d+)?[KMGT]?$' },
        ],
      };
    case 'duration':
      return {
        anyOf: [
          { type: 'number', minimum: 0 },
          { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h)?$' },
        ],
      };
    case 'file':
      return { type: 'string' };
    case 'text': {
      // A format may name a file behind an equals sign.
      const one = option.choices === undefined || option.file ? { type: 'string' } : { type: 'string', enum: option.choices };
      return option.repeat ? { anyOf: [one, { type: 'array', items: one }] } : one;
    }
  }
}

function describing(option: Option, commands: readonly string[]): string {
  const extra = notes(option);
  return [
    option.help,
    ...(extra === '' ? [] : [`(${extra})`]),
    ...(commands.length === 0 ? [] : [`[${commands.join(', ')}]`]),
  ].join(' ');
}
