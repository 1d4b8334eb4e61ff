// Where the source files are that the debug information of a native program names, and which of them are somebody else's.

import { isAbsolute, join } from 'node:path';
import type { SourceFile } from '../../symbols/dwarf/line-header.ts';

/** Rust's standard library, as the compiler's makers built it, as rustup and as distributions have its sources. */
const OF_RUST = /^.*\/(?:rustc\/[0-9a-f]{40}|rustlib\/src\/rust|src\/rustc-[^/]+)\/library\/(?=\w+\/)/;
/** Crates that cargo has loaded. */
const OF_CRATES = /^.*\/registry\/src\/[^/]+\/(?=([^/]+)\/)/;

/** The library that a source file is of: a name, or nothing for headers of the system and of compilers. Undefined if it is the program's own. */
export function libraryOf(file: SourceFile): string | undefined {
  const path = wholePath(file) ?? file.path;
  if (OF_RUST.test(path)) return 'std';
  return OF_CRATES.exec(path)?.[1] ?? (path.startsWith('/usr/') ? '' : undefined);
}

/** Paths of Rust's libraries without what every machine has another of: `std/src/thread/mod.rs`, `rayon-1.10.0/src/lib.rs`. */
export function libraryPath(path: string): string | undefined {
  const start = (OF_RUST.exec(path) ?? OF_CRATES.exec(path))?.[0];
  return start && path.slice(start.length);
}

/** Undefined if the folder is not known that the compiler ran in. */
export function wholePath({ path, folder }: SourceFile): string | undefined {
  if (isAbsolute(path)) return path;
  return folder === undefined ? undefined : join(folder, path);
}
