// What the agent leaves in the folder of a process beside its logs: lines with tabs. `sites` has the places of the code (P), classes with their fields (C), arrays (A),
// the static fields of classes (S) and classes as objects (K); `threads` the names of threads.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CodeLine {
  readonly type: string;
  readonly method: string;
  /** As the class file says it, without a folder; empty if it does not. */
  readonly file: string;
  readonly line: number;
  /** The jar or the module that the class is from; empty for the program's own folders. */
  readonly origin: string;
  /** It only calls what is recorded. */
  readonly isCall: boolean;
}

export interface MemoryLine {
  readonly kind: 'object' | 'array' | 'statics' | 'class';
  /** The class, or that of the elements. */
  readonly type: string;
  /** Names of fields, eight bytes each. */
  readonly fields: readonly string[];
  /** The binary logarithm of the size of an element. */
  readonly shift: number;
}

export interface Left {
  readonly places: ReadonlyMap<number, CodeLine>;
  readonly memory: ReadonlyMap<number, MemoryLine>;
  readonly threads: ReadonlyMap<number, string>;
}

const KINDS: Readonly<Record<string, MemoryLine['kind']>> = { C: 'object', A: 'array', S: 'statics', K: 'class' };

export function left(folder: string): Left {
  const places = new Map<number, CodeLine>();
  const memory = new Map<number, MemoryLine>();
  for (const [number = '', letter = '', type = '', ...rest] of rows(join(folder, 'sites'))) {
    const site = Number(number);
    if (letter === 'P') {
      const [method = '', file = '', line = '', origin = '', call] = rest;
      places.set(site, { type, method, file, line: Number(line), origin, isCall: call === 'call' });
      continue;
    }
    const kind = KINDS[letter];
    const [last = ''] = rest;
    if (kind !== undefined)
      memory.set(site, { kind, type, fields: last === '' ? [] : last.split(','), shift: kind === 'array' ? Number(last) : 3 });
  }
  const threads = rows(join(folder, 'threads')).map(([number = '', name = '']) => [Number(number), name] as const);
  return { places, memory, threads: new Map(threads) };
}

/** None if there is no such file. The last line of a process that was killed may be cut. */
function rows(path: string): string[][] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
  } catch {
    return [];
  }
}
