// Which installed package a file is of, by its path alone: npm and yarn put packages into `node_modules`, pnpm into `node_modules/.pnpm/…/node_modules`,
// yarn's Plug'n'Play into `.yarn/cache/….zip/node_modules`. What tools keep there by a name with a dot (`node_modules/.cache`) is made of anybody's code.

const FOLDER = /(?:^|[/\\])node_modules[/\\]/g;

/** The innermost first: a package may have packages of its own. `@scope/name` or `name`. */
export function packagesIn(path: string): string[] {
  return [...path.matchAll(FOLDER)]
    .map(({ index, 0: folder }) => packageName(path.slice(index + folder.length)))
    .filter((name) => name !== undefined)
    .reverse();
}

/** Undefined for what is in none. */
export function packageIn(path: string): string | undefined {
  return path.includes('node_modules') ? packagesIn(path)[0] : undefined;
}

/** The folder of the innermost package that a folder is in, or is; undefined if it is in none. */
export function packageFolder(folder: string): string | undefined {
  for (const { index, 0: found } of [...folder.matchAll(FOLDER)].reverse()) {
    const start = index + found.length;
    const name = packageName(folder.slice(start));
    if (name !== undefined) return folder.slice(0, start + name.length);
  }
  return undefined;
}

function packageName(path: string): string | undefined {
  const [first = '', second = ''] = path.split(/[/\\]/, 2);
  if (first === '' || first.startsWith('.')) return undefined;
  // As URLs write it.
  const name = first.replace(/^%40/, '@');
  return name.startsWith('@') && second !== '' ? `${name}/${second}` : name;
}
