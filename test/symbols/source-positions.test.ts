// What a package names as its map is read only if it is a file.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SourcePositions } from '../../src/symbols/source-positions.ts';

const MAP = JSON.stringify({ version: 3, sources: ['own.ts'], names: [], mappings: 'AAAA' });

function scriptWithMap(): { file: string; map: string } {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-maps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'app.js');
  writeFileSync(file, 'x = 1;\n//# sourceMappingURL=app.js.map\n');
  return { file, map: join(folder, 'app.js.map') };
}

const first = (file: string): string => new SourcePositions().original({ file, line: 1, column: 1 }, undefined).file;

test('a map beside the file is followed', () => {
  const { file, map } = scriptWithMap();
  writeFileSync(map, MAP);
  expect(first(file)).toMatch(/own\.ts$/);
});

test.skipIf(process.platform === 'win32')('a pipe is not', () => {
  const { file, map } = scriptWithMap();
  expect(spawnSync('mkfifo', [map]).status).toBe(0);
  // Somebody who would write the map, so that whoever reads the pipe does not wait for ever.
  const writer = spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', MAP, map], { stdio: 'ignore' });
  onTestFinished(() => void writer.kill());
  expect(first(file)).toBe(file);
});

test('a name is that of the source, and only where the map knows the very place', () => {
  const { file, map } = scriptWithMap();
  const content = { ...JSON.parse(MAP), sourcesContent: ['counter = 1;'] } as object;
  writeFileSync(map, JSON.stringify(content));
  const name = (column: number) => new SourcePositions().name({ file, line: 1, column }, undefined);
  expect(name(1)).toBe('counter');
  expect(name(3)).toBeUndefined();
});

test('a name without a map is that of the text; what is no name is none', () => {
  const { file } = scriptWithMap();
  writeFileSync(file, 'a.#änd$ = 1;');
  const name = (column: number) => new SourcePositions().name({ file, line: 1, column }, undefined);
  expect([1, 2, 3, 9, 99].map(name)).toEqual(['a', undefined, '#änd$', undefined, undefined]);
});
