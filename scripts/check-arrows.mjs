// Holds the arrows of the design: which room of src may import which, no cycle of values between files, and Node only at the ends.
// `node scripts/check-arrows.mjs [ROOT]` prints one line per violation and exits 1 if there is any.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Room → rooms that it may import, from the ground up. A file directly in src is a room of its own. Everybody may import itself and `base`.
 */
const rooms = {
  base: [],
  trace: [],
  clocks: ['trace'],
  // A grammar knows neither files nor detectors: both are made of it.
  grammar: ['trace'],
  formats: ['trace', 'grammar'],
  witness: ['trace'],
  detectors: ['trace', 'clocks', 'grammar', 'witness'],
  reduce: ['trace', 'clocks'],
  // What detectors found comes as an `Outcome`: findings run no search.
  findings: ['trace'],
  // Reports are functions of data: they run no detector.
  report: ['trace', 'grammar', 'findings'],
  teaching: ['trace', 'clocks', 'detectors'],
  symbols: [],
  raw: ['trace', 'formats'],
  record: ['trace', 'raw', 'symbols'],
  'analyze.ts': ['trace', 'formats', 'grammar', 'detectors', 'witness', 'findings'],
  'explain.ts': ['trace', 'detectors', 'witness', 'findings'],
  'index.ts': ['analyze.ts', 'trace', 'formats', 'detectors', 'reduce', 'witness', 'findings', 'report'],
  'node.ts': ['formats', 'index.ts'],
  cli: 'all',
};

/** Paths under src that may import `node:`: all else must run in a browser. */
const nodeEnds = ['cli/', 'record/', 'raw/', 'symbols/', 'node.ts', 'formats/file/', 'base/cache-folder.ts'];

/** Only Node's ends may import the rooms' Node ends. */
const behindNode = ['formats/file/', 'node.ts', 'base/cache-folder.ts'];

const IMPORT =
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
const LINE_COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What a file imports, also lazily. Imports of types alone vanish in the build. */
function imports(file) {
  const text = readFileSync(file, 'utf8').replace(LINE_COMMENT, '');
  return [...text.matchAll(IMPORT)].map((match) => ({
    specifier: match[1] ?? match[2] ?? match[3],
    typeOnly: /^\s*(?:import|export)\s+type\b/.test(match[0]),
  }));
}

function isUnder(path, ends) {
  return ends.some((end) => (end.endsWith('/') ? path.startsWith(end) : path === end));
}

/** Import graph of values by paths under src, and the violations that one import alone shows. */
function readGraph(src) {
  const graph = new Map();
  const violations = [];
  for (const file of sourceFiles(src)) {
    const from = relative(src, file);
    const targets = [];
    graph.set(from, targets);
    for (const { specifier, typeOnly } of imports(file)) {
      if (specifier.startsWith('.')) {
        const to = relative(src, resolve(dirname(file), specifier));
        if (!typeOnly) targets.push(to);
        const wrong = wrongArrow(from, to);
        if (wrong) violations.push(`src/${from}: ${wrong}`);
      } else if (specifier.startsWith('node:') && !isUnder(from, nodeEnds)) {
        violations.push(`src/${from}: imports ${specifier}; only ${nodeEnds.join(', ')} may`);
      }
    }
  }
  return { graph, violations };
}

function wrongArrow(from, to) {
  if (to.startsWith('..')) return `imports ${to}, which is outside src`;
  const [room, target] = [from, to].map((path) => path.split('/')[0]);
  const allowed = rooms[room];
  if (allowed === undefined) return `the room ${room} is not in the table of scripts/check-arrows.mjs`;
  if (room !== target && target !== 'base' && allowed !== 'all' && !allowed.includes(target))
    return `${room} may not import ${target} (${to})`;
  if (isUnder(to, behindNode) && !isUnder(from, nodeEnds)) return `imports ${to}, which needs Node`;
  return undefined;
}

/** Each cycle once, as the path of its files. Depth first; a file that is left is never entered again. */
function cycles(graph) {
  const found = [];
  const done = new Set();
  const path = [];
  const visit = (file) => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const { graph, violations } = readGraph(join(root, 'src'));
for (const cycle of cycles(graph)) violations.push(`cycle: ${cycle}`);
for (const line of violations) console.error(line);
if (violations.length > 0) process.exit(1);
