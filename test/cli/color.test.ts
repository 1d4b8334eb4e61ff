import { expect, test } from 'vitest';
import { colorMode, wantsColor } from '../../src/cli/color.ts';
import { foretrace } from './run.ts';

const terminal = { isTTY: true };
const pipe = {};

test.each([
  ['always', { NO_COLOR: '1' }, pipe, true],
  ['never', { FORCE_COLOR: '1' }, terminal, false],
  ['auto', {}, terminal, true],
  ['auto', {}, pipe, false],
  ['auto', { CI: 'true' }, pipe, false],
  ['auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, terminal, false],
  ['auto', { NO_COLOR: '' }, terminal, true],
  ['auto', { FORCE_COLOR: '1' }, pipe, true],
  ['auto', { FORCE_COLOR: '0' }, terminal, false],
  ['auto', { TERM: 'dumb' }, terminal, false],
] as const)('%s with %o on %o: %s', (mode, env, stream, expected) => {
  expect(wantsColor(mode, env, stream)).toBe(expected);
});

test('the mode is found on a line that does not parse', () => {
  expect(colorMode(['anlyze', '--color', 'always'])).toBe('always');
  expect(colorMode(['--color=never'])).toBe('never');
  expect(colorMode(['--color'])).toBe('auto');
  expect(colorMode(['--color', 'blue'])).toBe('auto');
});

test('the program obeys, on both streams', () => {
  expect(foretrace(['detectors']).stdout).not.toContain('\x1b[');
  expect(foretrace(['detectors'], { env: { CI: 'true' } }).stdout).not.toContain('\x1b[');
  expect(foretrace(['detectors', '--color', 'always']).stdout).toContain('\x1b[1m');
  expect(foretrace(['nonsense', '--color=always']).stderr).toContain('\x1b[31m');
  expect(foretrace(['nonsense'], { env: { FORCE_COLOR: '1' } }).stderr).toContain('\x1b[31m');
});
