// Puts the program `foretrace` into few files: to load the three hundred of `foretrace run` one by one takes 0.16 s more. The library stays as it is, a file
// per source. All commands are one file: with one for each, what some of them share is in eighty, and `foretrace run` takes 0.04 s more.

import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** Bundles cli/ of what tsc has built; main.js and command-line.js keep their names. */
export async function bundle(dist) {
  const cli = join(dist, 'cli');
  const bundled = join(dist, 'bundled');
  mkdirSync(bundled);
  await build({
    absWorkingDir: dist,
    entryPoints: [join(cli, 'main.js'), join(cli, 'command-line.js')],
    outdir: bundled,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    chunkNames: '[name]-[hash]',
    plugins: [
      { name: 'together', setup: ({ onLoad }) => onLoad({ filter: /cli\/commands\/index\.js$/ }, ({ path }) => together(path)) },
      { name: 'places', setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) => placed(path, cli)) },
    ],
  });
  rmSync(cli, { recursive: true });
  renameSync(bundled, cli);
}

/** What a module loads when it is needed, it loads at once. */
function together(path) {
  const loaded = [];
  const text = readFileSync(path, 'utf8').replaceAll(/await import\(('[^']+')\)/g, (_, name) => `loaded${loaded.push(name) - 1}`);
  const imports = loaded.map((name, i) => `import * as loaded${i} from ${name};\n`);
  return { contents: imports.join('') + text, loader: 'js' };
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
