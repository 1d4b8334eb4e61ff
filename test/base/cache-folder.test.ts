import { expect, test } from 'vitest';
import { userCache } from '../../src/base/cache-folder.ts';

test('the cache is the user’s, by an absolute path', () => {
  expect(userCache({ XDG_CACHE_HOME: '/c', HOME: '/h' }, 'linux')).toBe('/c/foretrace');
  expect(userCache({ XDG_CACHE_HOME: 'c', HOME: '/h' }, 'linux')).toBe('/h/.cache/foretrace');
  expect(userCache({ HOME: '/Users/h' }, 'darwin')).toBe('/Users/h/.cache/foretrace');
  expect(userCache({ HOME: 'h' }, 'linux')).toBeUndefined();
  expect(userCache({}, 'linux')).toBeUndefined();
});

test('on Windows it is where programs have theirs', () => {
  const local = 'C:\\Users\\h\\AppData\\Local';
  expect(userCache({ LOCALAPPDATA: local, HOME: '/h' }, 'win32')).toBe(`${local}\\foretrace\\cache`);
  expect(userCache({ XDG_CACHE_HOME: 'D:\\c', LOCALAPPDATA: local }, 'win32')).toBe('D:\\c\\foretrace');
  expect(userCache({ LOCALAPPDATA: 'Local' }, 'win32')).toBeUndefined();
  expect(userCache({ HOME: '/h', XDG_CACHE_HOME: '/c' }, 'win32')).toBeUndefined();
});
