// Puts the program `foretrace` into few files: to load the three hundred of `foretrace run` one by one takes 0.16 s more. The library stays as it is, a file
// per source. What compilers need is a file of its own; all else is one script, of which main.js keeps the compiled code (src/base/kept-code.ts), with the packages that
// it uses and their licences: to find and load these takes 7 ms.
//
// And the recorder of Node.js, which every thread of a program loads: one by one its hundred files take 40 ms and 2 MB more in each.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

/** How a script is made that `keptModule` loads. */
const script = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // A script that is no module of Node's own cannot import without a warning.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'THIS_SCRIPT' },
  // Modules are strict, scripts are not unless they say so: a patched method would have the global object where the program gives it no `this`.
  banner: { js: `"use strict";\nconst THIS_SCRIPT = require('node:url').pathToFileURL(__filename).href;` },
};

/** Bundles what tsc has built, in its place. */
export async function bundle(dist) {
  await bundleProgram(dist);
  await bundleRecorder(dist);
}

/** cli/ becomes main.js, with what compilers need, and foretrace.cjs. */
async function bundleProgram(dist) {
  const cli = join(dist, 'cli');
  const bundled = join(dist, 'bundled');
  mkdirSync(bundled);
  const common = {
    absWorkingDir: dist,
    outdir: bundled,
    bundle: true,
    platform: 'node',
    target: 'node20',
    plugins: [
      {
        name: 'places',
        setup: ({ onLoad }) => onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: withPlaces(path, cli), loader: 'js' })),
      },
    ],
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
    ...script,
  });
  finish(join(bundled, 'foretrace.cjs'), dist, metafile);
  for (const types of readdirSync(cli, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    mkdirSync(dirname(join(bundled, types)), { recursive: true });
    renameSync(join(cli, types), join(bundled, types));
  }
  rmSync(cli, { recursive: true });
  renameSync(bundled, cli);
}

/** The recorder of Node.js: what --require loads, the recorder, the transform, which is needed for new texts only, and module hooks of old Nodes. */
async function bundleRecorder(dist) {
  const folder = join(dist, 'record/node');
  const common = {
    absWorkingDir: dist,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    metafile: true,
    // What --require loads is there already.
    allowOverwrite: true,
  };
  const scripts = { require: 'require.cjs', 'recorded-thread': 'recorded-thread.js', transform: 'transform/index.js' };
  const { metafile } = await build({
    ...common,
    ...script,
    entryPoints: inFolder(folder, scripts),
    plugins: [unpatched(folder, (names, from) => `const ${names} = require('${from}');`)],
  });
  for (const name of Object.keys(scripts)) finish(join(folder, `${name}.cjs`), dist, metafile);
  const whole = (from) => from.replace(/\W/g, '_');
  await build({
    ...common,
    format: 'esm',
    entryPoints: inFolder(folder, { loader: 'loading/loader.js' }),
    plugins: [unpatched(folder, (names, from) => `import ${whole(from)} from '${from}'; const ${names} = ${whole(from)};`)],
  });
}

function inFolder(folder, entries) {
  return Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(folder, path)]));
}

/**
 * A program may put other functions into Node's modules: the recorder has those that were there when it was loaded. And what esbuild makes of an import takes
 * a copy of the whole module in each thread.
 */
function unpatched(folder, taken) {
  const load = ({ path }) => ({
    contents: withPlaces(path, folder).replace(/^import (\w+|\{[^}]*\}) from '(node:[^']*)';$/gm, (_, names, from) =>
      taken(names.replace(/ as /g, ': '), from),
    ),
    loader: 'js',
  });
  return { name: 'unpatched', setup: ({ onLoad }) => onLoad({ filter: /\.c?js$/ }, load) };
}

/** With the licences of what is in it, and read byte by byte (src/base/kept-code.ts): esbuild escapes other characters in strings, but not in regular expressions. */
function finish(file, dist, { outputs }) {
  const [, { inputs }] = Object.entries(outputs).find(([path]) => file.endsWith(path));
  writeFileSync(file, ascii(readFileSync(file, 'utf8') + licences(dist, Object.keys(inputs))));
}

/** Leaves what is outside of a folder where it is. */
function ofLibrary(folder) {
  return ({ path, resolveDir }) => {
    const place = relative(folder, join(resolveDir, path)).split(sep).join('/');
    return place.startsWith('..') ? { path: place, external: true } : undefined;
  };
}

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
function withPlaces(path, folder) {
  const place = relative(folder, path).split(sep).join('/');
  return readFileSync(path, 'utf8').replaceAll(
    'import.meta.url',
    `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href`,
  );
}
