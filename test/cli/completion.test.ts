import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { foretrace, shell } from './run.ts';

/** What bash would offer for the last word of each line. */
function offered(...lines: string[][]): string[][] {
  const asked = lines.map((words) => {
    const list = words.map((word) => JSON.stringify(word)).join(' ');
    return `COMP_WORDS=(foretrace ${list}); COMP_CWORD=${words.length}; _foretrace; echo "\${COMPREPLY[*]}"`;
  });
  const { status, stdout, stderr } = shell(['source <(foretrace completion bash)', ...asked].join('\n'));
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
}

test('bash offers commands, flags and choices', () => {
  expect(
    offered(
      [''],
      ['detec'],
      ['detectors', '--fo'],
      ['detectors', '--format', 'j'],
      ['--color', ''],
      ['detectors', '--color', 'n'],
      ['completion', ''],
      ['analyze', '--detector', 'fast'],
      ['convert', 'a.std', 'b', '--to', 's'],
    ),
  ).toEqual([
    commands.map(({ name }) => name),
    ['detectors'],
    ['--format'],
    ['json'],
    ['auto', 'always', 'never'],
    ['never'],
    ['bash', 'zsh', 'fish'],
    ['fasttrack-style', 'fasttrack'],
    ['std'],
  ]);
});

test.each(['zsh', 'fish'])('%s knows every command and flag', async (name) => {
  const { status, stdout } = foretrace(['completion', name]);
  expect(status).toBe(0);
  for (const { name: command, load } of commands) {
    expect(stdout).toContain(command);
    for (const key of Object.keys((await load()).options)) expect(stdout).toContain(key.replace(/[A-Z]/g, '-$&').toLowerCase());
  }
});
