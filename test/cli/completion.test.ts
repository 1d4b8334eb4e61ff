import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { foretrace, shell } from './run.ts';

/** What bash would offer for the last word. */
function offered(...words: string[]): string[] {
  const list = words.map((word) => JSON.stringify(word)).join(' ');
  const { status, stdout, stderr } = shell(
    `source <(foretrace completion bash); COMP_WORDS=(foretrace ${list}); COMP_CWORD=${words.length}; _foretrace; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash', () => {
  test('offers commands, flags and choices', () => {
    expect(offered('')).toEqual(commands.map(({ name }) => name));
    expect(offered('det')).toEqual(['detectors']);
    expect(offered('detectors', '--fo')).toEqual(['--format']);
    expect(offered('detectors', '--format', 'j')).toEqual(['json']);
    expect(offered('--color', '')).toEqual(['auto', 'always', 'never']);
    expect(offered('detectors', '--color', 'n')).toEqual(['never']);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });
});

test.each(['zsh', 'fish'])('%s knows every command and flag', async (name) => {
  const { status, stdout } = foretrace(['completion', name]);
  expect(status).toBe(0);
  for (const { name: command, load } of commands) {
    expect(stdout).toContain(command);
    for (const key of Object.keys((await load()).options)) expect(stdout).toContain(key.replace(/[A-Z]/g, '-$&').toLowerCase());
  }
});
