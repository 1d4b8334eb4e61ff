import { expect, test } from 'vitest';
import { windowsProgram } from '../../src/record/windows-command.ts';

const FILES = [
  'C:\\node\\node.exe',
  'C:\\node\\npm.cmd',
  'C:\\node\\npm',
  'C:\\work\\tool.bat',
  'C:\\tools (x86)\\a.cmd',
  'C:\\work\\sub\\run.cmd',
];
const ENV = { Path: 'C:\\node;;C:\\tools (x86)', PATHEXT: '.EXE;.BAT;.CMD', comspec: 'C:\\cmd.exe' };
const started = (...words: string[]) =>
  windowsProgram(words, ENV, 'C:\\work', (path) => FILES.includes(path.replace(/\.\w+$/, (ending) => ending.toLowerCase())));

test('programs are found as the shell finds them', () => {
  expect(started('node', 'a b', '%PATH%')).toEqual({ command: 'C:\\node\\node.EXE', args: ['a b', '%PATH%'] });
  expect(started('node.exe')).toEqual({ command: 'C:\\node\\node.exe', args: [] });
  expect(started('nowhere', 'x')).toEqual({ command: 'nowhere', args: ['x'] });
  expect(started('C:/node/node')).toEqual({ command: 'C:\\node\\node.EXE', args: [] });
});

test('files for the shell are run by it, and get their arguments as they are', () => {
  const line = (...words: string[]) => started(...words).args.at(-1);
  expect(started('npm', 'test')).toEqual({
    command: 'C:\\cmd.exe',
    args: ['/d', '/s', '/c', '"C:\\node\\npm.CMD ^^^"test^^^""'],
    windowsVerbatimArguments: true,
  });
  expect(line('tool', 'a b', 'say "x\\"', 'end\\')).toBe('"C:\\work\\tool.BAT ^"a^ b^" ^"say^ \\^"x\\\\\\^"^" ^"end\\\\^""');
  expect(line('tool', '100%&calc', '')).toBe('"C:\\work\\tool.BAT ^"100^%^&calc^" ^"^""');
  expect(line('a')).toBe('"C:\\tools^ ^(x86^)\\a.CMD"');
  expect(line('sub/run')).toBe('"C:\\work\\sub\\run.CMD"');
});

test('without variables there is the usual', () => {
  const isFile = (path: string) => path === 'C:\\x\\npm.CMD';
  expect(windowsProgram(['npm'], {}, 'C:\\x', isFile)).toMatchObject({ command: 'cmd.exe' });
  expect(windowsProgram([], {}, 'C:\\x', isFile)).toEqual({ command: '', args: [] });
});
