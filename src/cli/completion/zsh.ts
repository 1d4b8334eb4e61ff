// The completion script for zsh, in terms of _arguments and _describe.

import { type CommandModel, type FlagModel, type Model, spellings } from './model.ts';

export function zsh({ commands, globals }: Model): string {
  const list = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`);
  return `#compdef foretrace
# zsh completion for foretrace; put it into a folder of $fpath as _foretrace, or into ~/.zshrc after compinit:
#   source <(foretrace completion zsh)
_foretrace() {
  local context state line
  local -a commands
  commands=(
${list.join('\n')}
  )
  _arguments -C ${globals.flatMap(specification).join(' ')} '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe 'command' commands ;;
    argument)
      case $words[1] in
${commands.map((command) => commandCase(command, globals)).join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _foretrace ]]; then _foretrace "$@"; else compdef _foretrace foretrace; fi
`;
}

function commandCase({ name, flags, arguments: args }: CommandModel, globals: readonly FlagModel[]): string {
  const positions = args.map((a, i) => quoted(`${i + 1}:argument:${action(a)}`));
  return `        ${name}) _arguments ${[...[...flags, ...globals].flatMap(specification), ...positions].join(' ')} ;;`;
}

/** One word of _arguments per spelling; `*` lets a flag come again. */
function specification(flag: FlagModel): string[] {
  const help = flag.help.replace(/[[\]:]/g, '\\$&');
  return spellings(flag).map((spelling) =>
    quoted(`*${spelling}[${help}]${flag.value === 'none' ? '' : `:value:${action(flag.value)}`}`),
  );
}

function action(value: string | readonly string[]): string {
  if (value === 'file') return '_files';
  return typeof value === 'string' ? ' ' : `(${value.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
