// From a position in the text that ran to the position that a person wrote: source maps followed, inline or beside the file. Without a
// map, or with one that does not know the place or makes no sense, the position stays what it is.

import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEAST_UPPER_BOUND, originalPositionFor, sourceContentFor, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import { readRegularFile } from '../base/regular-file.ts';
import { type Statement, Statements } from './statements.ts';

export interface Position {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; 0 if unknown. */
  readonly column: number;
}

/** Bytes of a file or a map: bundles are large, but what is larger is no text that somebody wrote or bundled. */
const LARGEST = 1 << 28;

const NAME = /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/u;

const COMMENT = /^[ \t]*\/[/*][#@] ?sourceMappingURL=([^\s'"*]+)[^\n]*$/gm;

/** The last comment counts. */
function mapUrlIn(text: string): string | undefined {
  if (!text.includes('sourceMappingURL=')) return undefined;
  return [...text.matchAll(COMMENT)].at(-1)?.[1];
}

/** Files that hold what ran. Anything else (.ts under a loader) was made in memory, with the map in it. */
function runsAsItIs(file: string): boolean {
  return ['.js', '.mjs', '.cjs'].includes(extname(file));
}

export class SourcePositions {
  private readonly texts = new Map<string, string | undefined>();
  private readonly statements = new Map<string, Statements>();
  private readonly maps = new Map<string, TraceMap | undefined>();
  /** Files whose map is there and cannot be used. */
  private readonly unusable = new Set<string>();

  /** How many maps could not be used. */
  get failures(): number {
    return this.unusable.size;
  }

  /** `url` is the map that the text had when it ran, if it was kept. */
  original(position: Position, url: string | undefined): Position {
    return this.attempt(position.file, () => this.mapped(position, url)) ?? position;
  }

  private mapped(position: Position, url: string | undefined): Position {
    const map = this.mapOf(position.file, url);
    if (map === undefined) return position;
    const { line, column } = position;
    const exact = originalPositionFor(map, { line, column: Math.max(0, column - 1) });
    const found =
      exact.source === null && column === 0 ? originalPositionFor(map, { line, column: 0, bias: LEAST_UPPER_BOUND }) : exact;
    if (found.source === null) return position;
    // A map may speak of a source that it does not have.
    if (typeof found.source !== 'string') throw new TypeError('the map names no source');
    if (!isCount(found.line) || !isCount(found.column)) throw new TypeError('the map names no place');
    return { file: sourcePath(position.file, found.source), line: found.line, column: column === 0 ? 0 : found.column + 1 };
  }

  /** The name of a variable or property that begins at a position of the text that ran, as the source has it; undefined if the map does not
   * know that very place. */
  name(generated: Position, url: string | undefined): string | undefined {
    return this.attempt(generated.file, () => {
      const map = this.mapOf(generated.file, url);
      if (map !== undefined && !isExact(map, generated)) return undefined;
      const position = this.mapped(generated, url);
      const text = this.content(position, generated, url) ?? this.text(position.file);
      const line = text?.split(/\r\n|[\n\r\u2028\u2029]/, position.line)[position.line - 1];
      return line && NAME.exec(line.slice(position.column - 1))?.[0];
    });
  }

  /** A statement of a source, from the file or from the map that has it inside; undefined if it cannot be had. */
  statement(position: Position, generated: Position, url: string | undefined): Statement | undefined {
    const inside = this.attempt(generated.file, () => this.content(position, generated, url));
    const text = inside ?? this.text(position.file);
    if (text === undefined) return undefined;
    let known = this.statements.get(position.file);
    if (known?.text !== text) {
      known = new Statements(position.file, text);
      this.statements.set(position.file, known);
    }
    return known.at(position.line, position.column);
  }

  /** What the map has inside of the source of a position. */
  private content(position: Position, generated: Position, url: string | undefined): string | null {
    const map = this.mapOf(generated.file, url);
    const source = map?.sources.find((name) => name !== null && sourcePath(generated.file, name) === position.file);
    const content: unknown = source === undefined || source === null ? null : sourceContentFor(map!, source);
    return typeof content === 'string' ? content : null;
  }

  private attempt<T>(file: string, ask: () => T): T | undefined {
    try {
      return ask();
    } catch {
      this.unusable.add(file);
      return undefined;
    }
  }

  /** The text that ran; undefined if it was made in memory or cannot be read. */
  generatedText(file: string): string | undefined {
    return runsAsItIs(file) ? this.text(file) : undefined;
  }

  private text(file: string): string | undefined {
    if (!this.texts.has(file)) this.texts.set(file, contents(file));
    return this.texts.get(file);
  }

  private mapOf(file: string, kept: string | undefined): TraceMap | undefined {
    const key = `${file}\n${kept ?? ''}`;
    if (!this.maps.has(key)) {
      const url = kept ?? (runsAsItIs(file) ? mapUrlIn(this.text(file) ?? '') : undefined);
      this.maps.set(key, url === undefined ? undefined : readMap(file, url));
    }
    return this.maps.get(key);
  }
}

/** Whether a map speaks of a position, and not of one before it. */
function isExact(map: TraceMap, { line, column }: Position): boolean {
  return traceSegment(map, line - 1, column - 1)?.[0] === column - 1;
}

function contents(file: string): string | undefined {
  try {
    return readRegularFile(file, LARGEST).toString('utf8');
  } catch {
    return undefined;
  }
}

/** A broken or missing map is none. */
function readMap(file: string, url: string): TraceMap | undefined {
  try {
    return new TraceMap(mapText(file, url));
  } catch {
    return undefined;
  }
}

function mapText(file: string, url: string): string {
  if (!url.startsWith('data:'))
    return readRegularFile(
      url.startsWith('file:') ? fileURLToPath(url) : join(dirname(file), decodeURIComponent(url)),
      LARGEST,
    ).toString('utf8');
  const comma = url.indexOf(',');
  const data = url.slice(comma + 1);
  return url.slice(0, comma).endsWith(';base64') ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data);
}

/** Bundlers write sources relative to the map, as URLs, or with a scheme of their own. */
function sourcePath(file: string, source: string): string {
  if (source.startsWith('file:')) {
    try {
      return fileURLToPath(source);
    } catch {
      return source;
    }
  }
  const scheme = /^[a-z][a-z-]+:\/\/\/?(?:[^/]*\/)?\.?\/?/i.exec(source);
  return scheme === null ? resolve(dirname(file), source) : source.slice(scheme[0].length);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
