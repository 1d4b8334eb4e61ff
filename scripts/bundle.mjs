// Puts the program `foretrace` into few files: to load the three hundred of `foretrace run` one by one takes 0.16 s more. The library stays as it is, a file
// per source. What compilers need is a file of its own; all else is one script, of which main.js keeps the compiled code (src/cli/kept-code.ts).

import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** Bundles cli/ of what tsc has built, into main.js with what compilers need, and foretrace.cjs. */
export async function bundle(dist) {
  const cli = join(dist, 'cli');
  const bundled = join(dist, 'bundled');
  mkdirSync(bundled);
  const common = {
    absWorkingDir: dist,
    outdir: bundled,
    bundle: true,
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [{ name: 'places', setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) => placed(path, cli)) }],
  };
  await build({
    ...common,
    entryPoints: [join(cli, 'main.js')],
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  });
  await build({
    ...common,
    entryPoints: { foretrace: join(cli, 'command-line.js') },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    define: { 'import.meta.url': 'THIS_SCRIPT' },
    banner: { js: `const THIS_SCRIPT = require('node:url').pathToFileURL(__filename).href;` },
  });
  rmSync(cli, { recursive: true });
  renameSync(bundled, cli);
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
