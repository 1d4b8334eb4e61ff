// The completion script for bash. Where it offers nothing, readline completes file names (`-o default`).

import { type FlagModel, type Model, spellings } from './model.ts';

export function bash({ commands, globals }: Model): string {
  const names = commands.map(({ name }) => name);
  const values = [
    ...globals.flatMap((flag) => valueCase('*', flag)),
    ...commands.flatMap(({ name, flags }) => flags.flatMap((flag) => valueCase(name, flag))),
  ];
  const flagCases = commands.map(
    ({ name, flags }) => `      ${name}) ${offer([...flags, ...globals].map(({ long }) => long))} ;;`,
  );
  const argumentCases = commands.flatMap(({ name, arguments: args }) =>
    args.filter((a) => typeof a !== 'string').map((choices) => `    ${name}) ${offer(choices)} ;;`),
  );
  return `# bash completion for foretrace; put it into ~/.bashrc:  source <(foretrace completion bash)
_foretrace() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${names.join(' | ')}) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  case "$command $previous" in
${values.join('\n')}
  esac
  if [[ "$word" == -* ]]; then
    case "$command" in
      "") ${offer(globals.map(({ long }) => long))} ;;
${flagCases.join('\n')}
    esac
    return
  fi
  case "$command" in
    "") ${offer(names)} ;;
${argumentCases.join('\n')}
  esac
}
complete -o default -F _foretrace foretrace
`;
}

function valueCase(command: string, flag: FlagModel): string[] {
  if (flag.value === 'none') return [];
  const pattern = spellings(flag)
    .map((spelling) => (command === '*' ? `*" ${spelling}"` : `"${command} ${spelling}"`))
    .join(' | ');
  const action = typeof flag.value === 'string' ? 'return' : `${offer(flag.value)}; return`;
  return [`    ${pattern}) ${action} ;;`];
}

function offer(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word"))`;
}
