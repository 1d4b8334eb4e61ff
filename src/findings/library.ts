// Whether a location is code of a library, by its file, for traces whose recorder did not say.

import { pathOf } from './place.ts';

const PACKAGES = '/node_modules/';
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
  const path = pathOf(location).replaceAll('\\', '/');
  const inPackages = path.lastIndexOf(PACKAGES);
  if (inPackages >= 0) return packageName(path.slice(inPackages + PACKAGES.length));
  return path.includes('/include/c++/') ? 'libstdc++' : undefined;
}

/** `@scope/name` or `name`, of a path within the folder of packages. */
function packageName(path: string): string {
  const parts = path.split('/', 2);
  return path.startsWith('@') ? parts.join('/') : parts[0]!;
}
