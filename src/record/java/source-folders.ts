// Where the sources of classes are: a class file has the name of its source, without the folder. What is below the current folder as the package says it is the
// program's own; the usual folders of Maven and Gradle are looked at, in each part of the project.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const USUAL = [
  '',
  'src/main/java',
  'src/test/java',
  'src',
  'src/main/kotlin',
  'src/test/kotlin',
  'src/main/scala',
  'src/test/scala',
  'test',
];

export class SourceFolders {
  private readonly root: string;
  private readonly found = new Map<string, string>();
  private readonly lines = new Map<string, readonly string[]>();
  private folders: readonly string[] | undefined;

  constructor(root: string) {
    this.root = root;
  }

  /** The path from the root, or the one within its packages. Classes of a jar may be of a part of this project, too. */
  find(packages: string, file: string, origin: string): string {
    if (file === '') return origin === '' ? 'unknown' : origin;
    const inside = `${packages}${file}`;
    let path = this.found.get(inside);
    if (path === undefined) {
      path =
        origin === 'java.base' ? inside : (this.candidates(inside).find((one) => existsSync(join(this.root, one))) ?? inside);
      this.found.set(inside, path);
    }
    return path;
  }

  /** The text of a line; Java has most statements on one. */
  statement(file: string, line: number): { text: string; statement: string } {
    const text = this.textOf(file)[line - 1]?.trim() ?? '';
    return { text, statement: text };
  }

  private candidates(inside: string): string[] {
    this.folders ??= foldersOf(this.root);
    return this.folders.map((folder) => join(folder, inside));
  }

  private textOf(file: string): readonly string[] {
    let lines = this.lines.get(file);
    if (lines === undefined) {
      try {
        lines = readFileSync(join(this.root, file), 'utf8').split('\n');
      } catch {
        lines = [];
      }
      this.lines.set(file, lines);
    }
    return lines;
  }
}

/** Of a project with parts: each has its own, also one level below (`server/api/src/main/java`); modules of Java may share one (`src/shop.api/shop/Shelf.java`). */
function foldersOf(root: string): string[] {
  const parts = within(root);
  const deeper = parts
    .filter((part) => part !== 'src')
    .flatMap((part) => within(join(root, part)).map((name) => join(part, name)))
    .filter((part) => existsSync(join(root, part, 'src')));
  const modules = within(join(root, 'src')).flatMap((name) =>
    ['', 'main/java', 'classes'].map((folder) => join('src', name, folder)),
  );
  return [...['', ...parts, ...deeper].flatMap((part) => USUAL.map((folder) => join(part, folder))), ...modules];
}

function within(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
