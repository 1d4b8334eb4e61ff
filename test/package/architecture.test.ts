// docs/architecture.md is a map, and a map that names streets which are gone is worse than none: every path in it, and in the other pages about
// the insides, must be there, and every name that it says is in a file (`file` → `name`, `name` and `name`) must be defined there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

const PATH = /`((?:src|test|scripts|docs)\/[^`\s]+)`/g;
const NAMED = /`([^`\s]+\.\w+)`\s→\s((?:`[^`/]+`(?:,\s|\sand\s)?)+)/g;

/** Pairs of a file and what the page says is in it. */
const named = [...page.matchAll(NAMED)].flatMap(([, file, names]) =>
  [...names!.matchAll(/`([^`]+)`/g)].map(([, name]): [string, string] => [file!, name!]),
);

/** A declaration, a member of an object or a class, or a function of C. A call is none: it has no type, brace or parameter list before its end. */
function isDefined(text: string, name: string): boolean {
  const [owner, member] = name.split('.');
  if (member !== undefined) return isDefined(text, owner!) && new RegExp(`^\\s+(?:\\w+\\s)*${member}[(?:<]`, 'm').test(text);
  return [
    `\\b(?:class|function\\*?|const|let|interface|type|enum|struct)\\s+${name}\\b`,
    `^(?:[\\w*]+(?:\\(\\([^)]*\\)\\))?\\s+)+\\*?${name}\\([^;]*\\{`,
  ].some((pattern) => new RegExp(pattern, 'm').test(text));
}

test.each([
  'docs/architecture.md',
  'CONTRIBUTING.md',
  'docs/recording-format.md',
  'docs/record-native-runtime.md',
  'docs/record-wasm.md',
])('every path in %s is there', (document) => {
  const paths = [...readFileSync(join(root, document), 'utf8').matchAll(PATH)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !path.includes('<id>') && !existsSync(join(root, path)))).toEqual([]);
});

test('every name is defined in the file that it is said to be in', () => {
  expect(named.length).toBeGreaterThan(80);
  const missing = named.filter(([file, name]) => {
    const path = join(root, file);
    return !existsSync(path) || !isDefined(readFileSync(path, 'utf8'), name);
  });
  expect(missing).toEqual([]);
});

test('an arrow is between a file and a name, and nothing else', () => {
  const arrows = [...page.replace(/```[\s\S]*?```/g, '').matchAll(/.{0,40}→.{0,20}/g)].map(([around]) => around);
  const proper = [...page.matchAll(NAMED)].length;
  // The page's own words about the notation.
  expect(arrows.filter((around) => around.includes('`file` → `name`'))).toHaveLength(1);
  expect(arrows.length).toBe(proper + 1);
});

test('what is only called is not taken for a definition', () => {
  expect(isDefined('  merge(results, lookup);\n', 'merge')).toBe(false);
  expect(isDefined('import { merge } from "./merge.ts";\n', 'merge')).toBe(false);
  expect(isDefined('export function* text(result) {', 'text')).toBe(true);
  expect(isDefined('void ft_append(struct ft_thread *t, uint64_t now) {\n', 'ft_append')).toBe(true);
  expect(isDefined('  ft_append(t, now, what, where);\n}\nvoid other(void) {\n', 'ft_append')).toBe(false);
  expect(isDefined('FT_OWN void ft_append(struct ft_thread *, uint64_t now);\n', 'ft_append')).toBe(false);
});
