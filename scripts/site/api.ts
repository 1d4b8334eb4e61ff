// The API reference: typedoc writes Markdown from the types, which become pages like all others. typedoc needs TypeScript 6 and the repository is built with 7: both
// live in a package of their own, which is installed into the cache when it is needed.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rendered } from './markdown.ts';

const PACKAGE = 'scripts/site/api';
/** What a program can import: where it is, what typedoc calls it, and what a program does. */
const MODULES = [
  { entry: 'src/index.ts', module: 'index', name: 'foretrace' },
  { entry: 'src/node.ts', module: 'node', name: 'foretrace/node' },
  { entry: 'src/record/node/annotate.ts', module: 'record/node/annotate', name: 'foretrace/annotate' },
];

/** By name of the file: the Markdown of the reference. */
export function apiDocuments(root: string): Map<string, string> {
  const tool = installed(root);
  const out = join(root, 'node_modules/.cache/foretrace/api-pages');
  rmSync(out, { recursive: true, force: true });
  const options = {
    plugin: 'typedoc-plugin-markdown',
    tsconfig: join(tool, 'tsconfig.json'),
    out,
    readme: 'none',
    router: 'module',
    hideBreadcrumbs: 'true',
    hidePageHeader: 'true',
    excludeInternal: 'true',
    excludePrivate: 'true',
    disableSources: 'true',
    // Rather than a heading for each.
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    skipErrorChecking: 'true',
    logLevel: 'Error',
    name: 'API reference',
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const entries = MODULES.flatMap(({ entry }) => ['--entryPoints', join(root, entry)]);
  run(process.execPath, [join(tool, 'node_modules/typedoc/bin/typedoc'), ...words, ...entries], tool);
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  return new Map(files.sort().map((path) => [path.replaceAll('\\', '/'), named(readFileSync(join(out, path), 'utf8'))]));
}

/** Modules by the names that a program imports. */
function named(text: string): string {
  const names = new Map(MODULES.map(({ module, name }) => [module, name]));
  return text
    .replace(/^# (.*)$/m, (line, module: string) => (names.has(module) ? `# ${names.get(module)}` : line))
    .replace(/^- \[(.*?)\]/gm, (line, module: string) => (names.has(module) ? `- [${names.get(module)}]` : line));
}

/** The plug-in numbers some anchors as if there were more headings than it writes: `#racekind-1` where there is one RaceKind. */
export function withItsAnchors(page: Rendered): Rendered {
  const ids = new Set(page.headings.map(({ id }) => id));
  const body = page.body.replace(/ href="#([^"]+)-\d+"/g, (link, id: string) =>
    !ids.has(link.slice(8, -1)) && ids.has(id) ? ` href="#${id}"` : link,
  );
  return { ...page, body };
}

/** The folder that has typedoc. */
function installed(root: string): string {
  const folder = join(root, 'node_modules/.cache/foretrace/api');
  const lock = 'package-lock.json';
  mkdirSync(folder, { recursive: true });
  const isThere =
    existsSync(join(folder, 'node_modules/typedoc/package.json')) &&
    existsSync(join(folder, lock)) &&
    readFileSync(join(folder, lock), 'utf8') === readFileSync(join(root, PACKAGE, lock), 'utf8');
  for (const name of ['package.json', lock]) cpSync(join(root, PACKAGE, name), join(folder, name));
  const config = { extends: join(root, 'tsconfig.json'), include: [], files: MODULES.map(({ entry }) => join(root, entry)) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  if (!isThere) run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], folder);
  return folder;
}

function run(program: string, words: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${words[0]} failed:\n${stdout}${stderr}\nwithout a network: npm run site -- --no-api`);
}
