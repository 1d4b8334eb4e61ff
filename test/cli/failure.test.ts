import { expect, test } from 'vitest';
import { InputError } from '../../src/base/error.ts';
import { colors } from '../../src/cli/color.ts';
import { failure, placeText } from '../../src/cli/failure.ts';
import { shell } from './run.ts';

const plain = colors(false);

test.each([
  [{ file: 'a.std', line: 12, event: 3 }, 'a.std:12'],
  [{ file: 'a.ftrace', offset: 77 }, 'a.ftrace: byte 77'],
  [{ file: 'a.ftrace', event: 5 }, 'a.ftrace: event 5'],
  [{ file: 'a.std' }, 'a.std'],
  [{ line: 2 }, 'line 2'],
  [{ event: 0 }, 'event 0'],
  [{}, ''],
  [{ file: 'a\nb\x1b[2J.std', line: 1 }, 'a\\nb\\u001b[2J.std:1'],
])('the place %o is %s', (place, text) => {
  expect(placeText(place)).toBe(text);
});

test('the user’s fault is one line and a hint', () => {
  const error = new InputError('TRACE_LOCK_HELD', { file: 'a.std', line: 2 }, 'it is \x07 held', 'try --lenient');
  expect(failure(error, plain)).toEqual({
    message: 'foretrace: error TRACE_LOCK_HELD: a.std:2: it is \\u0007 held\n  hint: try --lenient\n',
    status: 2,
  });
});

test('our own fault has a stack, the version and where to report', () => {
  const { message, status } = failure(new TypeError('x is not a function'), plain);
  expect(status).toBe(70);
  expect(message).toMatch(/^foretrace: internal error: this is a bug in foretrace \d+\.\d+\.\d+/);
  expect(message).toContain('x is not a function');
  expect(message).toContain('failure.test.ts');
  expect(message).toContain('report');
  expect(failure('thrown text', plain).message).toContain('thrown text');
});

test('too little memory is nobody’s fault: one line, a hint, a partial result', () => {
  expect(failure(new RangeError('Array buffer allocation failed'), plain)).toEqual({
    message: expect.stringMatching(/^foretrace: out of memory: Array buffer allocation failed\n {2}hint: .+\n$/),
    status: 3,
  });
  expect(failure(new RangeError('Maximum call stack size exceeded'), plain).status).toBe(70);
});

test('a reader that leaves early is no failure', () => {
  expect(failure(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), plain)).toEqual({ message: '', status: 0 });
  const { status, stderr } = shell('set -o pipefail; foretrace --help | head -1; foretrace completion zsh | true');
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
