// Puts the program `foretrace` into few files: to load the three hundred of `foretrace run` one by one takes 0.16 s more. The library stays as it is, a file
// per source. `analyze` is one file, and all other commands are one more: with one for each, what some of them share is in eighty, and `foretrace run`
// takes 0.04 s more; with one for all, `analyze` takes 0.025 s more for what it does not need.

import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** Bundles cli/ of what tsc has built; main.js and command-line.js keep their names. Apart: what compilers need is then in no file that others load. */
export async function bundle(dist) {
  const cli = join(dist, 'cli');
  const bundled = join(dist, 'bundled');
  mkdirSync(bundled);
  const places = { name: 'places', setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) => placed(path, cli)) };
  const apart = {
    name: 'apart',
    setup: ({ onResolve }) => onResolve({ filter: /\/command-line\.js$/ }, ({ path }) => ({ path, external: true })),
  };
  const common = {
    absWorkingDir: dist,
    outdir: bundled,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    chunkNames: '[name]-[hash]',
  };
  await build({ ...common, entryPoints: [join(cli, 'main.js')], plugins: [apart, places] });
  await build({
    ...common,
    entryPoints: [join(cli, 'command-line.js')],
    plugins: [{ name: 'together', setup: together }, places],
  });
  rmSync(cli, { recursive: true });
  renameSync(bundled, cli);
}

const AT_ONCE = './analyze.js';
const OTHERS = './others.js';

/** Of what the list of commands loads when it is needed, one is there at once, and all others are one module. */
function together({ onLoad, onResolve }) {
  const others = new Set();
  onLoad({ filter: /cli\/commands\/index\.js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8').replaceAll(/await import\('([^']+)'\)/g, (_, name) => {
      if (name === AT_ONCE) return 'atOnce';
      others.add(name);
      return `await import('${OTHERS}')`;
    });
    return { contents: `import * as atOnce from '${AT_ONCE}';\n${text}`, loader: 'js' };
  });
  onResolve({ filter: /^\.\/others\.js$/ }, ({ resolveDir }) => ({ path: join(resolveDir, OTHERS), namespace: 'together' }));
  onLoad({ filter: /.*/, namespace: 'together' }, ({ path }) => {
    const contents = [...others].map((name) => `export * from '${name}';\n`).join('');
    return { contents, loader: 'js', resolveDir: dirname(path) };
  });
}

/** A module that asks where it is means where it was. */
function placed(path, folder) {
  const text = readFileSync(path, 'utf8');
  if (!text.includes('import.meta.url')) return undefined;
  const place = relative(folder, path).split(sep).join('/');
  return {
    contents: text.replaceAll('import.meta.url', `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href`),
    loader: 'js',
  };
}
