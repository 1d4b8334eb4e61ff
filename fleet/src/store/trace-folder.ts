// The folder of traces, which machines may share. A trace lies under the hash of its bytes: the same bytes are kept once, and what is there is whole,
// because it is written aside and renamed.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InputError } from 'foretrace';
import { makePrivateFolder, PRIVATE_FILE, processMark } from 'foretrace/node';

export interface StoredTrace {
  readonly hash: string;
  readonly bytes: number;
}

export class TraceFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  /** Where the trace of this hash lies, or would. */
  pathOf(hash: string): string {
    return join(this.path, hash.slice(0, 2), hash);
  }

  has(hash: string): boolean {
    return existsSync(this.pathOf(hash));
  }

  /** A copy of a file. Whoever is killed meanwhile leaves a file aside, which nobody takes for a trace. */
  async add(file: string): Promise<StoredTrace> {
    makePrivateFolder(this.path);
    const aside = join(this.path, `adding-${processMark()}-${counter++}`);
    const hash = createHash('sha256');
    let bytes = 0;
    const counting = new Transform({
      transform(piece: Uint8Array, _, done) {
        hash.update(piece);
        bytes += piece.length;
        done(null, piece);
      },
    });
    try {
      // Flushed, because a trace is acknowledged when this is done.
      await pipeline(createReadStream(file), counting, createWriteStream(aside, { mode: PRIVATE_FILE, flush: true }));
      const digest = hash.digest('hex');
      const path = this.pathOf(digest);
      makePrivateFolder(join(path, '..'));
      renameSync(aside, path);
      return { hash: digest, bytes };
    } catch (error) {
      rmSync(aside, { force: true });
      throw new InputError('FILE_UNREADABLE', { file }, `it cannot be added: ${(error as Error).message}`, '');
    }
  }

  /** How many bytes that freed. */
  remove(hash: string): number {
    const path = this.pathOf(hash);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    rmSync(path, { force: true });
    return bytes;
  }
}

let counter = 0;
