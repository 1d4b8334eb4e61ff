import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/index.ts';
import { foretrace, root } from './run.ts';

describe('help', () => {
  test('names every command', () => {
    const { status, stdout, stderr } = foretrace(['--help']);
    expect(status).toBe(0);
    expect(stderr).toBe('');
    for (const { name, summary } of commands) {
      expect(stdout).toContain(`  ${name}`);
      expect(stdout.replace(/\s+/g, ' ')).toContain(summary);
    }
  });

  test.each(commands.map(({ name }) => name))('of %s has examples', (name) => {
    const { status, stdout } = foretrace(['help', name]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ (?:source <\(|CC=")?foretrace /);
  });

  test('is also a command', () => {
    expect(foretrace(['help', 'stats'])).toEqual(foretrace(['stats', '--help']));
    expect(foretrace(['help'])).toEqual(foretrace(['--help']));
  });
});

test('the version is the one of the package', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  expect(foretrace(['--version'])).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

describe('wrong usage is one line, a hint and status 2', () => {
  test.each([
    { args: [], says: 'no command given', hint: 'foretrace demo' },
    { args: ['detctors'], says: 'did you mean detectors?', hint: 'foretrace --help' },
    { args: ['help', 'detctors'], says: 'did you mean detectors?', hint: 'foretrace --help' },
    { args: ['detectors', '--frmat', 'json'], says: 'did you mean --format?', hint: 'foretrace detectors --help' },
    { args: ['detectors', '--format', 'jsn'], says: 'did you mean json?', hint: 'one of text, json' },
    { args: ['detectors', '--format'], says: 'argument missing', hint: 'foretrace detectors --help' },
    { args: ['--color', 'blue', 'detectors'], says: '--color cannot be "blue"', hint: 'auto, always, never' },
    { args: ['detectors', 'more'], says: 'too many arguments', hint: 'foretrace detectors --help' },
    { args: ['completion'], says: "'SHELL'", hint: 'foretrace completion --help' },
    { args: ['completion', 'bsh'], says: 'did you mean bash?', hint: 'bash, zsh, fish' },
    { args: ['no-such-file.std'], says: 'no-such-file.std', hint: 'foretrace --help' },
    { args: ['\x1b[31mred'], says: '\\u001b[31mred', hint: 'foretrace --help' },
  ])('$args', ({ args, says, hint }) => {
    const { status, stdout, stderr } = foretrace(args, { cwd: root });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    const lines = stderr.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^foretrace: error USAGE: /);
    expect(lines[0]).toContain(says);
    expect(lines[1]).toMatch(/^ {2}hint: /);
    expect(lines[1]).toContain(hint);
  });
});
