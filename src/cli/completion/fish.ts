// The completion script for fish: one `complete` line per command, flag and list of words.

import type { FlagModel, Model } from './model.ts';

export function fish({ commands, globals }: Model): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = [
    '# fish completion for foretrace; save it as ~/.config/fish/completions/foretrace.fish',
    ...globals.map((flag) => complete('', flag)),
    ...commands.map(
      ({ name, summary }) =>
        `complete -c foretrace -n 'not __fish_seen_subcommand_from ${names}' -f -a ${name} -d ${quoted(summary)}`,
    ),
  ];
  for (const { name, flags, arguments: args } of commands) {
    const when = `-n '__fish_seen_subcommand_from ${name}' `;
    for (const flag of flags) lines.push(complete(when, flag));
    for (const choices of args)
      if (typeof choices !== 'string') lines.push(`complete -c foretrace ${when}-f -a ${quoted(choices.join(' '))}`);
  }
  return `${lines.join('\n')}\n`;
}

function complete(when: string, { long, short, help, value }: FlagModel): string {
  const names = `-l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
  const after =
    value === 'none' ? '' : value === 'file' ? ' -r -F' : value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
  return `complete -c foretrace ${when}${names}${after} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
