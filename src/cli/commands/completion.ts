// `foretrace completion`: scripts made from the tables of commands and options.

import { command } from '../command.ts';
import { bash } from '../completion/bash.ts';
import { fish } from '../completion/fish.ts';
import { type Model, model } from '../completion/model.ts';
import { zsh } from '../completion/zsh.ts';
import { Exit } from '../exit.ts';

const shells: Readonly<Record<string, (model: Model) => string>> = { bash, zsh, fish };

export const completionCommand = command({
  description: 'Prints the completion script of a shell: commands, flags, detectors, formats and files are completed.',
  arguments: [{ name: 'SHELL', help: 'the shell to complete in', choices: Object.keys(shells) }],
  options: {},
  examples: [
    { line: 'source <(foretrace completion bash)', says: 'in ~/.bashrc' },
    { line: 'foretrace completion zsh > $fpath[1]/_foretrace', says: 'once, before compinit' },
    { line: 'foretrace completion fish > ~/.config/fish/completions/foretrace.fish', says: 'once' },
  ],
  async run({ args, commands }, { print }) {
    print(shells[args[0]!]!(await model(commands)));
    return Exit.ok;
  },
});
