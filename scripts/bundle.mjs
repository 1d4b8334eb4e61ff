// Puts the program `foretrace` into few files: to load the three hundred of `foretrace run` one by one takes 0.16 s more. The library stays as it is, a file
// per source. What compilers need is a file of its own; all else is one script, of which main.js keeps the compiled code (src/cli/kept-code.ts), with the packages that
// it uses and their licences: to find and load these takes 7 ms.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
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
    plugins: [{ name: 'places', setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) => placed(path, cli)) }],
  };
  await build({
    ...common,
    entryPoints: [join(cli, 'main.js')],
    packages: 'external',
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
  });
  // A package beside foretrace shares the library with it: its errors and lists are the same objects.
  await build({
    ...common,
    entryPoints: [join(cli, 'toolkit.js')],
    packages: 'external',
    format: 'esm',
    plugins: [
      ...common.plugins,
      { name: 'library', setup: ({ onResolve }) => onResolve({ filter: /^\.\.?\// }, ofLibrary(cli)) },
    ],
  });
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: { foretrace: join(cli, 'command-line.js') },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // A script that is no module of Node's own cannot import without a warning.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'THIS_SCRIPT' },
    banner: { js: `const THIS_SCRIPT = require('node:url').pathToFileURL(__filename).href;` },
  });
  const script = join(bundled, 'foretrace.cjs');
  writeFileSync(script, ascii(readFileSync(script, 'utf8') + licences(dist, Object.keys(metafile.inputs))));
  for (const types of readdirSync(cli, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    mkdirSync(dirname(join(bundled, types)), { recursive: true });
    renameSync(join(cli, types), join(bundled, types));
  }
  rmSync(cli, { recursive: true });
  renameSync(bundled, cli);
}

/** Leaves what is outside of a folder where it is. */
function ofLibrary(folder) {
  return ({ path, resolveDir }) => {
    const place = relative(folder, join(resolveDir, path)).split(sep).join('/');
    return place.startsWith('..') ? { path: place, external: true } : undefined;
  };
}

/** The script is read byte by byte (src/cli/kept-code.ts). esbuild escapes other characters in strings, but not in regular expressions. */
function ascii(text) {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Of the packages that these files are of, as a comment. */
function licences(dist, files) {
  const paths = files.filter((file) => file.startsWith('..')).map((file) => resolve(dist, file).split(sep).join('/'));
  const packages = new Set(paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = [...packages].sort().map((path) => {
    const name = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
    return `${path.replace(/.*node_modules\//, '')}:\n\n${readFileSync(join(path, name), 'utf8')}`;
  });
  return `/*\nThis file has parts of other packages.\n\n${texts.join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
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
