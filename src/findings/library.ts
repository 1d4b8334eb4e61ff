// Whether a location is code of a library, by its file, for traces whose recorder did not say.

import { packageIn } from '../base/packages.ts';
import { pathOf } from './place.ts';

/** As recorders write code that has no line: `libc.so.6+0x9d1a (qsort)`. */
const SHARED_OBJECT = /\.so(?:\.[\d.]+)?\+0x[\da-f]+/;

/** rustc makes it up where panics are caught. */
const OF_RUST = /\(__rust_try\)$/;

/** The name of the library; undefined for what may be the program's own. */
export function libraryOf(location: string): string | undefined {
  if (location.startsWith('node:')) return 'Node.js';
  if (OF_RUST.test(location)) return 'std';
  const shared = SHARED_OBJECT.exec(location);
  if (shared !== null) return location.slice(location.lastIndexOf('/', shared.index) + 1, shared.index);
  return dependencyOf(location) ?? (pathOf(location).replaceAll('\\', '/').includes('/include/c++/') ? 'libstdc++' : undefined);
}

/** The installed package that a location is in; undefined if it is in none. */
export function dependencyOf(location: string): string | undefined {
  return packageIn(pathOf(location));
}
