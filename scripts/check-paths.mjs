// A path that a comment or a document of the project names must exist: files move, and words about them stay behind.
// `node scripts/check-paths.mjs [ROOT]` prints one line per path that does not exist and exits 1 if there is any.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));

/** Folders with code whose comments are read; all that a path may begin with. */
const code = ['src', 'kernels', 'test', 'bench', 'scripts'];
const roots = [...code, 'docs', 'examples', 'schema', 'traces', '.ci'];

/** A pattern such as `legacy/**` is no comment. */
const COMMENT = /(?<=^|[\s(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** A path from the root, in a comment or a document. A file, or a folder with a stroke at its end; `<id>` and `*` stand for anything. */
const ROOTED = /(?<![\w./<-])(?:src|kernels|test|bench|scripts|docs|examples|schema|traces|\.ci)\/[\w./*<>+-]*[\w/>]/g;
/** In a comment also a source file by the end of its path; of C only in the runtime, for elsewhere the C files are the users'. */
const SOURCE = /(?<![\w./*<>:-])(?:\.{1,2}\/)*((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cts))\b(?![.-]\w)/g;
const RUNTIME_SOURCE = /(?<![\w./*<>:-])((?:[\w-]+\/)*[\w-]+\.c)\b(?![.-]\w)/g;

/** Not ours: files of users in examples. */
const others = new Set([
  'source.ts',
  'src/a.c',
  'src/queue.c',
  'src/legacy/',
  'src/main/java',
  'src/main/java/shop/Shelf.java',
  'src/shop.api',
  'src/shop.api/shop/Shelf.java',
  'src/test/java',
  'traces/no-race/fork-join.std.gz',
]);
/** What benchmarks make. */
const MADE = 'bench/.cache/';

const atRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
const files = [...atRoot.map(({ name }) => name), ...roots.flatMap((folder) => list(join(root, folder)))];
const paths = new Set(files);
for (const file of files) for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) paths.add(file.slice(0, at));

function list(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Whether something is at the path, with placeholders read as any part of a name. */
function exists(path) {
  const plain = path.replace(/\/$/, '');
  if (!/[*<]/.test(plain)) return paths.has(plain);
  const parts = plain.split(/\*+|<[^>]*>/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const like = new RegExp(`^${parts.join('.*')}$`);
  return [...paths].some((known) => like.test(known));
}

/** The paths that a file names and that do not exist, each once. */
function missing(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const isDocument = extname(file) === '.md';
  const words = isDocument ? text : (text.match(COMMENT)?.join('\n') ?? '');
  const absent = (words.match(ROOTED) ?? []).filter((path) => !exists(path));
  for (const pattern of isDocument ? [] : [SOURCE, ...(file.startsWith('src/record/c/runtime/') ? [RUNTIME_SOURCE] : [])])
    for (const [, path] of words.matchAll(pattern))
      if (!files.some((known) => `/${known}`.endsWith(`/${path}`))) absent.push(path);
  return [...new Set(absent)].filter((path) => !others.has(path) && !path.startsWith(MADE));
}

/** Documents, and the code in its folders. */
const read = files.filter(
  (file) => /^(?:docs\/.*|[^/]*)\.md$/.test(file) || (code.includes(file.split('/')[0]) && /\.(?:ts|mjs|cts|c|h)$/.test(file)),
);
let found = 0;
for (const file of read)
  for (const path of missing(file)) {
    console.error(`${file}: names ${path}, which does not exist`);
    found++;
  }
if (found > 0) process.exit(1);
