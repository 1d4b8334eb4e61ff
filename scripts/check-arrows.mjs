// Holds the arrows of the design: which room of src may import which (scripts/rooms.mjs), that each of these is in use, no cycle of values
// between files, and Node only at the ends. `node scripts/check-arrows.mjs [--part] [ROOT]` prints one line per violation and exits 1 if
// there is any. `--part`: the tree is not the whole house, and what nobody uses there may be in use elsewhere.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { arrowsOf, readImports, roomOf } from './imports.mjs';
import { nodeEnds, rooms } from './rooms.mjs';

function isUnder(path, ends) {
  return ends.some((end) => (end.endsWith('/') ? path.startsWith(end) : path === end));
}

/** What one import alone shows. */
function wrongImports(imports) {
  const violations = [];
  for (const [from, targets] of imports)
    for (const target of targets) {
      const wrong = target.to === undefined ? wrongModule(from, target.specifier) : wrongArrow(from, target.to);
      if (wrong) violations.push(`src/${from}: ${wrong}`);
    }
  return violations;
}

function wrongModule(from, specifier) {
  if (!specifier.startsWith('node:') || isUnder(from, nodeEnds)) return undefined;
  return `imports ${specifier}; only ${nodeEnds.join(', ')} may`;
}

function wrongArrow(from, to) {
  if (to.startsWith('..')) return `imports ${to}, which is outside src`;
  const [room, target] = [roomOf(from), roomOf(to)];
  if (rooms[room] === undefined) return `the room ${room} is not in the table of scripts/rooms.mjs`;
  const { may } = rooms[room];
  if (room !== target && target !== 'base' && may !== 'all' && !may.includes(target))
    return `${room} may not import ${target} (${to})`;
  if (isUnder(to, nodeEnds) && !isUnder(from, nodeEnds)) return `imports ${to}, which needs Node`;
  return undefined;
}

/** What the table allows and nobody does: a wall that is not there. */
function unused(imports) {
  const arrows = arrowsOf(imports);
  const missing = Object.keys(rooms).filter((room) => !arrows.has(room));
  const idle = Object.entries(rooms).flatMap(([room, { may }]) =>
    may === 'all' || !arrows.has(room)
      ? []
      : may.filter((target) => !arrows.get(room).has(target)).map((target) => [room, target]),
  );
  const others = (end) => nodeEnds.filter((other) => other !== end);
  const needsNode = ({ specifier, to = '' }, end) => specifier.startsWith('node:') || isUnder(to, others(end));
  const isIdle = (end) =>
    ![...imports].some(([from, targets]) => isUnder(from, [end]) && targets.some((target) => needsNode(target, end)));
  return [
    ...missing.map((room) => `the room ${room} is in the table and not in src`),
    ...idle.map(([room, target]) => `${room} may import ${target} and does not: take it out of scripts/rooms.mjs`),
    ...nodeEnds.filter(isIdle).map((end) => `${end} may import node: and does not: take it out of scripts/rooms.mjs`),
  ];
}

/** Each cycle of values once, as the path of its files. Depth first; a file that is left is never entered again. */
function cycles(imports) {
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
    for (const { to, typeOnly } of imports.get(file) ?? []) if (to !== undefined && !typeOnly) visit(to);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return found;
}

const words = process.argv.slice(2);
const [root = fileURLToPath(new URL('..', import.meta.url))] = words.filter((word) => word !== '--part');
const imports = readImports(join(root, 'src'));
const violations = [...wrongImports(imports), ...cycles(imports).map((cycle) => `cycle: ${cycle}`)];
if (!words.includes('--part')) violations.push(...unused(imports));
for (const line of violations) console.error(line);
if (violations.length > 0) process.exit(1);
