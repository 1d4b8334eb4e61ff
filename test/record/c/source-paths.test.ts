import { expect, test } from 'vitest';
import { libraryOf, libraryPath } from '../../../src/record/c/source-paths.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

test.each([
  [`/rustc/${COMMIT}/library/std/src/thread/mod.rs`, 'std', 'std/src/thread/mod.rs'],
  ['/home/me/.rustup/toolchains/stable/lib/rustlib/src/rust/library/core/src/ops/function.rs', 'std', 'core/src/ops/function.rs'],
  ['/usr/src/rustc-1.85.0/library/alloc/src/sync.rs', 'std', 'alloc/src/sync.rs'],
  [
    '/home/me/.cargo/registry/src/index.crates.io-6f17d22bba15001f/rayon-1.10.0/src/lib.rs',
    'rayon-1.10.0',
    'rayon-1.10.0/src/lib.rs',
  ],
  ['/usr/include/c++/12/bits/stl_vector.h', '', undefined],
  ['/home/me/library/std/src/main.rs', undefined, undefined],
  ['/home/me/rustc/library/main.rs', undefined, undefined],
] as const)('%s is of %j', (path, library, short) => {
  expect([libraryOf({ path, folder: undefined }), libraryPath(path)]).toEqual([library, short]);
});

test('a path that is below the folder of the compiler is taken from there', () => {
  const folder = '/home/me/.cargo/registry/src/crates/flume-0.11.1';
  expect(libraryOf({ path: 'src/lib.rs', folder })).toBe('flume-0.11.1');
});
