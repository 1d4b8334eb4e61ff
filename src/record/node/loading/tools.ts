// Packages that only run, bundle or translate the program. Whoever looks for races of the program does not look for theirs, and to instrument them costs more
// than all the rest: their code runs as it is. What they do by built-in functions is recorded all the same, so that the messages, workers and Atomics of
// a pool of theirs order the program's code as they do.

import { packagesIn } from '../../../base/packages.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** By what they do; docs/record-node.md has this list. `*` stands for the rest of a name. */
export const toolRoles: readonly { readonly role: string; readonly packages: readonly string[] }[] = [
  {
    role: 'run tests',
    packages:
      words(`vitest @vitest/* vite-node jest jest-* @jest/* mocha ava jasmine jasmine-core tap @tapjs/* uvu playwright playwright-core
      @playwright/test nyc c8 istanbul-* chai expect pretty-format @sinonjs/*`),
  },
  {
    role: 'bundle',
    packages:
      words(`vite @vitejs/* rolldown @rolldown/* rolldown-* rollup @rollup/* esbuild @esbuild/* webpack webpack-* parcel @parcel/* @rspack/*
      lightningcss lightningcss-* postcss terser tsup tsdown browserslist caniuse-lite baseline-browser-mapping`),
  },
  {
    role: 'translate',
    packages:
      words(`typescript tsx ts-node ts-jest @babel/* babel-* @swc/core @swc/core-* @swc/jest @swc-node/* sucrase oxc-transform @oxc-transform/*
      @oxc-node/* unrs-resolver @unrs/*`),
  },
  { role: 'start programs', packages: words('npm npx pnpm yarn @yarnpkg/* corepack concurrently cross-env turbo nx') },
];

const ALL = toolRoles.flatMap(({ packages }) => packages);
const WHOLE: ReadonlySet<string> = new Set(ALL.filter((name) => !name.endsWith('*')));
const BEGINNINGS = ALL.filter((name) => name.endsWith('*'));

/** The tool that a file is of, or is installed for, as the list has it; undefined for all else. */
export function toolOf(path: string): string | undefined {
  if (!path.includes('node_modules')) return undefined;
  for (const name of packagesIn(path)) {
    const found = WHOLE.has(name) ? name : BEGINNINGS.find((beginning) => name.startsWith(beginning.slice(0, -1)));
    if (found !== undefined) return found;
  }
  return undefined;
}
