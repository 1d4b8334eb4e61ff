// Where sources are looked for, in projects of several shapes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SourceFolders } from '../../src/record/java/source-folders.ts';

test.each([
  'shop/Shelf.java',
  'src/shop/Shelf.java',
  'src/main/java/shop/Shelf.java',
  'src/test/kotlin/shop/Shelf.java',
  'api/src/main/java/shop/Shelf.java',
  'server/api/src/main/java/shop/Shelf.java',
  'src/shop.api/shop/Shelf.java',
  'src/shop.api/main/java/shop/Shelf.java',
])('%s', (path) => {
  const root = mkdtempSync(join(tmpdir(), 'foretrace-java-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'package shop;\n\nclass Shelf {}\n');
  const sources = new SourceFolders(root);
  expect(sources.find('shop/', 'Shelf.java', '')).toBe(path);
  expect(sources.statement(path, 3).text).toBe('class Shelf {}');
  // What is not there is told as the class file has it.
  expect(sources.find('shop/', 'Other.java', '')).toBe('shop/Other.java');
});
