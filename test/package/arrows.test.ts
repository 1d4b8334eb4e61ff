import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeEnds, rooms } from '../../scripts/rooms.mjs';

const script = join(import.meta.dirname, '../../scripts/check-arrows.mjs');

/** What the script says about a tree of sources, one line per violation. A tree is a part of a house unless told otherwise. */
function violations(sources: Record<string, string>, options: readonly string[] = ['--part']): string[] {
  const root = mkdtempSync(join(tmpdir(), 'foretrace-arrows-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
    writeFileSync(join(root, 'src', path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, ...options, root], { encoding: 'utf8' });
  const lines = stderr.split('\n').filter((line) => line !== '');
  expect(status).toBe(lines.length === 0 ? 0 : 1);
  return lines;
}

test('this repository keeps the arrows', () => {
  expect(spawnSync(process.execPath, [script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('arrows of the design are fine, and comments are no imports', () => {
  expect(
    violations({
      'trace/block.ts': "// import x from 'node:fs'\n/**\n * import y from '../cli/main.ts'\n */\nexport const a = 1;",
      'clocks/vector.ts': "import { a } from '../trace/block.ts';\nexport const b = a;",
      'detectors/one.ts': "import {\n  b,\n} from '../clocks/vector.ts';\nexport const c = b;",
      'formats/file/input.ts': "import { open } from 'node:fs';\nexport { open };",
      'trace/x.ts': "import type { Y } from './y.ts';\nexport type X = Y;",
      'trace/y.ts': "import { type X } from './x.ts';\nexport type Y = X;",
      'cli/main.ts': "import 'node:fs';\nimport '../detectors/one.ts';\nimport '../formats/file/input.ts';",
    }),
  ).toEqual([]);
});

/** A house with every arrow of the table, and none else: one file a room, one that needs Node per Node end. */
function wholeHouse(): Record<string, string> {
  const file = (room: string) => (room.endsWith('.ts') ? room : `${room}/a.ts`);
  const house = Object.entries(rooms).map(([room, { may }]): [string, string] => {
    const targets = may === 'all' ? [] : may;
    return [
      file(room),
      targets.map((target) => `import type {} from '${file(room) === room ? './' : '../'}${file(target)}';\n`).join(''),
    ];
  });
  const ends = nodeEnds.map((end): [string, string] => [end.endsWith('/') ? `${end}b.ts` : end, "import 'node:fs';\n"]);
  const sources: Record<string, string> = {};
  for (const [path, text] of [...house, ...ends]) sources[path] = (sources[path] ?? '') + text;
  return sources;
}

test('a house with every arrow of the table is fine, also if it is whole', () => {
  expect(violations(wholeHouse(), [])).toEqual([]);
});

test('an arrow that the table allows and nobody uses is found', () => {
  const house = wholeHouse();
  house['detectors/a.ts'] = house['detectors/a.ts']!.replace(/.*witness.*\n/, '');
  expect(violations(house, [])).toEqual(['detectors may import witness and does not: take it out of scripts/rooms.mjs']);
  expect(violations(house)).toEqual([]);
});

test('a room of the table that is not there is found', () => {
  const { 'teaching/a.ts': _, ...house } = wholeHouse();
  expect(violations(house, [])).toEqual(['the room teaching is in the table and not in src']);
});

test('a Node end that does not need Node is found', () => {
  expect(violations({ ...wholeHouse(), 'formats/file/b.ts': '' }, [])).toEqual([
    'formats/file/ may import node: and does not: take it out of scripts/rooms.mjs',
  ]);
});

test.each([
  [
    'a room that must know nobody',
    { 'trace/a.ts': "import '../clocks/b.ts';", 'clocks/b.ts': '' },
    'trace may not import clocks',
  ],
  [
    'an arrow back',
    { 'clocks/a.ts': "import type { B } from '../detectors/b.ts';", 'detectors/b.ts': '' },
    'clocks may not import',
  ],
  ['an export', { 'formats/a.ts': "export * from '../cli/b.ts';", 'cli/b.ts': '' }, 'formats may not import cli'],
  [
    'a lazy import',
    { 'report/a.ts': "const m = await import('../record/b.ts');", 'record/b.ts': '' },
    'report may not import record',
  ],
  [
    'a room that nobody knows',
    { 'utils/a.ts': "import '../trace/b.ts';", 'trace/b.ts': '' },
    'the room utils is not in the table',
  ],
  ['a way out of src', { 'cli/a.ts': "import '../../test/b.ts';" }, 'outside src'],
  ['Node in the library', { 'detectors/a.ts': "import { readFileSync } from 'node:fs';" }, 'imports node:fs'],
  ['Node behind a room', { 'formats/a.ts': "import './file/b.ts';", 'formats/file/b.ts': '' }, 'which needs Node'],
  [
    'a cycle',
    { 'trace/a.ts': "import './b.ts';", 'trace/b.ts': "import './a.ts';" },
    'cycle: trace/a.ts → trace/b.ts → trace/a.ts',
  ],
])('is found: %s', (_, sources, expected) => {
  const found = violations(sources as Record<string, string>);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(expected);
});
