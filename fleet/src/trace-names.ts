// The files that `add` names: as they are, folders with traces in them, and patterns that the shell has left alone.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from 'foretrace';
import { glob, traceFiles } from 'foretrace/cli';
import { isAddress } from './jobs/fetching.ts';

export function namedFiles(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (isAddress(word)) return [word];
    if (/^[a-z][a-z\d+.-]+:/i.test(word) && !existsSync(word))
      throw new InputError('USAGE', { file: word }, 'only addresses of http and https can be fetched', 'or name a file');
    return existsSync(word) || !/[*?]/.test(word) ? traceFiles([word]) : matching(word);
  });
}

function matching(pattern: string): string[] {
  const fixed = pattern.split('/').slice(0, -1);
  const wild = fixed.findIndex((part) => /[*?]/.test(part));
  const folder = (wild < 0 ? fixed : fixed.slice(0, wild)).join('/') || (pattern.startsWith('/') ? '/' : '.');
  const matches = glob(folder === '.' ? pattern.replace(/^\.\//, '') : pattern, 'path');
  const files = filesIn(folder, pattern.includes('**') || wild >= 0).filter(matches);
  if (files.length === 0) throw new InputError('FILE_UNREADABLE', { file: pattern }, 'no file is named like this', '');
  return files.sort();
}

function filesIn(folder: string, isDeep: boolean): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: isDeep });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    throw new InputError('FILE_UNREADABLE', { file: folder }, `it cannot be read: ${(error as Error).message}`, '');
  }
}
